import { FOCUS_FIELDS, STRAY_FIELDS, type WorkbenchFeature } from '@lumenloom/contract';
import { useState } from 'react';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { typedProblems } from '../../kit/dialog/tools.ts';
import type { OpticsParams } from '../../model/recipe/recipe.ts';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import styles from './optics-dialog.module.css';

const WIDTH = 360;

/** What a recipe holds of the typed texts: those that ask for something. */
export function opticsOf(typed: OpticsParams): OpticsParams | undefined {
  const asked = Object.entries(typed)
    .map(([key, text]) => [key, text.trim()] as const)
    .filter(
      ([key, text]) =>
        text !== '' &&
        !(['focusShift', 'scatter', 'sensorReflectance'].includes(key) && Number(text) === 0),
    );
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
}

/** The fields of each switch. */
const FIELDS = [
  ['depth', 'Focus', FOCUS_FIELDS],
  ['glare', 'Stray light', STRAY_FIELDS],
] as const;

/** Object, focus and stop of the lens, and its stray light. */
export function OpticsDialog({
  optics = {},
  features,
  onModify,
  onClose,
}: {
  readonly optics: OpticsParams | undefined;
  /** Switches that are on. */
  readonly features: readonly WorkbenchFeature[];
  readonly onModify: (optics: OpticsParams | undefined) => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState(optics);
  const shown = FIELDS.filter(([feature]) => features.includes(feature));
  const wanted = opticsOf(typed);
  const problems = typedProblems('opticsParams', wanted ?? {});
  const isTyped = JSON.stringify(wanted) !== JSON.stringify(opticsOf(optics));
  return (
    <DialogFrame
      title="Optics Params"
      width={WIDTH}
      isTyped={isTyped}
      onClose={onClose}
      onDefaults={() => setTyped({})}
      onSubmit={() => {
        if (Object.keys(problems).length > 0) return;
        if (isTyped) onModify(wanted);
        onClose();
      }}
    >
      {shown.map(([feature, title, fields], group) => (
        <fieldset key={feature} className={styles.fields}>
          <legend>{title}</legend>
          {fields.map((field, index) => (
            <ParameterField
              key={field.key}
              field={field}
              value={typed[field.key] ?? ''}
              problems={problems}
              onChange={(value) => setTyped({ ...typed, [field.key]: value as string })}
              isFirst={group + index === 0}
              path={`opticsParams.${field.key}`}
            />
          ))}
        </fieldset>
      ))}
    </DialogFrame>
  );
}

import { OPTICS_FIELDS } from '@lumenloom/contract';
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
    .filter(([key, text]) => text !== '' && !(key === 'focusShift' && Number(text) === 0));
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
}

/** Where the object is, where the lens is focused, and how far it is stopped down. */
export function OpticsDialog({
  optics = {},
  onModify,
  onClose,
}: {
  readonly optics: OpticsParams | undefined;
  readonly onModify: (optics: OpticsParams | undefined) => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState(optics);
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
      <div className={styles.fields}>
        {OPTICS_FIELDS.map((field, index) => (
          <ParameterField
            key={field.key}
            field={field}
            value={typed[field.key] ?? ''}
            problems={problems}
            onChange={(value) => setTyped({ ...typed, [field.key]: value as string })}
            isFirst={index === 0}
            path={`opticsParams.${field.key}`}
          />
        ))}
      </div>
    </DialogFrame>
  );
}

import { useState } from 'react';
import { sensorRefusal } from '../../kit/dialog/field-tables.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { Fold } from '../../shell/dialogs/fold.tsx';
import {
  captureFields,
  captureFieldsOf,
  capturesInWords,
  defaultsOf,
  fieldOfPath,
  typedCaptures,
} from './typed-captures.ts';

/** The captures of a frame and how they are merged, under the fields of the sensor. */
export function CapturesFold({
  recipe,
  focus,
  onOther,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'>) {
  // Captures that the fields cannot say are chosen again as they came.
  const [held] = useState(recipe.sensorFile ?? {});
  const [typed, setTyped] = useState(() => typedCaptures(recipe));
  const { captures, merge } = captureFieldsOf(typed, held);
  const { shutter } = recipe.sensorFile ?? {};
  const refusal =
    captures &&
    sensorRefusal(recipe, {
      captures,
      ...(merge && { merge }),
      ...(shutter !== undefined && { shutter }),
    });
  return (
    <Fold
      label="HDR"
      words={capturesInWords(typed)}
      isChanged={captures !== undefined}
      isOpen={focus === 'captures' || focus === 'merge'}
      fields={captureFields(typed, held)}
      values={typed}
      problems={refusal ? { [fieldOfPath(refusal.field)]: refusal.message } : {}}
      onType={(changes) => {
        const { design } = changes;
        const next = {
          ...typed,
          ...(design !== undefined && defaultsOf(design)),
          ...changes,
        };
        setTyped(next);
        onOther({ type: 'captures', ...captureFieldsOf(next, held) });
      }}
    />
  );
}

import { useState } from 'react';
import { sensorRefusal } from '../../kit/dialog/field-tables.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { Fold } from '../../shell/dialogs/fold.tsx';
import { shutterFields, shutterInWords, shutterOf, typedShutter } from './typed-shutter.ts';

/** How the rows are read, under the fields of the sensor. */
export function ShutterFold({
  recipe,
  focus,
  onOther,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'>) {
  // What no field shows stays as it came.
  const [held] = useState(recipe);
  const [typed, setTyped] = useState(() => typedShutter(held));
  const shutter = shutterOf(typed, held);
  const refusal = shutter && sensorRefusal(recipe, { shutter });
  const key = refusal?.field.endsWith('.lineSeconds') ? 'lineMicroseconds' : 'kind';
  return (
    <Fold
      label="Shutter"
      words={shutterInWords(typed)}
      isChanged={shutter !== undefined}
      isOpen={focus === 'shutter'}
      fields={shutterFields(typed)}
      values={typed}
      problems={refusal ? { [key]: refusal.message } : {}}
      onType={(changes) => {
        const next = { ...typed, ...changes };
        setTyped(next);
        onOther({ type: 'shutter', shutter: shutterOf(next, held) });
      }}
    />
  );
}

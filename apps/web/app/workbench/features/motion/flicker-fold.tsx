import { planFlicker, type Problem } from '@lumenloom/contract';
import { useState } from 'react';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { Fold } from '../../shell/dialogs/fold.tsx';
import {
  antiFlickerOf,
  flickerFields,
  flickerInWords,
  flickerOf,
  typedFlicker,
} from './typed-flicker.ts';

/** How the light flickers and what the meter does about it, under the fields of the scene. */
export function FlickerFold({
  recipe,
  focus,
  onOther,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'>) {
  const [typed, setTyped] = useState(() => typedFlicker(recipe));
  const flicker = flickerOf(typed);
  const antiFlickerHertz = antiFlickerOf(typed);
  const problems: Problem[] = [];
  planFlicker(flicker, { notes: [], problems });
  return (
    <Fold
      label="Flicker"
      words={flickerInWords(typed)}
      isChanged={flicker !== undefined || antiFlickerHertz !== undefined}
      isOpen={focus === 'flicker' || focus === 'antiFlickerHertz'}
      fields={flickerFields(typed)}
      values={typed}
      problems={Object.fromEntries(
        problems.map(({ field, message }) => [field.split('.')[1] ?? 'kind', message]),
      )}
      onType={(changes) => {
        const next = { ...typed, ...changes };
        setTyped(next);
        onOther({
          type: 'flicker',
          flicker: flickerOf(next),
          antiFlickerHertz: antiFlickerOf(next),
        });
      }}
    />
  );
}

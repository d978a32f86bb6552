import { readMotion } from '@lumenloom/engine/catalogue';
import { useState } from 'react';
import { refusalOf } from '../../kit/dialog/field-tables.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { Fold } from '../../shell/dialogs/fold.tsx';
import { motionFields, motionInWords, motionOf, typedMotion } from './typed-motion.ts';

/** How scene or camera move, under the fields of the scene. */
export function MotionFold({
  recipe,
  focus,
  onOther,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'>) {
  // A path cannot be typed: it is chosen again as it came.
  const [held] = useState(recipe.motion);
  const [typed, setTyped] = useState(() => typedMotion(held));
  const motion = motionOf(typed, held);
  const fields = motionFields(held, typed);
  const refusal = motion && refusalOf(() => readMotion(motion));
  // 'motion.pixelsPerSecond[1]' is the second field after the mode.
  const at = Number(/\[(\d)\]$/.exec(refusal?.field ?? '')?.[1] ?? -1) + 1;
  return (
    <Fold
      label="Motion"
      words={motionInWords(motion)}
      isChanged={motion !== undefined}
      isOpen={focus === 'motion'}
      fields={fields}
      values={typed}
      problems={refusal ? { [(fields[at] ?? fields[0]!).key]: refusal.message } : {}}
      onType={(changes) => {
        const next = { ...typed, ...changes };
        setTyped(next);
        onOther({ type: 'motion', motion: motionOf(next, held) });
      }}
    />
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { onSameDie, type PixelsOfDie } from '../../kit/dialog/same-die.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import styles from './keep-the-die.module.css';

const pixelsOf = (typed: DialogPartProps['typed']): PixelsOfDie => ({
  micrometres: Number(typed['pixel_size']),
  rows: Number(typed['rows']),
  cols: Number(typed['cols']),
});
const millimetres = (pixels: number, micrometres: number): string =>
  String(Number(((pixels * micrometres) / 1000).toPrecision(3)));

/** While it is on, rows and columns follow the size of the pixels. */
export function KeepTheDie({ typed, onType }: DialogPartProps) {
  const [held, setHeld] = useState<PixelsOfDie>();
  const now = pixelsOf(typed);
  const die = held ?? now;
  const follow = useEffectEvent(() => {
    const counts = held && onSameDie(held, now.micrometres);
    if (counts && (counts.rows !== now.rows || counts.cols !== now.cols))
      onType({ rows: String(counts.rows), cols: String(counts.cols) });
  });
  const pitch = typed['pixel_size'];
  useEffect(() => follow(), [pitch]);
  return (
    <p className={styles.die}>
      <label>
        <input
          type="checkbox"
          checked={held !== undefined}
          onChange={(event) => setHeld(event.currentTarget.checked ? now : undefined)}
        />
        Keep the die
      </label>{' '}
      {onSameDie(die, die.micrometres) && (
        <span>
          {millimetres(die.cols, die.micrometres)} × {millimetres(die.rows, die.micrometres)} mm
        </span>
      )}
    </p>
  );
}

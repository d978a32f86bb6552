import { threadPaths } from './threads.ts';
import { spectrumColours } from './spectrum-colours.ts';

interface MarkProps {
  /** Width and height, px. */
  readonly size: number;
  /** Colour of the surrounding text instead of one colour per thread. */
  readonly isPlain?: boolean;
}

/**
 * Sizes below this, px, use fewer threads: those of the full mark would be only one or two pixels
 * wide.
 */
const FULL_MARK_PX = 96;

/**
 * The mark of the product: a circle of vertical threads, coloured from 400 nm on the left to 700
 * nm. Hidden from assistive technology, because the name is always beside it.
 */
export function Mark({ size, isPlain = false }: MarkProps) {
  const count = size >= FULL_MARK_PX ? 31 : 7;
  const colours = spectrumColours(count);
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" aria-hidden focusable="false">
      {threadPaths(count).map((path, index) => (
        <path key={path} d={path} fill={isPlain ? 'currentColor' : colours[index]} />
      ))}
    </svg>
  );
}

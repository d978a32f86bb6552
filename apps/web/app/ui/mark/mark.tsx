import { threadPaths } from './threads.ts';
import { spectrumColours } from './spectrum-colours.ts';

interface MarkProps {
  /** Width and height, px. */
  readonly size: number;
  /** White or black, as the text around it, instead of one colour per thread. */
  readonly isPlain?: boolean;
}

/** Below this the threads of the full mark would be thinner than a pixel or two. */
const FULL_MARK_PX = 96;

/** The product's mark: an aperture woven from light, 400 nm on the left. Decoration: the name stands beside it. */
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

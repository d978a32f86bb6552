/** A figure of a frame, of the camera and of its twin. */
export interface ComparedFigure {
  /** The file of the frame, or the first of its stack. */
  readonly frame: string;
  readonly figure: string;
  readonly unit: string;
  readonly real: number;
  readonly simulated: number;
  readonly difference: number;
  /** 95 %: how far the camera's figure would be off when its frames were taken again. */
  readonly repeatability: number;
  readonly inside: boolean;
}

/** How many figures of a twin are those of its camera. */
export interface TwinVerdict {
  readonly inside: number;
  readonly outside: number;
  readonly text: string;
}

const Z95 = 1.96;
/** Both sides are taken with the same noise. */
const BOTH = Math.SQRT2;
/** Figures outside that the verdict names. */
const MOST_NAMED = 8;

/**
 * @param error standard deviation of the camera's figure, from its frames.
 * @param rounding what neither side is known better than: half a code, or as much.
 */
export function comparedFigure(
  place: Pick<ComparedFigure, 'frame' | 'figure' | 'unit'>,
  { real, simulated }: Pick<ComparedFigure, 'real' | 'simulated'>,
  { error, rounding }: { readonly error: number; readonly rounding: number },
): ComparedFigure {
  const difference = simulated - real;
  const repeatability = Z95 * error;
  const inside = Math.abs(difference) <= BOTH * repeatability + rounding;
  return { ...place, real, simulated, difference, repeatability, inside };
}

/**
 * The verdict over all figures.
 *
 * @returns null without any.
 * @see docs/reference/twin.md#t7
 */
export function twinVerdict(compared: readonly ComparedFigure[]): TwinVerdict | null {
  if (compared.length === 0) return null;
  const outside = compared.filter(({ inside }) => !inside);
  const inside = compared.length - outside.length;
  const named = outside
    .toSorted((a, b) => excess(b) - excess(a))
    .slice(0, MOST_NAMED)
    .map(({ frame, figure, difference }) => `${figure} of ${frame} (${signed(difference)})`);
  const more = outside.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return {
    inside,
    outside: outside.length,
    text: `The twin is inside the repeatability of this camera in ${inside} of ${compared.length} figures${list === '' ? '' : `; outside: ${list}`}.`,
  };
}

const excess = ({ difference, repeatability }: ComparedFigure): number =>
  Math.abs(difference) / Math.max(repeatability, 1e-12);

const signed = (value: number): string =>
  `${value < 0 ? '-' : '+'}${Number(Math.abs(value).toPrecision(2))}`;

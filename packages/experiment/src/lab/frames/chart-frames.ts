import type { LabChart } from '@lumenloom/contract';
import type { MeasuredPicture, Rectangle } from '@lumenloom/engine';
import { measuredStack, type Stack } from '@lumenloom/engine/lab';
import type { ReadFigure, Reading } from '../reading.ts';
import { jackknifeError } from '../uncertainty.ts';

/** Frames of a chart that a real camera has taken. */
export interface ChartFrames {
  /** Its place in the manifest. */
  readonly at: number;
  readonly chart: LabChart;
  /** Of one size; empty where the chart is points alone. */
  readonly pictures: readonly MeasuredPicture[];
  readonly encoding: 'linear' | 'srgb';
  readonly rectangle?: Rectangle | undefined;
  /** Colours of a mosaic, such as grbg. */
  readonly pattern?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Figures of the raw picture have no prefix, those of a developed one have, as in simulations. */
export const prefixOf = ({ encoding }: ChartFrames): string =>
  encoding === 'linear' ? '' : 'developed.';

/** Parts that the jackknife leaves out of one frame. */
export const STRIPS = 8;
const FEWEST_FRAMES = 3;

interface Blocks {
  /** Which of `STRIPS` parts a pixel belongs to. */
  readonly partOf: (row: number, column: number, stack: Stack) => number;
}

/** The measured channel of frames. */
export const stackOf = (
  { pictures, rectangle, pattern, encoding }: ChartFrames,
  selection: { readonly isClipMeasured?: boolean } = {},
): Stack => measuredStack(pictures, { rectangle, pattern, encoding, ...selection });

/**
 * What a stack shows, with errors: by leaving out each of three or more frames, else each of eight
 * parts of the picture where the chart has such parts.
 */
export function readWithErrors(
  stack: Stack,
  read: (stack: Stack) => Reading,
  blocks?: Blocks,
): Reading {
  const whole = read(stack);
  const count = stack.frames.length;
  if (count >= FEWEST_FRAMES)
    return withErrors(
      whole,
      stack.frames.map((_, out) =>
        read({ ...stack, frames: stack.frames.filter((__, i) => i !== out) }),
      ),
      'frames',
    );
  if (!blocks) return whole;
  const parts = Array.from({ length: STRIPS }, (_, out) => {
    const used = stack.used.map((value, i) =>
      value && blocks.partOf(Math.floor(i / stack.columns), i % stack.columns, stack) !== out
        ? 1
        : 0,
    );
    return read({ ...stack, used });
  });
  return withErrors(whole, parts, 'blocks');
}

function withErrors(
  { figures, curves }: Reading,
  without: readonly Reading[],
  method: 'frames' | 'blocks',
): Reading {
  return {
    curves,
    figures: figures.map((figure): ReadFigure => {
      const values = without.flatMap((reading) => {
        const value = reading.figures.find(({ key }) => key === figure.key)?.value;
        return typeof value === 'number' ? [value] : [];
      });
      return values.length === without.length && typeof figure.value === 'number'
        ? { ...figure, error: { value: jackknifeError(values), method } }
        : figure;
    }),
  };
}

/** Strips across an edge, so that each holds a piece of it. */
export const STRIPS_OF_EDGE: Blocks = {
  partOf: (row, column, stack) =>
    isUpright(stack)
      ? Math.floor((STRIPS * row) / stack.rows)
      : Math.floor((STRIPS * column) / stack.columns),
};

const uprights = new WeakMap<Stack['frames'], boolean>();

/** Whether left and right differ more than top and bottom. */
function isUpright({ rows, columns, used, frames }: Stack): boolean {
  const known = uprights.get(frames);
  if (known !== undefined) return known;
  const [sums, counts] = [new Float64Array(4), new Float64Array(4)];
  const [frame] = frames;
  for (let i = 0; i < rows * columns; i += 1) {
    if (!used[i]) continue;
    const sides = [2 * (i % columns) < columns ? 0 : 1, 2 * Math.floor(i / columns) < rows ? 2 : 3];
    for (const side of sides) {
      sums[side]! += frame![i]!;
      counts[side]! += 1;
    }
  }
  const mean = (side: number): number => sums[side]! / counts[side]!;
  const found = Math.abs(mean(0) - mean(1)) >= Math.abs(mean(2) - mean(3));
  uprights.set(frames, found);
  return found;
}

/** Segments of a star about its centre. */
export const segmentsAbout = ([x, y]: readonly [number, number]): Blocks => ({
  partOf: (row, column) => {
    const angle = Math.atan2(row + 0.5 - y, column + 0.5 - x);
    return Math.min(STRIPS - 1, Math.floor(((angle + Math.PI) / (2 * Math.PI)) * STRIPS));
  },
});

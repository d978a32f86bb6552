import { fail } from '../text/json-fields.ts';
import type { Region } from './edge-sfr/region.ts';
import { solveLinear } from './linear-algebra.ts';
import {
  measuredRegion,
  type MeasuredPicture,
  type Rectangle,
  type Selection,
} from './measured-picture.ts';

/** Frames of one region. */
export interface Stack {
  readonly rows: number;
  readonly columns: number;
  /** 1 where a pixel has a value of the measured colour. */
  readonly used: Uint8Array;
  /** Values of each frame [rows, columns], linear in light. */
  readonly frames: readonly Float64Array[];
}

/** Frames, or their values of one place of the tile of a mosaic, without gaps. */
export type FramePlane = Omit<Stack, 'used'>;

/**
 * One channel of a region in frames of the same scene.
 *
 * @param pictures of one size; clipping is looked for in the first: all show the same light.
 * @throws SimulationError as `measuredRegion`.
 */
export function measuredStack(pictures: readonly MeasuredPicture[], selection: Selection): Stack {
  const regions = pictures.map((picture, i) =>
    measuredRegion(picture, i === 0 ? selection : { ...selection, isClipMeasured: true }),
  );
  return stackOf(regions);
}

export function stackOf(regions: readonly Region[]): Stack {
  const { rows, columns, used } = regions[0]!;
  return { rows, columns, used, frames: regions.map(({ values }) => values) };
}

/** The frames of a stack as regions. */
export const regionsOf = ({ frames, ...rest }: Stack): readonly Region[] =>
  frames.map((values) => ({ ...rest, values }));

/** The places of the measured colour in the 2 x 2 tile of a mosaic, as pictures of their own. */
export function planesOf(stack: Stack): readonly FramePlane[] {
  const { used, frames } = stack;
  if (!isMosaic(stack)) return [{ rows: stack.rows, columns: stack.columns, frames }];
  const [rows, columns] = [stack.rows >> 1, stack.columns >> 1];
  if (rows === 0 || columns === 0) fail('roi', 'must be at least 2 pixels wide and high.');
  return [0, 1, 2, 3].flatMap((place) => {
    const [top, left] = [place >> 1, place % 2];
    if (!used[top * stack.columns + left]) return [];
    const own = frames.map((frame) =>
      Float64Array.from({ length: rows * columns }, (_, i) => {
        const row = 2 * Math.floor(i / columns) + top;
        return frame[row * stack.columns + 2 * (i % columns) + left]!;
      }),
    );
    return [{ rows, columns, frames: own }];
  });
}

/** Whether some pixels of a region have another colour. */
export const isMosaic = ({ used }: Pick<Stack, 'used'>): boolean => used.includes(0);

/** Indices of the used pixels of a rectangle. @throws SimulationError for one that reaches out. */
export function pixelsIn(
  { rows, columns, used }: Omit<Stack, 'frames'>,
  { x, y, width, height }: Rectangle,
  path: string,
): readonly number[] {
  if (x < 0 || y < 0 || x + width > columns || y + height > rows)
    fail(path, 'reaches beyond the picture.');
  const pixels: number[] = [];
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1)
      if (used[row * columns + column]) pixels.push(row * columns + column);
  return pixels;
}

/** Sum of the squares that the plane through some pixels of a frame leaves. */
export function squaresAboutPlane(
  frame: Float64Array,
  columns: number,
  pixels: readonly number[],
): number {
  const [row0, column0] = [Math.floor(pixels[0]! / columns), pixels[0]! % columns];
  const terms = pixels.map(
    (i) => [1, (i % columns) - column0, Math.floor(i / columns) - row0] as const,
  );
  const normal = [0, 1, 2].map((row) =>
    Float64Array.from([0, 1, 2, 3], (column) =>
      pixels.reduce(
        (sum, i, k) => sum + terms[k]![row]! * (column === 3 ? frame[i]! : terms[k]![column]!),
        0,
      ),
    ),
  );
  const [mean, across, down] = solveLinear(normal) as [number, number, number];
  return pixels.reduce((sum, i, k) => {
    const [, x, y] = terms[k]!;
    return sum + (frame[i]! - mean - across * x - down * y) ** 2;
  }, 0);
}

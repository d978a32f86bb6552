import { labOf } from '../colour/lab.ts';
import { linearSrgbToXyz } from '../colour/srgb.ts';
import type { Triple } from '../colour/xyz.ts';
import { fail } from '../text/json-fields.ts';

export interface FieldShading {
  /** 100 (max - min)/max of the luminance of the blocks. */
  readonly luminanceShadingPercent: number;
  /** Largest distance in a*, b* from the middle block; null of one value per pixel. */
  readonly colourShading: number | null;
}

export const USUAL_BLOCKS = [9, 12] as const;
const MOST_BLOCKS = 1000;

/**
 * Shading of an even field, after ISO 17957:2015.
 *
 * @param linear [rows, columns, channels], linear in light.
 * @param blocks down and across.
 * @see docs/reference/lab.md#shading
 */
export function fieldShading(
  {
    rows,
    columns,
    channels,
    linear,
  }: {
    readonly rows: number;
    readonly columns: number;
    readonly channels: 1 | 3;
    readonly linear: ArrayLike<number>;
  },
  [down, across]: readonly [number, number] = USUAL_BLOCKS,
): FieldShading {
  if (
    ![down, across].every((count) => Number.isInteger(count) && count >= 1 && count <= MOST_BLOCKS)
  )
    fail('blocks', `must be two whole numbers from 1 to ${MOST_BLOCKS}, rows and columns.`);
  if (rows < down || columns < across)
    fail('blocks', `${down} × ${across} need more than ${rows} × ${columns} pixels.`);
  const blocks = Array.from({ length: down * across }, (_, i) => {
    const [block, column] = [Math.floor(i / across), i % across];
    const [top, bottom] = [block, block + 1].map((at) => Math.floor((at * rows) / down));
    const [left, right] = [column, column + 1].map((at) => Math.floor((at * columns) / across));
    const sums = new Array<number>(channels).fill(0);
    for (let y = top!; y < bottom!; y += 1)
      for (let x = left!; x < right!; x += 1)
        for (let c = 0; c < channels; c += 1) sums[c]! += linear[(y * columns + x) * channels + c]!;
    const count = (bottom! - top!) * (right! - left!);
    return sums.map((sum) => sum / count);
  });
  const xyz = blocks.map((block) =>
    channels === 3 ? linearSrgbToXyz(block as unknown as Triple) : ([0, block[0]!, 0] as const),
  );
  const levels = xyz.map(([, y]) => y);
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  if (!(most > 0)) fail('roi', 'The field is dark: there is nothing to compare.');
  const middle = xyz[Math.floor(down / 2) * across + Math.floor(across / 2)]!;
  const colours = xyz.map(([x, y, z]) => {
    const scale = middle[1] / y;
    const [, a, b] = labOf([x * scale, middle[1], z * scale], middle);
    return Math.hypot(a, b);
  });
  return {
    luminanceShadingPercent: (100 * (most - least)) / most,
    colourShading: channels === 3 ? Math.max(...colours) : null,
  };
}

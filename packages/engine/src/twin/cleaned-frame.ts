import { medianOf } from '../quantities/statistics.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { colourAt } from './frame-layout.ts';

/** Half of the window, of one colour, from which a defect is replaced. */
const REACH = 2;

/**
 * A mean frame without its dark, divided by the response of its pixels, with defects replaced by
 * the median of their surroundings of the same colour.
 *
 * @param exposure seconds.
 * @see docs/reference/twin.md#t3
 */
export function cleanedFrame(
  mean: ArrayLike<number>,
  exposure: number,
  celsius: number | undefined,
  { layout, maps, good, dark, shortest }: SensorEstimate,
): Float64Array {
  const { rows, columns, tile } = layout;
  const more =
    dark.at(exposure, celsius) - dark.at(shortest.stack.exposure, shortest.stack.celsius);
  const clean = Float64Array.from({ length: rows * columns }, (_, i) =>
    good[i] ? (mean[i]! - shortest.mean[i]! - more) / (1 + (maps.prnu?.[i] ?? 0)) : NaN,
  );
  const step = tile.every((colour) => colour === tile[0]) ? 1 : 2;
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, i += 1) {
      if (good[i]) continue;
      const around: number[] = [];
      for (let y = row - REACH * step; y <= row + REACH * step; y += 1)
        for (let x = column - REACH * step; x <= column + REACH * step; x += 1) {
          if (y < 0 || x < 0 || y >= rows || x >= columns || !good[y * columns + x]) continue;
          if (colourAt(layout, y, x) === colourAt(layout, row, column))
            around.push(clean[y * columns + x]!);
        }
      clean[i] = around.length > 0 ? medianOf(around) : 0;
    }
  return clean;
}

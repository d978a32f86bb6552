import { D65_WHITE, adaptation } from '../colour/adaptation.ts';
import { XYZ_TO_LINEAR_SRGB, linearToSrgb } from '../colour/srgb.ts';
import { eachOf, type Triple } from '../colour/xyz.ts';
import type { ShownImage } from '../images/shown-image.ts';

/**
 * Renders an optical image to sRGB without a sensor: XYZ relative to a perfect white diffuser under
 * the scene's light, adapted to D65, clipped. It is not scaled to the brightest point, so that the
 * brightness of different runs can be compared.
 *
 * @param xyz planes of X, Y and Z, rows x columns, on any common scale.
 * @param white XYZ of the diffuser on the same scale.
 * @returns the picture and the share of pixels brighter than the white.
 * @see docs/reference/physics.md#p10.
 */
export function renderOpticalImage(
  xyz: readonly [Float32Array, Float32Array, Float32Array],
  white: Triple,
  rows: number,
  columns: number,
): { readonly image: ShownImage; readonly clippedShare: number } {
  const relative = (value: number): number => value / white[1];
  const toD65 = adaptation(eachOf(white, relative), D65_WHITE);
  const matrix = XYZ_TO_LINEAR_SRGB.map((row) =>
    [0, 1, 2].map((column) =>
      relative(
        row[0] * toD65[0][column]! + row[1] * toD65[1][column]! + row[2] * toD65[2][column]!,
      ),
    ),
  );
  const data = new Uint8Array(rows * columns * 3);
  let brighter = 0;
  for (let pixel = 0; pixel < rows * columns; pixel += 1) {
    const [x, y, z] = [xyz[0][pixel]!, xyz[1][pixel]!, xyz[2][pixel]!];
    if (y > white[1] * (1 + 1e-6)) brighter += 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const row = matrix[channel]!;
      data[pixel * 3 + channel] = linearToSrgb(row[0]! * x + row[1]! * y + row[2]! * z);
    }
  }
  return { image: { rows, columns, channels: 3, data }, clippedShare: brighter / (rows * columns) };
}

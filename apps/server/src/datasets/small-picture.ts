import type { RgbImage } from '@lumenloom/engine';
import { encodePng } from '@lumenloom/node-host';

/** A picture whose sides are at most so long: means over blocks of pixels. */
export function smallPicture({ rows, columns, rgb }: RgbImage, largestSide: number): RgbImage {
  const factor = Math.max(1, Math.ceil(Math.max(rows, columns) / largestSide));
  const [height, width] = [rows, columns].map((side) => Math.max(1, Math.floor(side / factor))) as [
    number,
    number,
  ];
  const [down, across] = [Math.min(factor, rows), Math.min(factor, columns)];
  const small = Uint8Array.from({ length: height * width * 3 }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / 3), at % 3];
    const [top, left] = [Math.floor(pixel / width) * down, (pixel % width) * across];
    let sum = 0;
    for (let row = top; row < top + down; row += 1)
      for (let column = left; column < left + across; column += 1)
        sum += rgb[3 * (row * columns + column) + channel]!;
    return Math.round(sum / (down * across));
  });
  return { rows: height, columns: width, rgb: small };
}

/** A picture as a data URL of a PNG. */
export async function pictureUrl({ rows, columns, rgb }: RgbImage): Promise<string> {
  const png = await encodePng({ rows, columns, channels: 3, data: rgb });
  return `data:image/png;base64,${png.toString('base64')}`;
}

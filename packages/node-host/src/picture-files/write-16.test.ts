import { expect, test } from 'vitest';
import { decodePicture } from '../image-files.ts';
import { writePng16 } from './write-png.ts';
import { writeTiff16 } from './write-tiff16.ts';

const [rows, columns] = [5, 7];

test.each([1, 3] as const)('a picture of %d channels comes back to the bit', async (channels) => {
  const data = Uint16Array.from(
    { length: channels * rows * columns },
    (_, i) => (i * 40503 + 1) & 0xffff,
  );
  const image = { rows, columns, channels, data };
  const texts = { Software: 'test', Description: 'Lichtstärke: 光' };
  for (const bytes of [writePng16(image, texts), writeTiff16(image, JSON.stringify(texts))])
    expect(await decodePicture(bytes)).toEqual({ ...image, largest: 65535 });
});

import { deflateSync } from 'node:zlib';
import { WAVELENGTHS, npyHeader } from '@lumenloom/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeExr } from '../picture-files/write-exr.ts';
import { long, short } from '../picture-files/picture-tags.ts';
import { writePng16 } from '../picture-files/write-png.ts';
import { writeTiff16 } from '../picture-files/write-tiff16.ts';
import { writeTiff } from '../picture-files/write-tiff.ts';
import { readSceneFile, type SceneReading } from './read-scene-file.ts';

const [ROWS, COLUMNS] = [12, 10];
const samples = Uint16Array.from({ length: 3 * ROWS * COLUMNS }, (_, i) => (i * 40503) & 0xffff);
const image = { rows: ROWS, columns: COLUMNS, channels: 3, data: samples } as const;
const floats = (name: string) =>
  [name, Float32Array.from({ length: ROWS * COLUMNS }, (_, i) => (i % 7) / 7)] as const;
const cube = Float32Array.from({ length: 31 * ROWS * COLUMNS }, (_, i) => (i % 11) / 11);
const [DEFLATE, FLOAT, MIN_IS_BLACK] = [8, 3, 1];

/** A TIFF of floats, deflated: sharp would convert it as colours, so another library reads it. */
const floatTiff = (strip: Uint8Array, rows = ROWS): Uint8Array =>
  writeTiff({
    fields: new Map([
      [256, long(COLUMNS)],
      [257, long(rows)],
      [258, short(32)],
      [259, short(DEFLATE)],
      [262, short(MIN_IS_BLACK)],
      [277, short(1)],
      [278, long(rows)],
      [339, short(FLOAT)],
    ]),
    strip,
  });
const jpeg = await sharp(new Uint8Array(3 * 64 * 48).fill(90), {
  raw: { width: 64, height: 48, channels: 3 },
})
  .jpeg()
  .toBuffer();

const whole: readonly (readonly [string, Uint8Array, SceneReading])[] = [
  ['a.png', writePng16(image, { Software: 'test' }), {}],
  ['a.tiff', writeTiff16(image, '{}'), {}],
  ['float.tiff', floatTiff(deflateSync(new Uint8Array(floats('Y')[1].buffer))), {}],
  ['a.jpg', jpeg, {}],
  ['zip.exr', writeExr({ ...image, channels: new Map(['R', 'G', 'B'].map(floats)) }), {}],
  [
    'bands.exr',
    writeExr({ ...image, channels: new Map(WAVELENGTHS.map((nm) => floats(`${nm}nm`))) }),
    {},
  ],
  [
    'a.npy',
    Buffer.concat([npyHeader('float32', [31, ROWS, COLUMNS]), new Uint8Array(cube.buffer)]),
    { wavelengths: [...WAVELENGTHS] },
  ],
];

/** Nothing, every byte of the first words, and parts of the rest. */
const cuts = (length: number): readonly number[] => [
  ...new Set([
    ...[0, 1, 2, 3, 4, 7, 8, 9, 12, 16, 24, 33, 57, 64, 100, 128],
    ...Array.from({ length: 12 }, (_, i) => Math.floor((length * (i + 0.5)) / 12)),
    length - 40,
    length - 20,
  ]),
];

describe.each(whole)('%s', (name, bytes, reading) => {
  it('is read whole', async () => {
    expect((await readSceneFile(bytes, name, reading)).scene.data.planes.length).toBeGreaterThan(0);
  });
  it.each(cuts(bytes.length).filter((cut) => cut >= 0 && cut < bytes.length))(
    'cut off after %d bytes is refused with a sentence, or read whole',
    async (cut) => {
      const outcome = await readSceneFile(bytes.subarray(0, cut), name, reading).then(
        ({ scene }) => scene.data.planes,
        (error: unknown) => error,
      );
      // What is cut off may be behind the picture, as the end of a PNG is.
      if (Array.isArray(outcome)) {
        expect(outcome).toEqual((await readSceneFile(bytes, name, reading)).scene.data.planes);
        return;
      }
      expect(outcome).toMatchObject({
        name: 'SimulationError',
        message: expect.stringMatching(/^[A-Z][^\n]{10,400}\.$/) as string,
      });
    },
  );
});

describe('what unpacks to far more than its header says', () => {
  /** 256 MB of zeros. */
  const bomb = deflateSync(Buffer.alloc(256e6), { level: 9 });
  /** Bytes: far less than what is packed. */
  const MOST_MEMORY = 120e6;
  it.each([
    ['a TIFF of floats', floatTiff(bomb), 'a.tiff'],
    ['a PNG', pngWith(ROWS, bomb), 'a.png'],
    ['a PNG of 4e9 pixels', pngWith(400_000_000, bomb), 'a.png'],
    ['a TIFF of 4e9 pixels', floatTiff(bomb, 400_000_000), 'a.tiff'],
  ])('%s is refused without unpacking it', async (_, bytes, name) => {
    const before = process.memoryUsage.rss();
    await expect(readSceneFile(bytes, name, {})).rejects.toMatchObject({ name: 'SimulationError' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(MOST_MEMORY);
  });
});

/** A PNG whose header and data do not belong together. */
function pngWith(rows: number, data: Uint8Array): Uint8Array {
  const good = Buffer.from(writePng16({ ...image, rows: 1, data: samples.slice(0, 30) }, {}));
  good.writeUInt32BE(rows, 20);
  const at = good.indexOf('IDAT');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([good.subarray(0, at - 4), length, Buffer.from('IDAT'), data]);
}

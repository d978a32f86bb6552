import { describe, expect, test } from 'vitest';
import { builtKernel } from '../../../references/isp/built-kernel.ts';
import { encodedSrgb, linearToSrgb } from '../../colour/srgb.ts';
import { gaussianOf } from '../../random/gaussian.ts';
import { withoutDefects } from './defects.ts';
import { demosaicMenon } from './demosaic-menon.ts';
import { demosaicTile } from './demosaic-tile.ts';
import { encoded16 } from './encode.ts';
import { loadReferenceIsp, plainSteps } from './load-reference-isp.ts';
import { denoised } from './stabilised-denoising.ts';

const [ROWS, COLUMNS] = [48, 64];
const RGGB = [
  [0, 1],
  [1, 2],
];
const GRBG = [
  [1, 0],
  [2, 1],
];
const GBRG = [
  [1, 2],
  [0, 1],
];
const BGGR = [
  [2, 1],
  [1, 0],
];
const period = [2, 2] as const;

const mosaicOf = (valueAt: (row: number, column: number) => number): Float32Array =>
  Float32Array.from({ length: ROWS * COLUMNS }, (_, at) =>
    valueAt(Math.floor(at / COLUMNS), at % COLUMNS),
  );

/** Normal numbers that are the same in every run. */
function normal(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return gaussianOf(state >>> 0);
  };
}

describe('Menon 2007', () => {
  const colourAt = (row: number, column: number, channel: number): number =>
    0.2 + 0.1 * channel + 0.003 * row + 0.002 * column;

  test.each([
    ['rggb', RGGB],
    ['grbg', GRBG],
    ['gbrg', GBRG],
    ['bggr', BGGR],
  ])('keeps even slopes of all colours exactly on %s, but for the mirrored border', (_, layout) => {
    const values = mosaicOf((row, column) => colourAt(row, column, layout[row & 1]![column & 1]!));
    const planes = demosaicMenon({ values, rows: ROWS, columns: COLUMNS, layout });
    for (const [channel, plane] of planes.entries())
      for (let row = 6; row < ROWS - 6; row += 1)
        for (let column = 6; column < COLUMNS - 6; column += 1)
          expect(plane[row * COLUMNS + column]).toBeCloseTo(colourAt(row, column, channel), 5);
  });

  test('follows grey stripes along rows and along columns, where bilinear means mix them', () => {
    for (const alongRows of [true, false]) {
      const grey = (row: number, column: number): number =>
        ((alongRows ? row : column) >> 1) % 2 === 0 ? 0.2 : 0.8;
      const values = mosaicOf(grey);
      const planes = demosaicMenon({ values, rows: ROWS, columns: COLUMNS, layout: RGGB });
      const bilinear = demosaicTile(values, { rows: ROWS, columns: COLUMNS }, RGGB, 3);
      const worst = (some: readonly Float32Array[]): number => {
        let sum = 0;
        for (const plane of some)
          for (let row = 8; row < ROWS - 8; row += 1)
            for (let column = 8; column < COLUMNS - 8; column += 1)
              sum += Math.abs(plane[row * COLUMNS + column]! - grey(row, column));
        return sum;
      };
      expect(worst(planes)).toBeLessThan(0.05 * worst(bilinear));
    }
  });

  test('takes pictures of any size from 2 x 2 on, and leaves measured pixels as they are', () => {
    for (const [rows, columns] of [
      [2, 2],
      [3, 5],
      [10, 7],
    ] as const) {
      const values = Float32Array.from({ length: rows * columns }, (_, i) => ((i * 37) % 11) / 11);
      const planes = demosaicMenon({ values, rows, columns, layout: RGGB });
      for (const [i, value] of values.entries()) {
        const channel = RGGB[Math.floor(i / columns) & 1]![(i % columns) & 1]!;
        expect(planes[channel]![i]).toBe(value);
      }
    }
  });
});

test('the tile method keeps an even colour on a quad tile, and the values of each pixel', () => {
  const layout = ['rrgg', 'rrgg', 'ggbb', 'ggbb'].map((line) =>
    Array.from(line, (letter) => 'rgb'.indexOf(letter)),
  );
  const values = mosaicOf((row, column) => 0.25 * (1 + layout[row % 4]![column % 4]!));
  const planes = demosaicTile(values, { rows: ROWS, columns: COLUMNS }, layout, 3);
  for (const [channel, plane] of planes.entries())
    for (const value of plane) expect(value).toBeCloseTo(0.25 * (1 + channel), 6);
});

describe('denoising', () => {
  const FLOOR = 10;
  const noisy = (mean: (row: number, column: number) => number) => {
    const draw = normal(7);
    return mosaicOf((row, column) => {
      const electrons = mean(row, column);
      return electrons + Math.sqrt(electrons + FLOOR ** 2) * draw();
    });
  };
  const statistics = (values: Float32Array) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean, variance };
  };

  test.each([20, 300, 6000])(
    'keeps the mean of an even field of %d electrons and takes most of its variance',
    (level) => {
      const electrons = noisy(() => level);
      const before = statistics(electrons);
      const after = statistics(
        denoised({ electrons, rows: ROWS, columns: COLUMNS, period }, FLOOR, 1),
      );
      // 4.5 standard errors of the mean of the picture, which both share.
      const error = Math.sqrt((level + FLOOR ** 2) / (ROWS * COLUMNS));
      expect(Math.abs(after.mean - level)).toBeLessThan(4.5 * error);
      expect(after.variance).toBeLessThan(0.25 * before.variance);
    },
  );

  test('leaves an edge beyond the noise, and everything with strength 0', () => {
    const electrons = noisy((_, column) => (column < 32 ? 1000 : 3000));
    const mosaic = { electrons, rows: ROWS, columns: COLUMNS, period };
    const out = denoised(mosaic, FLOOR, 1);
    // Means of a column beside the edge: 4.5 standard errors of 48 pixels.
    for (const [column, level] of [
      [31, 1000],
      [32, 3000],
    ] as const) {
      let sum = 0;
      for (let row = 0; row < ROWS; row += 1) sum += out[row * COLUMNS + column]!;
      expect(Math.abs(sum / ROWS - level)).toBeLessThan(
        4.5 * Math.sqrt((level + FLOOR ** 2) / ROWS),
      );
    }
    expect(denoised(mosaic, FLOOR, 0)).toBe(electrons);
  });
});

describe('defects', () => {
  const find = (electrons: Float32Array) =>
    withoutDefects({ electrons, rows: ROWS, columns: COLUMNS, period }, 10);
  const even = (): Float32Array => mosaicOf((row, column) => 500 + row + column);

  test('a bright and a dark pixel that stand alone become the median around them', () => {
    const electrons = even();
    electrons[20 * COLUMNS + 20] = 5000;
    electrons[30 * COLUMNS + 41] = 0;
    const { electrons: out, replaced } = find(electrons);
    expect(replaced).toBe(2);
    expect(out[20 * COLUMNS + 20]).toBeCloseTo(540, 0);
    expect(out[30 * COLUMNS + 41]).toBeCloseTo(571, 0);
    expect(find(even())).toMatchObject({ replaced: 0 });
  });

  test('the image of a point of light stays', () => {
    const electrons = even();
    for (const [row, column, light] of [
      [20, 20, 5000],
      [20, 21, 1500],
      [20, 19, 1500],
      [19, 20, 1500],
      [21, 20, 1500],
    ] as const)
      electrons[row * COLUMNS + column]! += light;
    const { electrons: out, replaced } = find(electrons);
    expect(replaced).toBe(0);
    expect(out).toEqual(electrons);
  });
});

const bytesOf = ({ buffer }: Float32Array): Buffer => Buffer.from(buffer);

// The last band of 33 rows has one row, and the search for suspects takes 65536 pixels at once.
test.each([
  [2, 2],
  [3, 5],
  [33, 47],
  [66, 1030],
])('the kernel gives the bits of its plain twins: %d x %d', async (rows, columns) => {
  const steps = await loadReferenceIsp({ loadKernel: builtKernel });
  expect(steps).not.toBe(plainSteps);
  const draw = normal(11);
  const electrons = Float32Array.from({ length: rows * columns }, (_, i) => {
    const mean = 300 + 250 * Math.sin(i / 7);
    return i % 97 === 0 ? 30 * mean : mean + 20 * draw();
  });
  for (const period of [
    [2, 2],
    [1, 1],
    [4, 3],
  ] as const) {
    const mosaic = { electrons, rows, columns, period };
    const [fast, plain] = [withoutDefects(mosaic, 10, steps.suspects), withoutDefects(mosaic, 10)];
    expect(fast.replaced).toBe(plain.replaced);
    for (const [one, other] of [
      [fast.electrons, plain.electrons],
      [steps.denoise(mosaic, 10, 0.7), denoised(mosaic, 10, 0.7)],
    ] as const)
      expect(bytesOf(one).equals(bytesOf(other))).toBe(true);
  }
  const matrix = [
    [1.6, -0.5, -0.1],
    [-0.2, 1.5, -0.3],
    [0.05, -0.6, 1.55],
  ];
  for (const layout of [RGGB, GRBG, GBRG, BGGR]) {
    const mosaic = { electrons, full: 400, rows, columns, layout, gains: [1.7, 1, 2.1], matrix };
    const bayer = { ...mosaic, isBayer: true };
    const [fast, plain] = [steps.inLinear(bayer), plainSteps.inLinear(bayer)];
    expect(bytesOf(fast.linear).equals(bytesOf(plain.linear))).toBe(true);
    expect(bytesOf(fast.luminances).equals(bytesOf(plain.luminances))).toBe(true);
  }
});

test('pictures are encoded as sRGB with 8 and with 16 bits', () => {
  const linear = Float32Array.from({ length: 20_000 }, (_, i) => i / 18_000 - 0.05);
  expect(encodedSrgb(linear)).toEqual(Uint8Array.from(linear, linearToSrgb));
  const expected = Array.from(linear, (value) => {
    const light = Math.min(1, Math.max(0, value));
    return 65535 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  });
  const codes = encoded16(linear);
  // Half a code of rounding, and the straight lines between the samples.
  for (const [i, code] of codes.entries())
    expect(Math.abs(code - expected[i]!)).toBeLessThanOrEqual(0.51);
});

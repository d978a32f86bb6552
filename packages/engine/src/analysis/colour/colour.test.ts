import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearToSrgb } from '../../colour/srgb.ts';
import type { Triple } from '../../colour/xyz.ts';
import type { MeasuredPicture } from '../measured-picture.ts';
import { colourErrors, type PatchReference } from './colour-errors.ts';
import {
  fitMatrix,
  fitWhiteKeepingMatrix,
  applyMatrix,
  type ColourMatrix,
} from './colour-matrix.ts';
import { homography } from './homography.ts';
import { patchColours } from './patches.ts';

/** A picture of 2 x 3 patches, 20 pixels each, of the linear colours given. */
function chart(colours: readonly Triple[]): MeasuredPicture {
  const data = new Uint8Array(40 * 60 * 3);
  for (let pixel = 0; pixel < 40 * 60; pixel += 1) {
    const patch = Math.floor(pixel / 60 / 20) * 3 + Math.floor((pixel % 60) / 20);
    for (let channel = 0; channel < 3; channel += 1)
      data[pixel * 3 + channel] = linearToSrgb(colours[patch]![channel]!);
  }
  return { rows: 40, columns: 60, channels: 3, data, largest: 255 };
}
const colours = Array.from({ length: 6 }, (_, i): Triple => [0.1 + 0.1 * i, 0.3, 0.8 - 0.1 * i]);
/** Half a code at the steepest part of the curve. */
const CODE = 0.006;

describe('patches of a chart', () => {
  test('come row by row from the first corner, wherever that is', () => {
    const upright = homography([
      [0, 0],
      [60, 0],
      [60, 40],
      [0, 40],
    ]);
    const found = patchColours(chart(colours), { rows: 2, columns: 3, map: upright });
    for (const [i, { linear, snrDb }] of found.entries()) {
      for (const [channel, value] of linear.entries())
        expect(Math.abs(value - colours[i]![channel]!)).toBeLessThan(CODE);
      expect(snrDb).toBeNull();
    }
    const turned = homography([
      [60, 40],
      [0, 40],
      [0, 0],
      [60, 0],
    ]);
    expect(
      patchColours(chart(colours), { rows: 2, columns: 3, map: turned }).map(
        ({ linear }) => linear,
      ),
    ).toEqual(found.map(({ linear }) => linear).toReversed());
  });

  test('of a mosaic are means of the pixels of each colour', () => {
    const data = Uint16Array.from({ length: 40 * 60 }, (_, i) =>
      (Math.floor(i / 60) % 2) * 2 + (i % 2) === 1
        ? 100
        : (Math.floor(i / 60) % 2) * 2 + (i % 2) === 2
          ? 300
          : 200,
    );
    const map = homography([
      [0, 0],
      [60, 0],
      [60, 40],
      [0, 40],
    ]);
    const mosaic: MeasuredPicture = { rows: 40, columns: 60, channels: 1, data, largest: 1000 };
    for (const { linear } of patchColours(mosaic, { rows: 2, columns: 3, map }, 'grbg'))
      expect(linear.map((value) => value.toFixed(6))).toEqual(['0.100000', '0.200000', '0.300000']);
  });

  test.each([
    [
      [
        [0, 0],
        [60, 0],
        [60, 45],
        [0, 45],
      ],
      { columns: 3, rows: 2 },
      undefined,
    ],
    [
      [
        [0, 0],
        [200, 0],
        [200, 40],
        [0, 40],
      ],
      { columns: 3, rows: 2 },
      /patch 2 .* out of the picture/,
    ],
    [
      [
        [0, 0],
        [12, 0],
        [12, 8],
        [0, 8],
      ],
      { columns: 3, rows: 2 },
      /too small/,
    ],
  ] as const)('corners %j', (corners, size, sentence) => {
    const measure = (): unknown =>
      patchColours(chart(colours), { ...size, map: homography(corners) });
    if (sentence) expect(measure).toThrow(sentence);
    else expect(measure).not.toThrow();
  });
});

describe('homography', () => {
  test('takes the corners of the square to the points, and straight lines to straight lines', () => {
    const corners = [
      [3, 4],
      [50, 10],
      [40, 60],
      [8, 44],
    ] as const;
    const map = homography(corners);
    for (const [i, [u, v]] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].entries()) {
      expect(map(u!, v!)[0]).toBeCloseTo(corners[i]![0], 9);
      expect(map(u!, v!)[1]).toBeCloseTo(corners[i]![1], 9);
    }
    const [[ax, ay], [bx, by], [cx, cy]] = [map(0.1, 0.2), map(0.4, 0.5), map(0.8, 0.9)];
    expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeCloseTo(0, 9);
  });
  test.each([
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ],
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
    ],
    [
      [0, 0],
      [0, 0],
      [1, 1],
      [0, 1],
    ],
  ] as const)('refuses corners that are no quadrilateral', (...corners) => {
    expect(() => homography(corners)).toThrow(/in their order round it/);
  });
});

const matrixOf = (values: readonly number[]): ColourMatrix =>
  [values.slice(0, 3), values.slice(3, 6), values.slice(6)] as unknown as ColourMatrix;

test('a matrix is found again from the colours that it mixed; one that keeps white, with rows of sum 1', () => {
  const factor = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(fc.array(factor, { minLength: 9, maxLength: 9 }), (values) => {
      const matrix = matrixOf(values);
      const found = fitMatrix(
        colours.concat([
          [1, 0, 0],
          [0, 1, 0],
        ]),
        colours
          .concat([
            [1, 0, 0],
            [0, 1, 0],
          ])
          .map((colour) => applyMatrix(matrix, colour)),
      );
      found.flat().forEach((value, i) => expect(value).toBeCloseTo(values[i]!, 6));
      const white = matrixOf(
        values.map((value, i) => (i % 3 === 1 ? 1 - values[i - 1]! - values[i + 1]! : value)),
      );
      const kept = fitWhiteKeepingMatrix(
        colours.concat([[1, 0, 0]]),
        colours.concat([[1, 0, 0]]).map((colour) => applyMatrix(white, colour)),
      );
      for (const row of kept) expect(row[0] + row[1] + row[2]).toBeCloseTo(1, 12);
      kept.flat().forEach((value, i) => expect(value).toBeCloseTo(white.flat()[i]!, 6));
    }),
    { numRuns: 100, seed: 5 },
  );
});

describe('errors of colour', () => {
  const grey = (name: string, y: number): PatchReference => ({
    name,
    xyz: [0.9505 * y, y, 1.089 * y],
    isGrey: true,
  });
  const references = [grey('light', 0.8), grey('dark', 0.2)];
  const asTriple = (colour: readonly [number, number, number]): Triple => colour;

  test('are none where the colours are right', () => {
    const errors = colourErrors(
      [
        { linear: asTriple([0.8, 0.8, 0.8]), snrDb: 40 },
        { linear: asTriple([0.2, 0.2, 0.2]), snrDb: 30 },
      ],
      references,
    );
    expect(errors.max).toBeLessThan(1e-9);
    expect(errors.whiteBalanceErrorC).toBeLessThan(1e-9);
    expect(errors.whiteBalanceErrorK).toBeCloseTo(0, 6);
    expect(errors.exposureErrorStops).toBeCloseTo(0, 9);
    expect(errors.patches.map(({ name, snrDb }) => [name, snrDb])).toEqual([
      ['light', 40],
      ['dark', 30],
    ]);
  });

  test('half the light is one stop less; blue greys are hotter', () => {
    const errors = colourErrors(
      [
        { linear: asTriple([0.4, 0.4, 0.5]), snrDb: null },
        { linear: asTriple([0.1, 0.1, 0.125]), snrDb: null },
      ],
      references,
    );
    // Blue has 7.22 % of the luminance.
    expect(errors.exposureErrorStops).toBeCloseTo(-1 + Math.log2(1 + 0.25 * 0.0722), 9);
    expect(errors.whiteBalanceErrorK).toBeGreaterThan(500);
    expect(errors.whiteBalanceErrorC).toBeGreaterThan(5);
    expect(errors.median).toBeCloseTo(
      (errors.patches[0]!.deltaE2000 + errors.patches[1]!.deltaE2000) / 2,
      12,
    );
  });
});

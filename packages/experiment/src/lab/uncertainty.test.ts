import { gaussianOf, meanOf } from '@lumenloom/engine';
import {
  SplitMix,
  USUAL_GAP,
  edgeInformation,
  noiseSpectrum,
  starSfr,
  toneSteps,
} from '@lumenloom/engine/lab';
import { describe, expect, test } from 'vitest';
import type { ReadFigure } from './reading.ts';
import { curveOf, figureOf, jackknifeError, standardErrorOf } from './uncertainty.ts';

const readingOf = (value: number | null, more: Partial<ReadFigure> = {}): ReadFigure => ({
  ...{ key: 'mtf50', label: 'MTF50', unit: 'cycles/px', true: 0.4, condition: 'field 0' },
  source: 'raw',
  value,
  ...more,
});

test('a figure is the mean of its readings, with the error of that mean', () => {
  const figure = figureOf(
    'sfr',
    [0.3, 0.4, 0.5].map((value) => readingOf(value)),
  );
  expect(figure).toMatchObject({ id: 'sfr.mtf50', n: 3, method: 'seeds', true: 0.4 });
  expect(figure.value).toBeCloseTo(0.4, 12);
  expect(figure.standardError).toBeCloseTo(0.1 / Math.sqrt(3), 12);
});

test.each([
  ['one seed', [readingOf(0.4)], { n: 1, standardError: null, method: 'none: one seed' }],
  [
    'one reading with an error of its own',
    [readingOf(0.4, { error: { value: 0.01, method: 'blocks' } })],
    { standardError: 0.01, method: 'blocks' },
  ],
  [
    'what noise does not change',
    [readingOf(0.4, { still: 'it is a closed form' }), readingOf(0.4)],
    { standardError: null, method: 'none: it is a closed form' },
  ],
  [
    'what one seed of two reaches',
    [readingOf(null, { condition: 'field 0: too noisy' }), readingOf(0.4)],
    { value: 0.4, n: 1, condition: 'field 0; 1 of 2 seeds do not reach it' },
  ],
  ['what no seed reaches', [readingOf(null)], { value: null, method: 'none: there is no value' }],
])('says of %s where its error comes from', (_, readings, expected) => {
  expect(figureOf('sfr', readings)).toMatchObject(expected);
});

test('a curve is null where a reading is', () => {
  const curve = { key: 'a', label: 'a', x: [1, 2], xUnit: '', yUnit: '', true: null };
  expect(
    curveOf('s', [
      { ...curve, y: [1, NaN] },
      { ...curve, y: [3, 1] },
    ]).y,
  ).toEqual([2, null]);
});

test('the jackknife of a mean is its standard error', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6];
  const without = values.map((_, i) => meanOf(values.filter((__, k) => k !== i)));
  expect(jackknifeError(without)).toBeCloseTo(standardErrorOf(values)!, 12);
});

/** Normal numbers of a seed. */
function noiseOf(seed: number): () => number {
  const draws = new SplitMix(seed);
  return () => gaussianOf(Math.floor(draws.next() * 2 ** 32));
}

/** A small picture with Poisson-like noise. */
const pictureOf = (
  rows: number,
  columns: number,
  normal: () => number,
  light: (x: number, y: number) => number,
): Float64Array =>
  Float64Array.from({ length: rows * columns }, (_, i) => {
    const value = light((i % columns) + 0.5, Math.floor(i / columns) + 0.5);
    return value + Math.sqrt(value + 4) * normal();
  });

const allUsed = (rows: number, columns: number): Uint8Array =>
  new Uint8Array(rows * columns).fill(1);
const [EDGE_SIDE, STAR_SIDE, EVEN_SIDE, STEP] = [48, 64, 32, 8] as const;
const STEPS = Array.from({ length: 16 }, (_, i) => 4000 * 10 ** (-0.25 * i));

/** Five figures of five small pictures. */
const ESTIMATORS: Readonly<Record<string, (normal: () => number) => number>> = {
  'capacity of an edge': (normal) => {
    const values = pictureOf(EDGE_SIDE, EDGE_SIDE, normal, (x, y) => {
      const distance = x - EDGE_SIDE / 2 - 0.1 * (y - EDGE_SIDE / 2);
      return 400 + 1200 / (1 + Math.exp(-2 * distance));
    });
    const region = { rows: EDGE_SIDE, columns: EDGE_SIDE, values };
    return edgeInformation([{ ...region, used: allUsed(EDGE_SIDE, EDGE_SIDE) }], {
      black: 0,
      gap: USUAL_GAP,
    }).capacity;
  },
  'modulation of a star': (normal) => {
    const middle = STAR_SIDE / 2;
    const values = pictureOf(
      STAR_SIDE,
      STAR_SIDE,
      normal,
      (x, y) => 500 * (1 + 0.6 * Math.cos(16 * Math.atan2(y - middle, x - middle))),
    );
    const region = { rows: STAR_SIDE, columns: STAR_SIDE, values };
    const star = { centre: [middle, middle] as const, cycles: 16, modulation: 0.6, radii: [24] };
    return starSfr({ ...region, used: allUsed(STAR_SIDE, STAR_SIDE) }, star).mean[0]!;
  },
  'variance of noise': (normal) =>
    spectrumOf(Array.from({ length: 3 }, () => pictureOf(EVEN_SIDE, EVEN_SIDE, normal, () => 900)))
      .variance,
  'noise of rows': (normal) =>
    spectrumOf(Array.from({ length: 3 }, () => pictureOf(EVEN_SIDE, EVEN_SIDE, normal, () => 900)))
      .rowVariance,
  'dynamic range of steps': (normal) => {
    const columns = STEP * STEPS.length;
    const frames = Array.from({ length: 4 }, () =>
      pictureOf(STEP, columns, normal, (x) => STEPS[Math.floor(x / STEP)]!),
    );
    const patches = STEPS.map((luminance, i) => ({
      rectangle: { x: STEP * i, y: 0, width: STEP, height: STEP },
      luminance,
    }));
    const stack = { rows: STEP, columns, used: allUsed(STEP, columns), frames };
    return toneSteps(stack, { patches, saturation: 6000 }).dynamicRangeDb!;
  },
};

const spectrumOf = (frames: readonly Float64Array[]) =>
  noiseSpectrum([{ rows: EVEN_SIDE, columns: EVEN_SIDE, frames }], {
    kind: 'temporal',
    block: 16,
    pixels: 1,
  });

const [REPORTS, SEEDS] = [50, 5] as const;
/** The error that one report of five seeds prints is itself uncertain by a third. */
const TRUE_WITHIN = 0.3;

describe('over 50 reports the errors that they print are those that they make', () => {
  test.each(Object.entries(ESTIMATORS))('%s', (_, estimate) => {
    const reports = Array.from({ length: REPORTS }, (__, report) =>
      figureOf(
        'lab',
        Array.from({ length: SEEDS }, (___, k) =>
          readingOf(estimate(noiseOf(1000 * report + k + 1))),
        ),
      ),
    );
    const made = standardErrorOf(reports.map(({ value }) => value as number))!;
    const printed = Math.sqrt(meanOf(reports.map(({ standardError }) => standardError! ** 2)));
    expect(Math.abs((made * Math.sqrt(REPORTS)) / printed - 1)).toBeLessThan(TRUE_WITHIN);
  });
});

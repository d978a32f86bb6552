/**
 * Tone map, lens shading and white balance against a numpy model of the rules
 * (docs/reference/isp.md#corrections); the arrays are made by formula.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bayerPlanes, shadedCodes } from '../../src/corrections/lens-shading.ts';
import { toneCodes, toneMapped } from '../../src/corrections/tone-map.ts';
import { gainsByRule } from '../../src/corrections/white-balance-rules.ts';
import { readNpy } from '../../src/images/npy.ts';
import { mosaicOf } from '../../src/sensors/colour-filters.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import manifest from './manifest.json' with { type: 'json' };

/** Error of the tones: the picture is kept in single precision. */
const TONE_TOLERANCE = 1e-6;
const GAIN_TOLERANCE = 1e-6;
/** Share of codes that may be 1 off, because percentile and logarithm are in double precision. */
const OTHER_CODES = 1e-3;

const array = (file: string) => readNpy(readFileSync(new URL(file, import.meta.url)));

/** Largest difference of two lists of codes, and the share of codes that differ. */
function codeDifference(actual: ArrayLike<number>, expected: ArrayLike<number>) {
  expect(actual.length).toBe(expected.length);
  let [most, count] = [0, 0];
  for (let i = 0; i < expected.length; i += 1) {
    const difference = Math.abs(actual[i]! - expected[i]!);
    most = Math.max(most, difference);
    if (difference > 0) count += 1;
  }
  return { most, share: count / expected.length };
}

test('reinhard gives the tones of the model, and its codes at scale 1', () => {
  const { file, tone, key, codes12AtScale1 } = manifest.toneMap;
  const { shape, data } = array(file);
  const [rows = 0, columns = 0] = shape;
  const { tones } = toneMapped(
    { electrons: data as Float32Array, full: 1, rows, columns },
    { operator: 'reinhard', key, bits: 12 },
  );
  const expected = array(tone).data;
  expect(largestRelativeDeviation(tones, expected)).toBeLessThanOrEqual(TONE_TOLERANCE);
  const { most, share } = codeDifference(toneCodes(tones, 1, 12), array(codes12AtScale1).data);
  expect(most).toBeLessThanOrEqual(1);
  expect(share).toBeLessThanOrEqual(OTHER_CODES);
});

const { layout } = mosaicOf({ order: 'rggb' });

test('lens shading gives the codes of the model', () => {
  const { file, gains, out } = manifest.lensShading;
  const { shape, data } = array(file);
  const { shape: nodes, data: values } = array(gains);
  const [rows = 0, columns = 0] = shape;
  const [down = 0, across = 0, planes = 0] = nodes;
  const shaded = shadedCodes(
    data as Uint16Array,
    { rows, columns, planeAt: bayerPlanes(layout) },
    { rows: down, columns: across, planes, data: Float32Array.from(values) },
    { black: 0, bits: 12 },
  );
  const { most, share } = codeDifference(shaded, array(out).data);
  expect(most).toBeLessThanOrEqual(1);
  expect(share).toBeLessThanOrEqual(OTHER_CODES);
});

test.each(['greyWorld', 'whitePatch', 'greyEdge'] as const)(
  '%s finds the gains of the model',
  (rule) => {
    const { file, bits, blackLevel, ...expected } = manifest.whiteBalance;
    const { shape, data } = array(file);
    const [rows = 0, columns = 0] = shape;
    const { gains, cells } = gainsByRule(
      { codes: data as Uint16Array, rows, columns, bits, black: blackLevel, layout },
      rule,
    );
    const { cells: count, red, blue } = expected[rule];
    expect(cells).toBe(count);
    expect(largestRelativeDeviation([gains!.red, gains!.blue], [red, blue])).toBeLessThanOrEqual(
      GAIN_TOLERANCE,
    );
  },
);

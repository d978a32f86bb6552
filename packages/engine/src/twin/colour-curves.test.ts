import { expect, test } from 'vitest';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { colourCurves } from './colour-curves.ts';

const bell = (nm: number, middle: number, width: number): number =>
  Math.exp(-0.5 * ((nm - middle) / width) ** 2);
const FILTERS = [605, 535, 455].map((middle) =>
  WAVELENGTHS.map((nm) => 0.5 * bell(nm, middle, 42) + 0.02 * bell(nm, 560, 60)),
);
const LIGHTS = {
  day: WAVELENGTHS.map((nm) => nm * (1 - 0.1 * bell(nm, 430, 15))),
  lamp: WAVELENGTHS.map((nm) => 0.8 * nm * (nm / 550) ** 3),
};
/** Smooth pigments: greys, edges and bands. */
const pigment = (k: number): number[] =>
  WAVELENGTHS.map((nm) => {
    if (k < 6) return 0.9 / 1.8 ** k;
    const [middle, width] = [430 + 240 * ((k * 0.618) % 1), 18 + 5 * (k % 6)];
    const edge = 1 / (1 + Math.exp((middle - nm) / width));
    const shape = [edge, 1 - edge, bell(nm, middle, 1.5 * width)][k % 3]!;
    return 0.06 + 0.6 * shape;
  });
const seenBy = (light: readonly number[], shares: readonly number[]): number[] =>
  FILTERS.map((filter) =>
    filter.reduce((sum, value, band) => sum + value * light[band]! * shares[band]!, 0),
  );
const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Of a patch of the chart, and of one that the chart does not have. */
const [PATCH_TOLERANCE, UNSEEN_TOLERANCE] = [0.005, 0.015];

test('curves of two lights predict their chart, their strengths and other pigments', () => {
  const chart = Array.from({ length: 24 }, (_, k) => pigment(k));
  const charts = (['day', 'lamp'] as const).map((light) => ({
    light,
    photons: Float64Array.from(LIGHTS[light]),
    reflectances: chart.map((shares) => Float64Array.from(shares)),
    patches: chart.map((shares) => seenBy(LIGHTS[light], shares)),
  }));
  const { curves, strengths, predicted } = colourCurves(charts);
  // Lights count by their sums, so that the strength of the second is the ratio of these.
  expect(strengths[1]! / (sumOf(LIGHTS.lamp) / sumOf(LIGHTS.day))).toBeCloseTo(1, 2);
  for (const [c, { patches }] of charts.entries())
    for (const [p, patch] of patches.entries())
      for (const [colour, value] of patch.entries())
        expect(Math.abs(predicted[c]![p]![colour]! / value - 1)).toBeLessThan(PATCH_TOLERANCE);
  for (const curve of curves) expect(Math.min(...curve)).toBeGreaterThanOrEqual(0);
  const white = seenBy(
    LIGHTS.day,
    WAVELENGTHS.map(() => 1),
  );
  const scaled = curves.map((curve) =>
    curve.reduce((sum, value, band) => sum + value * LIGHTS.day[band]!, 0),
  );
  for (const k of [31, 37, 44, 52]) {
    const shares = pigment(k);
    for (const [colour, value] of seenBy(LIGHTS.day, shares).entries()) {
      const found = curves[colour]!.reduce(
        (sum, share, band) => sum + share * LIGHTS.day[band]! * shares[band]!,
        0,
      );
      const difference = found / scaled[1]! - value / white[1]!;
      expect(Math.abs(difference), `${k}`).toBeLessThan(UNSEEN_TOLERANCE);
    }
  }
});

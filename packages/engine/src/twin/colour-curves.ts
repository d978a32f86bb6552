import { nonNegative } from '../analysis/non-negative.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';

/** A chart under a light. */
export interface LitChart {
  readonly light: string;
  /** Photons of the light per band, on any scale. */
  readonly photons: Spectrum;
  /** Of each patch. */
  readonly reflectances: readonly Spectrum[];
  /** Of each patch the colours, on one scale for all charts. */
  readonly patches: readonly (readonly number[])[];
}

/** Curves that explain charts; one of many that do so. */
export interface ColourCurves {
  /** Per colour and band, on the scale of the patches over their largest. */
  readonly curves: readonly Spectrum[];
  /** Strength of each light, the first 1. */
  readonly strengths: readonly number[];
  /** Of each chart, on the scale of its patches. */
  readonly predicted: readonly (readonly (readonly number[])[])[];
}

/** Error of a patch: of the largest, and of its own. */
const [FLOOR, SHARE] = [0.003, 0.01];
/** Weight of squared second differences of a curve that is scaled to its patches. */
export const CURVE_ALPHA = 0.1;
const LEAST_CHANGE = 1e-6;
const MOST_ROUNDS = 200;

/**
 * Non-negative curves of the colours and the strengths of the lights, in turns.
 *
 * @see docs/reference/twin.md#t4
 */
export function colourCurves(charts: readonly LitChart[]): ColourCurves {
  const bands = charts[0]!.photons.length;
  const colours = charts[0]!.patches[0]!.length;
  const largest = Math.max(...charts.flatMap(({ patches }) => patches.flat()));
  const lights = [...new Set(charts.map(({ light }) => light))];
  const terms = charts.map(({ photons, reflectances }) => {
    const sum = photons.reduce((a, b) => a + b, 0);
    return reflectances.map((shares) =>
      Array.from(shares, (share, band) => (share * photons[band]!) / sum),
    );
  });
  const measured = charts.map(({ patches }) =>
    patches.map((patch) => patch.map((value) => value / largest)),
  );
  const weightOf = (value: number): number => 1 / (FLOOR + SHARE * Math.max(value, 0));
  let strengths = lights.map(() => 1);
  let curves: readonly number[][] = [];
  const strengthOf = (chart: number): number => strengths[lights.indexOf(charts[chart]!.light)]!;
  const predict = (chart: number, patch: number, colour: number): number =>
    dot(terms[chart]![patch]!, curves[colour]!);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    curves = Array.from({ length: colours }, (_, colour) => {
      const top = Math.max(...measured.flatMap((list) => list.map((patch) => patch[colour]!)));
      const rows: number[][] = [];
      const right: number[] = [];
      measured.forEach((list, chart) =>
        list.forEach((patch, at) => {
          const weight = weightOf(patch[colour]!);
          const strength = strengthOf(chart);
          rows.push(terms[chart]![at]!.map((term) => term * strength * weight * top));
          right.push(patch[colour]! * weight);
        }),
      );
      const smooth = Math.sqrt(CURVE_ALPHA);
      for (let band = 1; band + 1 < bands; band += 1) {
        const row = new Array<number>(bands).fill(0);
        row[band - 1] = smooth;
        row[band] = -2 * smooth;
        row[band + 1] = smooth;
        rows.push(row);
        right.push(0);
      }
      return nonNegative(rows, right).map((value) => value * top);
    });
    const next = lights.map((light, i) => {
      if (i === 0) return 1;
      let [products, squares] = [0, 0];
      charts.forEach((chart, c) => {
        if (chart.light !== light) return;
        measured[c]!.forEach((patch, p) =>
          patch.forEach((value, colour) => {
            const weight = weightOf(value) ** 2;
            const expected = predict(c, p, colour);
            products += weight * value * expected;
            squares += weight * expected * expected;
          }),
        );
      });
      return products / squares;
    });
    const change = Math.max(...next.map((value, i) => Math.abs(value / strengths[i]! - 1)));
    strengths = next;
    if (change < LEAST_CHANGE) break;
  }
  return {
    curves: curves.map((curve) => Float64Array.from(curve)),
    strengths,
    predicted: charts.map(({ patches }, chart) =>
      patches.map((patch, p) =>
        patch.map((_, colour) => largest * strengthOf(chart) * predict(chart, p, colour)),
      ),
    ),
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

import { describe, expect, it } from 'vitest';
import { testHost } from '../../laws/test-host.ts';
import { readTolerances } from '../../src/lens-design/tolerance-document.ts';
import { tolerancesOf } from '../../src/lens-design/tolerances.ts';
import { expectHeld } from '../held.ts';
import { goldenTolerances as golden } from './golden-studies.ts';

/** Merits to 1e-9, the shift of the sensor in mm, inverse tolerances to 1e-4. */
const TOLERANCE = { merit: 1e-9, shiftMm: 1e-9, inverse: 1e-4 };
/** Standard errors of a mean within which two random samples are taken as alike. */
const STANDARD_ERRORS = 4.5;
/**
 * Relative standard error of the standard deviation of both samples: about twice as large as for a
 * normal distribution, because this one is skew.
 */
const DEVIATION = 0.06;
const watch = { stopped: () => false };

/** Fewer lenses than the golden ones: each takes a millisecond. */
const SAMPLES = 400;

const tolerated = (keys: object) =>
  tolerancesOf(readTolerances({ ...golden.document, ...keys }), testHost(), watch);
const result = await tolerated({ samples: SAMPLES, inverse: undefined });

describe('tolerances of the Cooke triplet', () => {
  it('sensitivities, refocus, prediction and inverse agree with numpy', async () => {
    const pairs = golden.sensitivities.map(
      (theirs, i) => [result.sensitivities[i]!, theirs] as const,
    );
    expect(pairs.map(([{ path, change }]) => [path, change])).toEqual(
      golden.sensitivities.map(({ path, change }) => [path, change]),
    );
    expectHeld(
      'tolerance-merits',
      Math.max(
        Math.abs(result.nominal / golden.nominal - 1),
        Math.abs(result.meanSquarePrediction! / golden.meanSquarePrediction - 1),
        ...pairs.flatMap(([ours, theirs]) => [
          Math.abs(ours.value! / theirs.value - 1),
          Math.abs(ours.compensated! / theirs.compensated - 1),
        ]),
      ),
      TOLERANCE.merit,
    );
    expectHeld(
      'tolerance-refocus',
      Math.max(
        ...pairs.map(([ours, theirs]) =>
          Math.abs(ours.compensator['image.decentre[2]']! - theirs.compensator),
        ),
      ),
      TOLERANCE.shiftMm,
    );
    const inverted = (golden.document['tolerances'] as readonly { path: string }[]).filter((one) =>
      golden.inverse.some(({ path }) => path === one.path),
    );
    const { inverse } = await tolerated({ samples: 0, tolerances: inverted });
    expectHeld(
      'tolerance-inverse',
      Math.max(
        ...golden.inverse.map(({ path, plusMinus }) => {
          const ours = inverse!.find((one) => one.path === path)!;
          return Math.abs(ours.plusMinus! / plusMinus - 1);
        }),
      ),
      TOLERANCE.inverse,
    );
  });

  it('drawn lenses have the statistics of the golden ones', () => {
    const { mean, standardDeviation, quantiles, failed, values } = result.monteCarlo!;
    const theirs = golden.monteCarlo;
    expect(failed).toBe(0);
    expect(values).toHaveLength(SAMPLES);
    const both = 1 / SAMPLES + 1 / theirs.samples;
    const error = theirs.standardDeviation * Math.sqrt(both);
    expect(Math.abs(mean - theirs.mean)).toBeLessThan(STANDARD_ERRORS * error);
    expect(Math.abs(standardDeviation / theirs.standardDeviation - 1)).toBeLessThan(
      STANDARD_ERRORS * DEVIATION,
    );
    // The shares of ours below their quantiles are those shares, within binomial errors.
    for (const [share, limit] of Object.entries(theirs.quantiles)) {
      const below = values.filter((value) => value! < limit).length / values.length;
      const spread = Math.sqrt(Number(share) * (1 - Number(share)) * both);
      expect(Math.abs(below - Number(share)), share).toBeLessThan(STANDARD_ERRORS * spread);
      if (quantiles[share] !== undefined)
        expect(Math.abs(quantiles[share] / limit - 1), share).toBeLessThan(DEVIATION);
    }
  });
});

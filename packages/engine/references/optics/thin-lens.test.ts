/** The ideal lens out of focus against Hopkins' formula (golden-depth/ideal.json). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { opticalTransfer } from '../../src/optics/point-spread/modulation-transfer.ts';
import {
  rimPathMm,
  thinDesign,
  thinFNumber,
  thinPupil,
  thinSolidAngle,
  thinTransfer,
} from '../../src/optics/point-spread/thin-pupil.ts';

interface Case {
  readonly objectDistanceM: number | null;
  readonly focalLengthMm: number;
  readonly fNumber: number;
  readonly wavelengthNm: number;
  readonly imageDistanceMm: number;
  readonly sensorDistanceMm: number;
  readonly workingFNumber: number;
  readonly w20Um: number;
  readonly irradiancePerRadiance: number;
  readonly frequencies: readonly number[];
  readonly otf: readonly number[];
}
const { cases } = JSON.parse(
  readFileSync(new URL('golden-depth/ideal.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

test.each(cases)('object at $objectDistanceM m, f/$fNumber', (wanted) => {
  const design = thinDesign(
    wanted.focalLengthMm * 1e-3,
    wanted.fNumber,
    wanted.objectDistanceM ?? Infinity,
    wanted.sensorDistanceMm * 1e-3,
  );
  expect(design.imageMm).toBeCloseTo(wanted.imageDistanceMm, 11);
  expect(thinFNumber(design)).toBeCloseTo(wanted.workingFNumber, 11);
  expect(rimPathMm(design) * 1e3).toBeCloseTo(wanted.w20Um, 9);
  expect(thinSolidAngle(design)).toBeCloseTo(wanted.irradiancePerRadiance, 11);
  const pupil = thinPupil(design, wanted.wavelengthNm);
  const sampled = opticalTransfer(pupil, wanted.frequencies, 0, 192);
  for (const [i, frequency] of wanted.frequencies.entries()) {
    const transfer = thinTransfer(design, wanted.wavelengthNm, frequency);
    expect(Math.abs(transfer - wanted.otf[i]!)).toBeLessThan(1e-6);
    // The pupil from which kernels are made.
    expect(Math.abs(sampled[i]![0] - wanted.otf[i]!)).toBeLessThan(3e-4);
  }
});

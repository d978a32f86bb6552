/**
 * Compares the product's true SFR (`optics/true-sfr.ts`: groups of bands, the correlation of the
 * pupil at whole samples) with the sum over all bands with the correlation taken at each frequency.
 */
import { expect, it } from 'vitest';
import { heightAt } from '../../src/optics/form-image/lens-table.ts';
import { idealLens } from '../../src/optics/ideal-lens.ts';
import { metresOf } from '../../src/optics/millimetres.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { trueSfr as productSfr } from '../../src/optics/true-sfr.ts';
import { QUANTUM_EFFICIENCY } from '../../src/sensors/bayer/quantum-efficiency.ts';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { sinc } from './edge-sfr.ts';
import { modelOf, SLOPED } from './lens-scenes.ts';
import { TRUE_SFR } from './tolerances.ts';
import { trueSfr } from './true-sfr.ts';

const FREQUENCIES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const PITCH = 2.2e-6;

it.each(
  (['cooke-triplet', 'double-gauss', 'fisheye'] as const).flatMap((id) =>
    [0, 0.5, 0.9].flatMap((share) => [0, 1, 2].map((colour) => [id, share, colour] as const)),
  ),
)('%s at %d of the field, colour %d', (id, share, colour) => {
  const { table, design } = modelOf(id);
  const { heightMm } = heightAt(table, table.reference, share * design.halfField);
  const weights = SLOPED.map((photons, band) => photons * QUANTUM_EFFICIENCY[colour]![band]!);
  const lens = realLens(lensFiles[id]);
  // At 30 degrees from the rows, seen on a radius at 10, 60 and 100 degrees.
  for (const radius of [10, 60, 100]) {
    const [normal, place] = [Math.PI / 6, (radius * Math.PI) / 180];
    const height = metresOf(heightMm);
    const product = productSfr(lens, FREQUENCIES, {
      pitch: PITCH,
      place: [height * Math.cos(place), height * Math.sin(place)],
      normal,
      weights,
    });
    const expected = trueSfr(modelOf(id), FREQUENCIES, {
      pitch: PITCH,
      placeMm: heightMm,
      normal: share === 0 ? normal : normal - place,
      pixelNormal: normal,
      weights,
    });
    for (const [i, value] of expected.entries())
      expect(Math.abs(product[i]! - value), `${radius}°, ${FREQUENCIES[i]!}`).toBeLessThan(
        TRUE_SFR,
      );
  }
});

it('the ideal lens passes what the pixel passes', () => {
  const edge = { pitch: PITCH, place: [1e-3, 0] as const, normal: 0.5, weights: SLOPED };
  for (const [i, value] of productSfr(idealLens, FREQUENCIES, edge).entries()) {
    const frequency = FREQUENCIES[i]!;
    expect(value).toBeCloseTo(
      Math.abs(sinc(frequency * Math.cos(0.5)) * sinc(frequency * Math.sin(0.5))),
      12,
    );
  }
});

import { expect, test } from 'vitest';
import { deltaE76, labOf } from '../../src/colour/lab.ts';
import { COLOUR_MATCHING, uvOf, xyzOf, type Triple } from '../../src/colour/xyz.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import { expectHeld } from '../held.ts';
import deltaE from './delta_e_ab76.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };
import fromEnergy from './xyz_from_energy.json' with { type: 'json' };
import toLab from './xyz_to_lab.json' with { type: 'json' };
import toUv from './xyz_to_uv.json' with { type: 'json' };

const triple = (values: readonly number[]): Triple => values as unknown as Triple;

test('xyz_to_lab', () => {
  expectHeld(
    'colorimetry',
    largestRelativeDeviation(labOf(triple(toLab.xyz), triple(toLab.white_point)), toLab.lab),
    toLab.tolerance.rel,
  );
});

test('xyz_to_uv', () => {
  expectHeld(
    'colorimetry',
    largestRelativeDeviation(uvOf(triple(toUv.xyz)), toUv.uv),
    toUv.tolerance.rel,
  );
});

test('delta_e_ab76', () => {
  const white = triple(deltaE.white_point);
  const difference = deltaE76(labOf(triple(deltaE.xyz1), white), labOf(triple(deltaE.xyz2), white));
  expectHeld('colorimetry', Math.abs(difference / deltaE.delta_e - 1), deltaE.tolerance.rel);
});

test('xyz_from_energy', () => {
  expect(largestRelativeDeviation(xyzOf(fromEnergy.energy), fromEnergy.xyz)).toBeLessThan(
    fromEnergy.tolerance.rel,
  );
});

test('tables_400_700_10: the colour-matching functions are the table’s', () => {
  COLOUR_MATCHING.forEach((weights, index) => {
    expect(Array.from(weights)).toEqual(tables.cie_xyz_1931_2deg.map((band) => band[index]));
  });
});

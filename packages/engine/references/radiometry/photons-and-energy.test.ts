import { expect, test } from 'vitest';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import golden from './energy_quanta.json' with { type: 'json' };

test('energy_quanta: the bands are the golden’s', () => {
  expect(WAVELENGTHS).toEqual(golden.wave);
});

import { SECOND_RADIATION } from '../quantities/constants.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { uvOf, xyzOf, type Triple } from './xyz.ts';

/** Relative energy per band of a Planckian radiator at a temperature in kelvin, 1 at 560 nm. */
export function planckian(kelvin: number, secondRadiation = SECOND_RADIATION): Float64Array {
  const radiance = (nanometres: number): number => nanometres ** -5 / Math.expm1(secondRadiation / (nanometres * 1e-9 * kelvin));
  const reference = radiance(560);
  return Float64Array.from(WAVELENGTHS, (nanometres) => radiance(nanometres) / reference);
}

/**
 * Correlated colour temperature, kelvin: the Planckian radiator nearest in CIE 1960 u, v, both on the engine's bands.
 *
 * @returns a number from 1000 to 25000; undefined where no Planckian is near (more than 0.05 in u, v), as CIE 015 advises.
 */
export function colourTemperatureOf(xyz: Triple): number | undefined {
  const [u, v] = uvOf(xyz);
  const distance = (mired: number): number => {
    const [pu, pv] = uvOf(xyzOf(planckian(1e6 / mired)));
    return Math.hypot(u - pu, v - pv);
  };
  // The distance has one valley in reciprocal temperature: golden-section search.
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [40, 1000];
  while (high - low > 1e-3) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (distance(a) < distance(b)) high = b;
    else low = a;
  }
  const mired = (low + high) / 2;
  return distance(mired) > 0.05 ? undefined : 1e6 / mired;
}

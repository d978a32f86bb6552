import { conicReach } from './conic.ts';
import {
  asphericDeparture,
  asphericDerivatives,
  asphericSag,
  asphericSlope,
  asphericVertex,
} from './even-asphere.ts';
import { ASPHERIC, CONIC, RADIUS, powerNumbers } from './shape-number.ts';
import { listOf } from './shape-numbers.ts';
import { surfaceOf } from './surface-of.ts';

const COEFFICIENTS = powerNumbers('coefficients', 40, (term) => term + 1, ['r, r²', 'r to r⁴⁰']);

/** Powers of r, the odd ones too. A term in r has a tip, where the slope is taken as 0. */
export const oddAsphere = surfaceOf({
  name: 'odd',
  numbers: [RADIUS, CONIC, ASPHERIC, COEFFICIENTS],
  reach: conicReach,
  sagAt: (numbers, r2) => {
    const coefficients = listOf(numbers, 'coefficients');
    const r = Math.sqrt(r2);
    let sum = 0;
    for (let term = coefficients.length - 1; term >= 0; term -= 1)
      sum = (sum + coefficients[term]!) * r;
    return sum + asphericSag(numbers, r2);
  },
  slopeOverRadius: (numbers, r2) => {
    const coefficients = listOf(numbers, 'coefficients');
    const r = Math.sqrt(r2);
    let sum = 0;
    for (let term = coefficients.length - 1; term > 0; term -= 1)
      sum = sum * r + (term + 1) * coefficients[term]!;
    const tip = coefficients[0] ?? 0;
    return sum + (tip !== 0 && r > 0 ? tip / r : 0) + asphericSlope(numbers, r2);
  },
  vertexCurvature: (numbers) =>
    asphericVertex(numbers) + 2 * (listOf(numbers, 'coefficients')[1] ?? 0),
  // Terms in r and r³ have no Seidel sums; with zeros in their places there are none of them.
  departure: (numbers) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = listOf(numbers, 'coefficients');
    return first === 0 && third === 0 ? asphericDeparture(numbers, 2 * second, fourth) : NaN;
  },
  derivativesAt: (numbers, r2, to) => {
    asphericDerivatives(numbers, r2, to);
    const r = Math.sqrt(r2);
    const first = 2 + numbers.aspheric.length;
    for (const [term, a] of listOf(numbers, 'coefficients').entries()) {
      const power = term + 1;
      const over = r > 0 ? r ** (power - 2) : Number(power === 2);
      to.slope += power * a * over;
      to.bySquare += r > 0 ? (power * (power - 2) * a * r ** (power - 4)) / 2 : 0;
      to.sagBy[first + term] = r ** power;
      to.slopeBy[first + term] = power * over;
    }
  },
});

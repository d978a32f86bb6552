import { conicDerivatives, conicReach, conicSag, conicSlope } from './conic.ts';
import { ASPHERIC, CONIC, RADIUS } from './shape-number.ts';
import type { ShapeNumbers } from './shape-numbers.ts';
import type { RoundDerivatives } from './surface-kind.ts';
import { surfaceOf } from './surface-of.ts';

/** Sag of a conic with coefficients of r², r⁴, …, at r². */
export function asphericSag(numbers: ShapeNumbers, r2: number): number {
  const { aspheric } = numbers;
  let sum = 0;
  for (let term = aspheric.length - 1; term >= 0; term -= 1) sum = (sum + aspheric[term]!) * r2;
  return sum + conicSag(numbers, r2);
}

/** Its slope over r. */
export function asphericSlope(numbers: ShapeNumbers, r2: number): number {
  const { aspheric } = numbers;
  let slope = conicSlope(numbers, r2);
  let power = 1;
  for (let term = 1; term <= aspheric.length; term += 1) {
    slope += 2 * term * aspheric[term - 1]! * power;
    power *= r2;
  }
  return slope;
}

/** Its derivatives; those by a kind's own numbers follow from place 2 + aspheric.length on. */
export function asphericDerivatives(numbers: ShapeNumbers, r2: number, to: RoundDerivatives): void {
  conicDerivatives(numbers, r2, to);
  const { aspheric } = numbers;
  let [before, power] = [0, 1];
  for (let j = 0; j < aspheric.length; j += 1) {
    const a = aspheric[j]!;
    to.slope += 2 * (j + 1) * a * power;
    if (j > 0) to.bySquare += 2 * (j + 1) * j * a * before;
    to.slopeBy[2 + j] = 2 * (j + 1) * power;
    [before, power] = [power, power * r2];
    to.sagBy[2 + j] = power;
  }
}

/** Curvature of the vertex. */
export const asphericVertex = ({ curvature, aspheric }: ShapeNumbers): number =>
  curvature + 2 * (aspheric[0] ?? 0);

/** Departure from the osculating sphere, by r⁴, with what a kind adds to curvature and to r⁴. */
export const asphericDeparture = (numbers: ShapeNumbers, bend = 0, fourth = 0): number => {
  const { curvature, conic, aspheric } = numbers;
  const vertex = asphericVertex(numbers) + bend;
  return ((1 + conic) * curvature ** 3 - vertex ** 3) / 8 + (aspheric[1] ?? 0) + fourth;
};

export const evenAsphere = surfaceOf({
  name: 'even asphere',
  numbers: [RADIUS, CONIC, ASPHERIC],
  reach: conicReach,
  sagAt: asphericSag,
  slopeOverRadius: asphericSlope,
  vertexCurvature: asphericVertex,
  departure: (numbers) => asphericDeparture(numbers),
  derivativesAt: asphericDerivatives,
});

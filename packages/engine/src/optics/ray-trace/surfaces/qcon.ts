import { conicReach } from './conic.ts';
import {
  asphericDeparture,
  asphericDerivatives,
  asphericSag,
  asphericSlope,
  asphericVertex,
} from './even-asphere.ts';
import { prepared } from './prepared.ts';
import {
  MOST_TERMS,
  allOfTerms,
  jacobiTerms,
  newTermSums,
  slopeOfTerms,
  sumOfTerms,
  type QWeights,
} from './q-terms.ts';
import { ASPHERIC, CONIC, RADIUS, lengthNumbers, normRadiusNumber } from './shape-number.ts';
import { listOf, normRadiusOf, type ShapeNumbers } from './shape-numbers.ts';
import { surfaceOf } from './surface-of.ts';

export const Q_COEFFICIENTS = lengthNumbers('coefficients', MOST_TERMS, ['a₀, a₁', 'a₀ to a₂₉']);

const TERMS = jacobiTerms();
const weightsOf = prepared((numbers: ShapeNumbers): QWeights => ({
  weights: Float64Array.from(listOf(numbers, 'coefficients')),
  perSquare: 1 / normRadiusOf(numbers) ** 2,
}));
const sums = newTermSums();

/** u⁴ Σ a_m P_m^(0,4)(2u² − 1). @see G. W. Forbes, Opt. Express 15, 5218 (2007). */
export const qcon = surfaceOf({
  name: 'qcon',
  numbers: [RADIUS, CONIC, ASPHERIC, normRadiusNumber(), Q_COEFFICIENTS],
  reach: conicReach,
  sagAt: (numbers, r2) => {
    const { weights, perSquare } = weightsOf(numbers);
    const x = r2 * perSquare;
    return asphericSag(numbers, r2) + x * x * sumOfTerms(TERMS, weights, x);
  },
  slopeOverRadius: (numbers, r2) => {
    const { weights, perSquare } = weightsOf(numbers);
    const x = r2 * perSquare;
    slopeOfTerms(TERMS, weights, x, sums);
    return asphericSlope(numbers, r2) + 2 * x * (2 * sums.value + x * sums.first) * perSquare;
  },
  vertexCurvature: asphericVertex,
  departure: (numbers) => {
    const { weights, perSquare } = weightsOf(numbers);
    return asphericDeparture(numbers, 0, sumOfTerms(TERMS, weights, 0) * perSquare ** 2);
  },
  derivativesAt: (numbers, r2, to) => {
    asphericDerivatives(numbers, r2, to);
    const square = normRadiusOf(numbers) ** 2;
    const x = r2 / square;
    const coefficients = listOf(numbers, 'coefficients');
    allOfTerms(TERMS, coefficients, x, sums);
    const { value, first, second, terms, slopes } = sums;
    to.slope += (2 * x * (2 * value + x * first)) / square;
    to.bySquare += (2 * (2 * value + 4 * x * first + x * x * second)) / square ** 2;
    const from = 2 + numbers.aspheric.length;
    for (let m = 0; m < coefficients.length; m += 1) {
      to.sagBy[from + m] = x * x * terms[m]!;
      to.slopeBy[from + m] = (2 * x * (2 * terms[m]! + x * slopes[m]!)) / square;
    }
  },
});

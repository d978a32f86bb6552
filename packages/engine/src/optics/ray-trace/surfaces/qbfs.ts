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
  allOfTerms,
  auxiliaryTerms,
  auxiliaryToQ,
  newTermSums,
  slopeOfTerms,
  sumOfTerms,
  weightsOfAuxiliary,
  type QWeights,
} from './q-terms.ts';
import { Q_COEFFICIENTS } from './qcon.ts';
import { ASPHERIC, CONIC, RADIUS, normRadiusNumber } from './shape-number.ts';
import { listOf, normRadiusOf, type ShapeNumbers } from './shape-numbers.ts';
import { surfaceOf } from './surface-of.ts';

const TERMS = auxiliaryTerms();
const sums = newTermSums();

const weightsOf = prepared((numbers: ShapeNumbers): QWeights => ({
  weights: weightsOfAuxiliary(listOf(numbers, 'coefficients')),
  perSquare: 1 / normRadiusOf(numbers) ** 2,
}));

/**
 * The factor G of the normal, with its derivatives by w = r², by the curvature and by the conic
 * constant: G² = (1 − k c² w)/(1 − (1 + k) c² w). For a sphere it is Forbes' own.
 */
const factor = { value: 1, first: 0, second: 0, byC: 0, byK: 0, firstByC: 0, firstByK: 0 };

function setFactor({ curvature: c, conic: k }: ShapeNumbers, w: number): void {
  const cc = c * c;
  const below = 1 - (1 + k) * cc * w;
  const g = Math.sqrt((1 - k * cc * w) / below);
  factor.value = g;
  factor.first = cc / (2 * g * below ** 2);
  factor.second = (cc * cc * (1 + k)) / (g * below ** 3) - factor.first ** 2 / g;
  factor.byC = (c * w) / (g * below ** 2);
  factor.byK = (cc * cc * w * w) / (2 * g * below ** 2);
  factor.firstByC =
    c / (g * below ** 2) +
    (2 * cc * c * (1 + k) * w) / (g * below ** 3) -
    (factor.first * factor.byC) / g;
  factor.firstByK = (cc * cc * w) / (g * below ** 3) - (factor.first * factor.byK) / g;
}

/** u²(1 − u²) G Σ a_m Q_m(u²). @see G. W. Forbes, Opt. Express 18, 19700 (2010). */
export const qbfs = surfaceOf({
  name: 'qbfs',
  numbers: [RADIUS, CONIC, ASPHERIC, normRadiusNumber(), Q_COEFFICIENTS],
  reach: conicReach,
  sagAt: (numbers, r2) => {
    const { weights, perSquare } = weightsOf(numbers);
    const x = r2 * perSquare;
    const { curvature: c, conic: k } = numbers;
    const w = c * c * r2;
    const g = Math.sqrt((1 - k * w) / (1 - (1 + k) * w));
    return asphericSag(numbers, r2) + x * (1 - x) * g * sumOfTerms(TERMS, weights, x);
  },
  slopeOverRadius: (numbers, r2) => {
    const { weights, perSquare } = weightsOf(numbers);
    const x = r2 * perSquare;
    slopeOfTerms(TERMS, weights, x, sums);
    const { curvature: c, conic: k } = numbers;
    const below = 1 - (1 + k) * c * c * r2;
    const g = Math.sqrt((1 - k * c * c * r2) / below);
    const lift = x * (1 - x) * sums.value;
    const slope = ((1 - 2 * x) * sums.value + x * (1 - x) * sums.first) * perSquare;
    return asphericSlope(numbers, r2) + 2 * slope * g + (lift * c * c) / (g * below * below);
  },
  vertexCurvature: (numbers) => asphericVertex(numbers) + bendOf(numbers),
  departure: (numbers) => {
    const { weights, perSquare } = weightsOf(numbers);
    slopeOfTerms(TERMS, weights, 0, sums);
    const fourth =
      (sums.first - sums.value) * perSquare ** 2 +
      (sums.value * perSquare * numbers.curvature ** 2) / 2;
    return asphericDeparture(numbers, bendOf(numbers), fourth);
  },
  derivativesAt: (numbers, r2, to) => {
    asphericDerivatives(numbers, r2, to);
    const { weights, perSquare } = weightsOf(numbers);
    const square = 1 / perSquare;
    const x = r2 * perSquare;
    allOfTerms(TERMS, weights, x, sums);
    setFactor(numbers, r2);
    const { value, first, second, terms, slopes } = sums;
    const shares = [x * (1 - x), 1 - 2 * x] as const;
    const lift = shares[0] * value;
    const slope = (shares[1] * value + shares[0] * first) / square;
    const bend = (-2 * value + 2 * shares[1] * first + shares[0] * second) / square ** 2;
    to.slope += 2 * (slope * factor.value + lift * factor.first);
    to.bySquare += 2 * (bend * factor.value + 2 * slope * factor.first + lift * factor.second);
    to.sagBy[0]! += lift * factor.byC;
    to.sagBy[1]! += lift * factor.byK;
    to.slopeBy[0]! += 2 * (slope * factor.byC + lift * factor.firstByC);
    to.slopeBy[1]! += 2 * (slope * factor.byK + lift * factor.firstByK);
    const count = weights.length;
    auxiliaryToQ(terms, count);
    auxiliaryToQ(slopes, count);
    const from = 2 + numbers.aspheric.length;
    for (let m = 0; m < count; m += 1) {
      const own = shares[0] * terms[m]!;
      to.sagBy[from + m] = own * factor.value;
      to.slopeBy[from + m] =
        2 *
        (((shares[1] * terms[m]! + shares[0] * slopes[m]!) / square) * factor.value +
          own * factor.first);
    }
  },
});

/** What the terms add to the curvature of the vertex. */
function bendOf(numbers: ShapeNumbers): number {
  const { weights, perSquare } = weightsOf(numbers);
  return 2 * sumOfTerms(TERMS, weights, 0) * perSquare;
}

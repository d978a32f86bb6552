import { fail, type Table } from '../../../text/json-fields.ts';
import { newPlanePolynomial } from './plane-polynomial.ts';
import { polynomialSurface } from './polynomial-surface.ts';
import { prepared } from './prepared.ts';
import { ASPHERIC, CONIC, RADIUS, lengthNumbers, normRadiusNumber } from './shape-number.ts';
import { listOf, type ShapeNumbers } from './shape-numbers.ts';
import { termsIn, type PowerTerm } from './shape-row.ts';
import { surfaceOf } from './surface-of.ts';

const MOST_DEGREE = 20;
/** Terms of x and y up to that degree. */
const MOST_TERMS = ((MOST_DEGREE + 1) * (MOST_DEGREE + 2)) / 2;

const isPower = (power: unknown): power is number => Number.isInteger(power) && Number(power) >= 0;

function isTerm(term: unknown): term is PowerTerm {
  if (!Array.isArray(term) || term.length !== 3) return false;
  const [i, j, value] = term as unknown[];
  return isPower(i) && isPower(j) && i + j <= MOST_DEGREE && Number.isFinite(value);
}

function readTerms(from: Table, [path, what]: readonly [string, string]): readonly PowerTerm[] {
  const terms = from['terms'] ?? [];
  if (!Array.isArray(terms) || terms.length > MOST_TERMS || !terms.every(isTerm))
    fail(
      `${path}.terms`,
      `${what}: terms must be a list of at most ${MOST_TERMS} terms [i, j, mm] of (x/R)^i (y/R)^j, with i + j at most ${MOST_DEGREE}.`,
    );
  return terms;
}

const termsOf = prepared((numbers: ShapeNumbers) =>
  (termsIn(numbers.own?.fixed?.['terms']) ?? []).map(([i, j]) => {
    const term = newPlanePolynomial(i + j);
    term.coefficients[j * (i + j + 1) + i] = 1;
    return term;
  }),
);

/** Σ a (x/R)^i (y/R)^j. */
export const xyPolynomial = surfaceOf({
  name: 'xy',
  numbers: [
    RADIUS,
    CONIC,
    ASPHERIC,
    normRadiusNumber(1),
    { ...lengthNumbers('terms', MOST_TERMS, ['x, y', 'x, y']), read: readTerms },
  ],
  ...polynomialSurface({ terms: termsOf, weights: (numbers) => listOf(numbers, 'terms') }),
});

import { newPlanePolynomial, type PlanePolynomial } from './plane-polynomial.ts';

/** How terms are counted, and how large they are. */
export type ZernikeNumbering = 'fringe' | 'noll';
/** Terms of each. */
export const ZERNIKE_TERMS: Readonly<Record<ZernikeNumbering, number>> = { fringe: 37, noll: 231 };

/** Radial degree n, azimuthal m, and whether it goes with the sine; number from 1. */
export interface ZernikeOrder {
  readonly n: number;
  readonly m: number;
  readonly isSine: boolean;
}

function fringeOrder(number: number): ZernikeOrder {
  if (number === 37) return { n: 12, m: 0, isSine: false };
  const half = Math.floor(Math.sqrt(number - 1));
  const place = number - 1 - half * half;
  const m = half - Math.floor(place / 2);
  return { n: 2 * half - m, m, isSine: place % 2 === 1 };
}

function nollOrder(number: number): ZernikeOrder {
  const n = Math.floor((Math.sqrt(8 * number - 7) - 1) / 2);
  const place = number - 1 - (n * (n + 1)) / 2;
  const m = n % 2 === 0 ? 2 * Math.floor((place + 1) / 2) : 2 * Math.floor(place / 2) + 1;
  return { n, m, isSine: m > 0 && number % 2 === 1 };
}

/** The order of a term of a numbering; numbers from 1. */
export const zernikeOrder = (numbering: ZernikeNumbering, number: number): ZernikeOrder =>
  numbering === 'fringe' ? fringeOrder(number) : nollOrder(number);

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const choose = (n: number, k: number): number => factorial(n) / (factorial(k) * factorial(n - k));

/** A term as a polynomial of x and y over the norm radius. */
function termOf(numbering: ZernikeNumbering, number: number): PlanePolynomial {
  const { n, m, isSine } = zernikeOrder(numbering, number);
  const size = numbering === 'fringe' ? 1 : Math.sqrt((m === 0 ? 1 : 2) * (n + 1));
  const term = newPlanePolynomial(n);
  for (let k = 0; k <= (n - m) / 2; k += 1) {
    const radial =
      ((-1) ** k * factorial(n - k)) /
      (factorial(k) * factorial((n + m) / 2 - k) * factorial((n - m) / 2 - k));
    const squares = (n - m) / 2 - k;
    // (x² + y²)^squares times the real or imaginary part of (x + iy)^m.
    for (let a = 0; a <= squares; a += 1)
      for (let b = isSine ? 1 : 0; b <= m; b += 2) {
        const weight = radial * choose(squares, a) * choose(m, b) * (-1) ** Math.floor(b / 2);
        term.coefficients[(2 * a + b) * (n + 1) + 2 * (squares - a) + m - b]! += size * weight;
      }
  }
  return term;
}

const known: Record<ZernikeNumbering, PlanePolynomial[]> = { fringe: [], noll: [] };

/** The first terms of a numbering, over (x/R, y/R); the angle runs from +x towards +y. */
export function zernikeTerms(
  numbering: ZernikeNumbering,
  count: number,
): readonly PlanePolynomial[] {
  const terms = known[numbering];
  while (terms.length < count) terms.push(termOf(numbering, terms.length + 1));
  return terms.slice(0, count);
}

import { conicReach } from './conic.ts';
import { asphericDerivatives, asphericSag, asphericSlope, asphericVertex } from './even-asphere.ts';
import {
  derivative,
  newPlanePolynomial,
  slopesAt,
  valueAt,
  type PlanePolynomial,
} from './plane-polynomial.ts';
import { prepared } from './prepared.ts';
import { normRadiusOf, type ShapeNumbers } from './shape-numbers.ts';
import { newRoundDerivatives, type SurfaceKind } from './surface-kind.ts';

/** The polynomial of a surface over (x/R, y/R), by its coefficients and by its slopes. */
interface Prepared {
  readonly sum: PlanePolynomial;
  /** 1/mm. */
  readonly perRadius: number;
  readonly second: readonly [xx: PlanePolynomial, xy: PlanePolynomial, yy: PlanePolynomial];
}

/** What each of a surface's own numbers multiplies, over (x/R, y/R), in their order. */
export interface PolynomialTerms {
  readonly terms: (numbers: ShapeNumbers) => readonly PlanePolynomial[];
  readonly weights: (numbers: ShapeNumbers) => readonly number[];
}

const round = newRoundDerivatives();
const slope = { x: 0, y: 0 };

/** A conic with coefficients of r², r⁴, … and a polynomial of (x/R, y/R). */
export function polynomialSurface({
  terms,
  weights,
}: PolynomialTerms): Pick<
  SurfaceKind,
  'reach' | 'sag' | 'slopes' | 'curvatureX' | 'curvatureY' | 'derivatives'
> {
  const sumOf = prepared((numbers: ShapeNumbers): Prepared => {
    const own = weights(numbers);
    const parts = terms(numbers);
    const sum = newPlanePolynomial(Math.max(0, ...parts.map(({ degree }) => degree)));
    for (const [at, part] of parts.entries())
      for (let j = 0; j <= part.degree; j += 1)
        for (let i = 0; i + j <= part.degree; i += 1)
          sum.coefficients[j * (sum.degree + 1) + i]! +=
            own[at]! * part.coefficients[j * (part.degree + 1) + i]!;
    const [x, y] = [derivative(sum, 'x'), derivative(sum, 'y')];
    const perRadius = 1 / normRadiusOf(numbers);
    return { sum, perRadius, second: [derivative(x, 'x'), derivative(x, 'y'), derivative(y, 'y')] };
  });
  const bend = (numbers: ShapeNumbers, place: 0 | 2): number =>
    valueAt(sumOf(numbers).second[place], 0, 0) / normRadiusOf(numbers) ** 2;
  return {
    reach: conicReach,
    sag: (numbers, x, y) => {
      const { sum, perRadius } = sumOf(numbers);
      return asphericSag(numbers, x * x + y * y) + valueAt(sum, x * perRadius, y * perRadius);
    },
    slopes: (numbers, x, y, at) => {
      const { sum, perRadius } = sumOf(numbers);
      const base = asphericSlope(numbers, x * x + y * y);
      slopesAt(sum, x * perRadius, y * perRadius, at);
      at.x = base * x + at.x * perRadius;
      at.y = base * y + at.y * perRadius;
    },
    curvatureX: (numbers) => asphericVertex(numbers) + bend(numbers, 0),
    curvatureY: (numbers) => asphericVertex(numbers) + bend(numbers, 2),
    derivatives: (numbers, x, y, to) => {
      const radius = normRadiusOf(numbers);
      const [u, v] = [x / radius, y / radius];
      asphericDerivatives(numbers, x * x + y * y, round);
      const { sum, second } = sumOf(numbers);
      slopesAt(sum, u, v, slope);
      to.x = round.slope * x + slope.x / radius;
      to.y = round.slope * y + slope.y / radius;
      const [xx, xy, yy] = second.map((one) => valueAt(one, u, v) / (radius * radius));
      to.xx = round.slope + 2 * round.bySquare * x * x + xx!;
      to.xy = 2 * round.bySquare * x * y + xy!;
      to.yy = round.slope + 2 * round.bySquare * y * y + yy!;
      const from = 2 + numbers.aspheric.length;
      for (let at = 0; at < from; at += 1) {
        to.sagBy[at] = round.sagBy[at]!;
        to.xBy[at] = round.slopeBy[at]! * x;
        to.yBy[at] = round.slopeBy[at]! * y;
      }
      for (const [at, term] of terms(numbers).entries()) {
        slopesAt(term, u, v, slope);
        to.sagBy[from + at] = valueAt(term, u, v);
        to.xBy[from + at] = slope.x / radius;
        to.yBy[from + at] = slope.y / radius;
      }
    },
  };
}

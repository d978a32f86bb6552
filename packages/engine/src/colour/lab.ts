import type { Triple } from './xyz.ts';

const response = (ratio: number): number =>
  ratio > (6 / 29) ** 3 ? Math.cbrt(ratio) : (841 / 108) * ratio + 4 / 29;

/** CIE 1976 L*a*b* under the white given. @see CIE 015, section 8.2.1. */
export function labOf([x, y, z]: Triple, [xn, yn, zn]: Triple): Triple {
  const [fx, fy, fz] = [response(x / xn), response(y / yn), response(z / zn)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIE 1976 colour difference. */
export const deltaE76 = (one: Triple, other: Triple): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

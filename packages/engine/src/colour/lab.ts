import type { Triple } from './xyz.ts';

const response = (ratio: number): number =>
  ratio > (6 / 29) ** 3 ? Math.cbrt(ratio) : (841 / 108) * ratio + 4 / 29;

/** CIE 1976 L*a*b* under the white given. @see CIE 015, section 8.2.1. */
export function labOf([x, y, z]: Triple, [xn, yn, zn]: Triple): Triple {
  const [fx, fy, fz] = [response(x / xn), response(y / yn), response(z / zn)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** XYZ of the D50 white of published colours, Y = 1 (ICC.1:2010, 7.2.16). */
export const D50_WHITE: Triple = [0.9642, 1, 0.8249];

/** The XYZ that `labOf` turns into these L*, a*, b*. */
export function xyzOfLab([lightness, a, b]: Triple, [xn, yn, zn]: Triple): Triple {
  const y = (lightness + 16) / 116;
  const ratio = (root: number): number =>
    root > 6 / 29 ? root ** 3 : (108 / 841) * (root - 4 / 29);
  return [xn * ratio(y + a / 500), yn * ratio(y), zn * ratio(y - b / 200)];
}

/** CIE 1976 colour difference. */
export const deltaE76 = (one: Triple, other: Triple): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

import { conicReach } from './conic.ts';
import { asphericDerivatives, asphericSag, asphericSlope } from './even-asphere.ts';
import { CONIC, RADIUS, powerNumbers, radiusNumber } from './shape-number.ts';
import { listOf, type ShapeNumbers } from './shape-numbers.ts';
import { newRoundDerivatives } from './surface-kind.ts';
import { surfaceOf } from './surface-of.ts';
import { prepared } from './prepared.ts';

/** The numbers of the curve f(y): an even asphere. */
const curveOf = prepared((numbers: ShapeNumbers) => ({
  curvature: numbers.curvature,
  conic: numbers.conic,
  aspheric: listOf(numbers, 'coefficients'),
}));
const across = (numbers: ShapeNumbers): number => listOf(numbers, 'curvatureX')[0]!;
const curve = newRoundDerivatives();

const toroidSag = (numbers: ShapeNumbers, x: number, y: number): number => {
  const f = asphericSag(curveOf(numbers), y * y);
  const c = across(numbers);
  const arm = 1 - c * f;
  return (2 * f - c * f * f + c * x * x) / (1 + Math.sqrt(arm * arm - c * c * x * x));
};

/** The curve f(y), turned about an axis parallel to y through z = radiusX; a plane: a cylinder. */
export const toroid = surfaceOf({
  name: 'toroid',
  numbers: [
    RADIUS,
    CONIC,
    radiusNumber('radiusX', 'Radius x'),
    powerNumbers('coefficients', 20, (term) => 2 * term + 2, ['y², y⁴', 'y² to y⁴⁰']),
  ],
  reach: (row, share) => {
    const radiusX = (row.shape?.['radiusX'] ?? null) as number | null;
    return Math.min(conicReach(row, share), conicReach({ radius: radiusX }, share));
  },
  sag: toroidSag,
  // (z − 1/cx)² + x² = (f − 1/cx)², of which the derivatives are taken as of an implicit function.
  slopes: (numbers, x, y, at) => {
    const f = asphericSag(curveOf(numbers), y * y);
    const c = across(numbers);
    const arm = 1 - c * f;
    const root = Math.sqrt(arm * arm - c * c * x * x);
    at.x = (c * x) / root;
    at.y = (arm / root) * asphericSlope(curveOf(numbers), y * y) * y;
  },
  curvatureY: (numbers) => numbers.curvature + 2 * (listOf(numbers, 'coefficients')[0] ?? 0),
  curvatureX: across,
  derivatives: (numbers, x, y, to) => {
    const c = across(numbers);
    const f = asphericSag(curveOf(numbers), y * y);
    asphericDerivatives(curveOf(numbers), y * y, curve);
    const [fy, fyy] = [curve.slope * y, curve.slope + 2 * curve.bySquare * y * y];
    const z = toroidSag(numbers, x, y);
    const root = 1 - c * z;
    const [zx, zf] = [(c * x) / root, (1 - c * f) / root];
    const zff = (c * (zf * zf - 1)) / root;
    [to.x, to.y] = [zx, zf * fy];
    to.xx = (c + c * zx * zx) / root;
    to.xy = (c * zx * to.y) / root;
    to.yy = zff * fy * fy + zf * fyy;
    const byCurve = (place: number, from: number): void => {
      const [own, slope] = [curve.sagBy[from]!, curve.slopeBy[from]! * y];
      to.sagBy[place] = zf * own;
      to.xBy[place] = (c * zx * zf * own) / root;
      to.yBy[place] = zff * own * fy + zf * slope;
    };
    byCurve(0, 0);
    byCurve(1, 1);
    // Lists in their order: the radius across, then the coefficients.
    const zc = (z * z + x * x - f * f) / (2 * root);
    const lift = z + c * zc;
    to.sagBy[2] = zc;
    to.xBy[2] = (x + zx * lift) / root;
    to.yBy[2] = ((-f + zf * lift) / root) * fy;
    for (let term = 0; term < listOf(numbers, 'coefficients').length; term += 1)
      byCurve(3 + term, 2 + term);
  },
});

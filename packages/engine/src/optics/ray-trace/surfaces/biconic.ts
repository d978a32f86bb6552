import { conicReach } from './conic.ts';
import { CONIC, RADIUS, conicNumber, radiusNumber } from './shape-number.ts';
import { listOf, type ShapeNumbers } from './shape-numbers.ts';
import { surfaceOf } from './surface-of.ts';

/** Curvature and conic constant across, in the plane of x. */
const acrossOf = (numbers: ShapeNumbers): readonly [curvature: number, conic: number] => [
  listOf(numbers, 'curvatureX')[0]!,
  listOf(numbers, 'conicX')[0]!,
];

/** (cx x² + c y²)/(1 + √(1 − (1 + kx) cx² x² − (1 + k) c² y²)). */
export const biconic = surfaceOf({
  name: 'biconic',
  numbers: [RADIUS, CONIC, radiusNumber('radiusX', 'Radius x'), conicNumber('conicX', 'Conic x')],
  reach: (row, share) =>
    Math.min(
      conicReach(row, share),
      conicReach(
        {
          radius: (row.shape?.['radiusX'] ?? null) as number | null,
          conic: (row.shape?.['conicX'] ?? 0) as number,
        },
        share,
      ),
    ),
  sag: (numbers, x, y) => {
    const [cx, kx] = acrossOf(numbers);
    const { curvature: c, conic: k } = numbers;
    const root = Math.sqrt(1 - (1 + kx) * cx * cx * x * x - (1 + k) * c * c * y * y);
    return (cx * x * x + c * y * y) / (1 + root);
  },
  slopes: (numbers, x, y, at) => {
    const [cx, kx] = acrossOf(numbers);
    const { curvature: c, conic: k } = numbers;
    const [inner, outer] = [(1 + kx) * cx * cx, (1 + k) * c * c];
    const root = Math.sqrt(1 - inner * x * x - outer * y * y);
    const sag = (cx * x * x + c * y * y) / (1 + root);
    at.x = (x * (2 * cx + (sag * inner) / root)) / (1 + root);
    at.y = (y * (2 * c + (sag * outer) / root)) / (1 + root);
  },
  curvatureY: ({ curvature }) => curvature,
  curvatureX: (numbers) => acrossOf(numbers)[0],
  derivatives: (numbers, x, y, to) => {
    const [cx, kx] = acrossOf(numbers);
    const { curvature: c, conic: k } = numbers;
    const root = Math.sqrt(1 - (1 + kx) * cx * cx * x * x - (1 + k) * c * c * y * y);
    const sag = (cx * x * x + c * y * y) / (1 + root);
    // By x, y, c, k, cx and kx: of what stands above the line, and of the root below it.
    const above = [2 * cx * x, 2 * c * y, y * y, 0, x * x, 0];
    const within = [
      2 * (1 + kx) * cx * cx * x,
      2 * (1 + k) * c * c * y,
      2 * (1 + k) * c * y * y,
      c * c * y * y,
      2 * (1 + kx) * cx * x * x,
      cx * cx * x * x,
    ];
    const aboveX = [2 * cx, 0, 0, 0, 2 * x, 0];
    const withinX = [2 * (1 + kx) * cx * cx, ...[0, 0, 0], 4 * (1 + kx) * cx * x, 2 * cx * cx * x];
    const aboveY = [0, 2 * c, 2 * y, 0, 0, 0];
    const withinY = [0, 2 * (1 + k) * c * c, 4 * (1 + k) * c * y, 2 * c * c * y, 0, 0];
    const rootBy = within.map((one) => -one / (2 * root));
    const by = above.map((one, i) => (one - sag * rootBy[i]!) / (1 + root));
    const bySecond = (axis: 0 | 1, aboveSecond: number[], withinSecond: number[]): number[] =>
      aboveSecond.map((one, i) => {
        const rootSecond = -(withinSecond[i]! + 2 * rootBy[axis]! * rootBy[i]!) / (2 * root);
        const turned = by[axis]! * rootBy[i]! + by[i]! * rootBy[axis]!;
        return (one - turned - sag * rootSecond) / (1 + root);
      });
    const [byX, byY] = [bySecond(0, aboveX, withinX), bySecond(1, aboveY, withinY)];
    [to.x, to.y] = [by[0]!, by[1]!];
    [to.xx, to.xy, to.yy] = [byX[0]!, byX[1]!, byY[1]!];
    for (let at = 0; at < 4; at += 1) {
      to.sagBy[at] = by[2 + at]!;
      to.xBy[at] = byX[2 + at]!;
      to.yBy[at] = byY[2 + at]!;
    }
  },
});

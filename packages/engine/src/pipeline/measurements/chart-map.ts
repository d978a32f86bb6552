import type { Lens } from '../../optics/lens.ts';
import type { Shot } from '../shot.ts';
import { hasItsPixels, type MeasuredShot } from './measured-shot.ts';

/**
 * Where a place of the scene, 0 to 1 across and down, is imaged: pixels from the upper left corner
 * of the picture.
 */
export type ChartMap = (u: number, v: number) => readonly [x: number, y: number];

/**
 * The map of a shot, for the chief rays at 550 nm. Beyond the field of the lens it extrapolates.
 */
export function chartMap({ plan, lit, lens }: Shot): ChartMap {
  const { pitch } = plan.grid;
  const [centreX, centreY] = centreOf(plan.grid);
  const half = Math.tan(plan.scene.parameters.hfov / 2);
  const aspect = lit.scene.rows / lit.scene.columns;
  return (u, v) => {
    const [tx, ty] = [(2 * u - 1) * half, (2 * v - 1) * half * aspect];
    const tangent = Math.hypot(tx, ty);
    const scale = tangent === 0 ? 0 : lens.imageHeight(Math.atan(tangent)) / tangent / pitch;
    return [centreX + tx * scale, centreY + ty * scale];
  };
}

/** The same for the developed picture, which SCL may have made larger or smaller. */
export function pictureMap(shot: MeasuredShot): ChartMap {
  const { developed, plan } = shot;
  const map = chartMap(shot);
  if (!developed || hasItsPixels(shot)) return map;
  const { rows, columns } = plan.grid;
  return (u, v) => {
    const [x, y] = map(u, v);
    return [(x * developed.columns) / columns, (y * developed.rows) / rows];
  };
}

/** Place of the optical axis on a grid, pixels from its upper left corner. */
export const centreOf = ({
  rows,
  columns,
  offset: [right, down] = [0, 0],
}: Shot['plan']['grid']): readonly [number, number] => [columns / 2 - right, rows / 2 - down];

/** Field angle at a place of the picture, degrees. */
export function fieldDegreesAt(
  lens: Lens,
  grid: Shot['plan']['grid'],
  [x, y]: readonly [number, number],
): number {
  const [centreX, centreY] = centreOf(grid);
  return (lens.fieldAngle(Math.hypot(x - centreX, y - centreY) * grid.pitch) * 180) / Math.PI;
}

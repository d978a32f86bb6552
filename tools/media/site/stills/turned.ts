import { gridMesh } from '../../apple/mesh.ts';
import { createMeshObject } from '../../apple/mesh-object.ts';
import type { SceneObject } from '../../apple/surface.ts';
import type { Vec3 } from '../../apple/vector.ts';
import type { Paint } from './solids.ts';

/** A corner of a half profile: radius, height, and whether `outline` shapes it. */
export type Corner = readonly [radius: number, height: number, shaped: boolean];

/** Chamfer of every corner, cm: what makes edges catch the light. */
const CHAMFER = 0.05;

/** Points along the profile, dense at its corners so that faces stay flat between them. */
function chamfered(corners: readonly Corner[]): Corner[] {
  return corners.flatMap((corner, index): Corner[] => {
    const [before, after] = [corners[index - 1], corners[index + 1]];
    if (!before || !after) return [corner];
    const towards = (other: Corner, distance: number): Corner => {
      const share = Math.min(
        0.45,
        distance / Math.hypot(other[0] - corner[0], other[1] - corner[1]),
      );
      return [
        corner[0] + (other[0] - corner[0]) * share,
        corner[1] + (other[1] - corner[1]) * share,
        corner[2],
      ];
    };
    return [
      towards(before, 2 * CHAMFER),
      towards(before, CHAMFER),
      towards(after, CHAMFER),
      towards(after, 2 * CHAMFER),
    ];
  });
}

/**
 * A turned or milled part standing at `base`: its half profile swept round the vertical, with the
 * radius of shaped corners times `outline(angle)`.
 *
 * @param columns steps round the axis.
 */
export function turned(
  base: Vec3,
  corners: readonly Corner[],
  paint: Paint,
  columns = 96,
  outline: (angle: number) => number = () => 1,
): SceneObject {
  const profile = chamfered(corners);
  const rows = profile.length - 1;
  const mesh = gridMesh(columns, rows, (u, v) => {
    const at = v * rows;
    const index = Math.min(Math.floor(at), rows - 1);
    const [[r0, y0, s0], [r1, y1, s1]] = [profile[index]!, profile[index + 1]!];
    const share = at - index;
    const angle = 2 * Math.PI * u;
    const factor = outline(angle);
    const radius = r0 * (s0 ? factor : 1) * (1 - share) + r1 * (s1 ? factor : 1) * share;
    return [
      base[0] + radius * Math.cos(angle),
      base[1] + y0 + (y1 - y0) * share,
      base[2] - radius * Math.sin(angle),
    ];
  });
  return createMeshObject(mesh, ({ x, y, z }, detailed, surface) => {
    paint(x - base[0], y - base[1], z - base[2], detailed, surface);
  });
}

import type { Paint } from './paint.ts';
import { even, normalOf, type Solid } from './solids.ts';
import { add, type Vec3 } from './vector.ts';

/** A corner of a half profile: radius, height, and whether `outline` shapes it. */
export type Corner = readonly [radius: number, height: number, shaped: boolean];

/** Chamfer of every corner, in the unit of the scene: what makes edges catch the light. */
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
): Solid {
  const profile = chamfered(corners);
  const rows = profile.length - 1;
  const spot = (u: number, v: number): Vec3 => {
    const at = v * rows;
    const index = Math.min(Math.floor(at), rows - 1);
    const [[r0, y0, s0], [r1, y1, s1]] = [profile[index]!, profile[index + 1]!];
    const share = at - index;
    const angle = -2 * Math.PI * u;
    const factor = outline(angle);
    const radius = r0 * (s0 ? factor : 1) * (1 - share) + r1 * (s1 ? factor : 1) * share;
    return [radius * Math.cos(angle), y0 + (y1 - y0) * share, -radius * Math.sin(angle)];
  };
  return {
    paint,
    texels: 8,
    sheets: [
      {
        us: even(columns),
        vs: even(rows),
        size: [6, 6],
        at: (u, v) => {
          const painted = spot(u, v);
          return { position: add(base, painted), normal: () => normalOf(spot, u, v), painted };
        },
      },
    ],
  };
}

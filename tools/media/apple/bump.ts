import { type Surface, bendNormal } from './surface.ts';
import type { Vec3 } from './vector.ts';

/** Height of a fine relief above the smooth surface at a point, cm. */
export type Relief = (x: number, y: number, z: number) => number;

/**
 * Bends the normal by the relief's slope along the surface: J. Blinn, "Simulation of wrinkled
 * surfaces", 1978. `step` is the width over which the slope is taken, cm.
 */
export function applyRelief(surface: Surface, relief: Relief, [x, y, z]: Vec3, step: number): void {
  const { nx, ny, nz } = surface;
  const centre = relief(x, y, z);
  const gx = (relief(x + step, y, z) - centre) / step;
  const gy = (relief(x, y + step, z) - centre) / step;
  const gz = (relief(x, y, z + step) - centre) / step;
  const along = gx * nx + gy * ny + gz * nz;
  bendNormal(surface, along * nx - gx, along * ny - gy, along * nz - gz);
}

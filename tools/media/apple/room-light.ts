import { smoothstep } from './scalar.ts';
import type { Reflected } from './reflectance.ts';

/**
 * Radiance of the rest of the room in the unit direction `(dx, dy, dz)`, into the colour of `out`:
 * bright walls near the window, a pale ceiling, a dim far side and a dark floor. Relative units,
 * the same as for the window.
 */
export function roomLight(dx: number, dy: number, dz: number, out: Reflected): void {
  const up = smoothstep(-0.1, 0.8, dy);
  const toWindow = smoothstep(1, -1, dx * 0.85 - dz * 0.4);
  const floor = smoothstep(0.02, -0.35, dy);
  const level = (0.05 + 0.3 * up) * (0.45 + 1 * toWindow) * (1 - 0.75 * floor);
  out.red = level * (1.02 + 0.05 * floor);
  out.green = level;
  out.blue = level * (0.99 - 0.15 * floor);
}

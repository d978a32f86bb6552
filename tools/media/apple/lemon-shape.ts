import { readByCosine, tabulateByAngle, type ProfilePoint } from './profile.ts';
import type { StarShape } from './star-shape.ts';

/** Half profile of the lemon along its long axis, from the nipple to the stalk end. */
const PROFILE: readonly ProfilePoint[] = [
  [0, 4.5],
  [0.5, 4.35],
  [0.78, 3.75],
  [1.3, 3.2],
  [2.05, 2.45],
  [2.62, 1.3],
  [2.8, 0],
  [2.62, -1.3],
  [2.1, -2.4],
  [1.3, -3.15],
  [0.7, -3.5],
  [0, -3.55],
];

const PROFILE_TABLE = tabulateByAngle(PROFILE);

/** The lemon, slightly out of round. */
export const lemonShape: StarShape = {
  reach: 4.7,
  radius(x, y, z, r) {
    const dx = x / r;
    const dy = y / r;
    const dz = z / r;
    const out = 1 + 0.025 * (dx * dx - dz * dz) + 0.03 * dx * dy - 0.015 * dz;
    return readByCosine(PROFILE_TABLE, dy) * out;
  },
};

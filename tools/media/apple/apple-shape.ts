import { type ProfilePoint, readByCosine, tabulateByAngle, tabulateByCosine } from './profile.ts';
import { bell, smoothstep } from './scalar.ts';
import type { StarShape } from './star-shape.ts';

/** Half profile of the apple, from the bottom of the stem cavity down to the calyx. */
const PROFILE: readonly ProfilePoint[] = [
  [0, 2.0],
  [0.42, 2.3],
  [0.85, 2.85],
  [1.4, 3.4],
  [2.1, 3.62],
  [2.9, 3.38],
  [3.62, 2.7],
  [4.1, 1.6],
  [4.24, 0.4],
  [4.1, -0.85],
  [3.78, -2.05],
  [3.28, -3.05],
  [2.56, -3.72],
  [1.7, -3.98],
  [0.9, -3.7],
  [0.4, -3.15],
  [0, -2.9],
];

const PROFILE_TABLE = tabulateByAngle(PROFILE);

/** Strength of the ribs, cm: on the shoulders and, more so, round the calyx; none on the axis. */
const RIB_TABLE = tabulateByCosine(
  (cosine) =>
    (0.045 * bell(cosine, 0.84, 0.2) + 0.06 * bell(cosine, -0.9, 0.22)) *
    smoothstep(0, 0.3, 1 - cosine * cosine),
);

/** Height of the bottom of the stem cavity above the centre, cm. */
export const STEM_CAVITY_HEIGHT = PROFILE_TABLE[0]!;

/**
 * The apple: a profile turned round the axis, then pushed out of round by a few low harmonics (one
 * high shoulder, a slightly oval girth) and by the five soft ribs of the core.
 */
export const appleShape: StarShape = {
  reach: 4.7,
  radius(x, y, z, r) {
    const inverse = 1 / r;
    const dx = x * inverse;
    const dy = y * inverse;
    const dz = z * inverse;
    const base = readByCosine(PROFILE_TABLE, dy);
    const out =
      1 +
      0.016 * dx +
      0.05 * dx * Math.max(dy, -0.2) * (1 - 0.3 * dy) -
      0.018 * dz * dy +
      0.016 * (dx * dx - dz * dz) +
      0.012 * dx * dz;
    const across = dx * dx + dz * dz;
    if (across < 1e-6) return base * out;
    const c = (0.8 * dx + 0.6 * dz) / Math.sqrt(across);
    const c2 = c * c;
    const ribs = c * (c2 * (16 * c2 - 20) + 5);
    return base * out + ribs * readByCosine(RIB_TABLE, dy);
  },
};

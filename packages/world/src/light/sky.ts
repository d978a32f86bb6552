import type { Vector } from '../document/world-document.ts';

/** a, b of the gradation groups, c, d, e of the indicatrix groups, by type. @see CIE S 011. */
const GRADATIONS = [
  [4, -0.7],
  [1.1, -0.8],
  [0, -1],
  [-1, -0.55],
  [-1, -0.32],
  [-1, -0.15],
] as const;
const INDICATRICES = [
  [0, -1, 0],
  [2, -1.5, 0.15],
  [5, -2.5, 0.3],
  [10, -3, 0.45],
  [16, -3, 0.3],
  [24, -2.8, 0.15],
] as const;
const TYPES: readonly (readonly [gradation: number, indicatrix: number])[] = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [3, 1],
  [3, 2],
  [3, 3],
  [3, 4],
  [4, 2],
  [4, 3],
  [4, 4],
  [5, 4],
  [5, 5],
  [6, 5],
  [6, 6],
];

const RADIANS = Math.PI / 180;

/** A direction of an elevation and an azimuth, clockwise from north seen from above. */
export function skyDirection(elevationDegrees: number, azimuthDegrees: number): Vector {
  const [up, round] = [elevationDegrees * RADIANS, azimuthDegrees * RADIANS];
  return [Math.cos(up) * Math.sin(round), Math.sin(up), -Math.cos(up) * Math.cos(round)];
}

/** Luminance over that at the zenith, by a direction above the horizon. */
export function skyGradation(type: number, sun: Vector): (towards: Vector) => number {
  const [gradation, indicatrix] = TYPES[type - 1]!;
  const [a, b] = GRADATIONS[gradation - 1]!;
  const [c, d, e] = INDICATRICES[indicatrix - 1]!;
  const phi = (cosine: number): number => 1 + a * Math.exp(b / Math.max(1e-9, cosine));
  const scattered = (angle: number): number =>
    1 + c * (Math.exp(d * angle) - Math.exp((d * Math.PI) / 2)) + e * Math.cos(angle) ** 2;
  const zenith = scattered(Math.acos(Math.max(-1, Math.min(1, sun[1])))) * phi(1);
  return (towards) => {
    const cosine = towards[0] * sun[0] + towards[1] * sun[1] + towards[2] * sun[2];
    const angle = Math.acos(Math.max(-1, Math.min(1, cosine)));
    return (scattered(angle) * phi(towards[1])) / zenith;
  };
}

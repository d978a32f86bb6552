import { tan } from '../quantities/elementary.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';

/**
 * A map of a plane onto itself, 3 x 3 and row by row: (x, y, 1) becomes (X, Y, Z), which is the
 * point (X/Z, Y/Z).
 */
export type Homography = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Size of a scene as the lens sees it, and how it has moved. */
export interface ScenePlacement {
  /** Half width of the scene at unit distance, tan(hfov/2). */
  readonly halfWidth: number;
  /** Height over width. */
  readonly aspect: number;
  /**
   * From tangents of directions as the lens sees them, right and down, to those of the scene as it
   * stood at first; absent: it has not moved.
   */
  readonly moved?: Homography;
  /** Where it stands for some shares of the time, in place of `moved`. */
  readonly path?: ScenePath;
}

/** Ways in which a scene has moved, and the share of the light of each; shares sum up to 1. */
export type ScenePath = readonly { readonly moved: Homography; readonly share: number }[];

/** The places at which a scene stands, and the share of the light of each. */
export const standsOf = ({
  path,
  ...placement
}: ScenePlacement): readonly {
  readonly placement: Omit<ScenePlacement, 'path'>;
  readonly share: number;
}[] =>
  path?.map(({ moved, share }) => ({ placement: { ...placement, moved }, share })) ?? [
    { placement, share: 1 },
  ];

/** The placement of a scene before a lens. `hfov` in radians. */
export const placementOf = ({
  lit: { scene },
  hfov,
  moved,
  path,
}: {
  readonly lit: { readonly scene: RasterSize };
  readonly hfov: number;
  readonly moved?: Homography;
  readonly path?: ScenePath;
}): ScenePlacement => ({
  halfWidth: tan(hfov / 2),
  aspect: scene.rows / scene.columns,
  ...(moved && { moved }),
  ...(path && { path }),
});

/** How far a map only shifts points; undefined where it does more. */
export function shiftOf([a, b, c, d, e, f, g, h, i]: Homography):
  | { readonly x: number; readonly y: number }
  | undefined {
  const isShift = a === 1 && b === 0 && d === 0 && e === 1 && g === 0 && h === 0 && i === 1;
  return isShift ? { x: c, y: f } : undefined;
}

/** Directions at a right angle to the axis and behind it lie so far outside, at unit distance. */
const LEAST_DEPTH = 1e-9;

/**
 * Moves points in place.
 *
 * @param x and `y` tangents of directions, right and down.
 */
export function movePoints(
  [a, b, c, d, e, f, g, h, i]: Homography,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let at = 0; at < x.length; at += 1) {
    const [right, down] = [x[at]!, y[at]!];
    const depth = Math.max(LEAST_DEPTH, g * right + h * down + i);
    x[at] = (a * right + b * down + c) / depth;
    y[at] = (d * right + e * down + f) / depth;
  }
}

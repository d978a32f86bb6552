/** A second ray tracer: spheres on one axis, by vectors, from a plane wave. */
import { indicesAt } from '../../src/optics/ray-trace/design-surface.ts';
import type { LensDesign } from '../../src/optics/ray-trace/lens-design.ts';

type Vector = readonly [x: number, y: number, z: number];

/** Where a ray meets a surface, at its vertex, and what it does there. */
interface Meeting {
  readonly place: Vector;
  /** Cosines of the angles to the normal, before and behind. */
  readonly cosine: number;
  readonly refractedCosine: number;
  readonly before: number;
  readonly behind: number;
  /** From the meeting before, mm. */
  readonly way: number;
}

export interface PlainRay {
  readonly x: number;
  readonly y: number;
  readonly L: number;
  readonly M: number;
  readonly N: number;
  readonly path: number;
  readonly stopX: number;
  readonly stopY: number;
  /** Whether it is inside all clear apertures. */
  readonly passes: boolean;
  readonly meetings: readonly Meeting[];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (from: Vector, direction: Vector, way: number): Vector => [
  from[0] + way * direction[0],
  from[1] + way * direction[1],
  from[2] + way * direction[2],
];

/**
 * A ray of the field at `angle`, from the plane perpendicular to it through (0, 0, originMm);
 * undefined where it meets no surface or is totally reflected.
 */
export function plainRay(
  { surfaces, stopIndex, imagePlaneMm }: LensDesign,
  wavelength: number,
  angle: number,
  [u, v, originMm]: readonly [number, number, number],
): PlainRay | undefined {
  const indices = indicesAt(surfaces, wavelength);
  let place: Vector = [u, v * Math.cos(angle), originMm - v * Math.sin(angle)];
  let direction: Vector = [0, Math.sin(angle), Math.cos(angle)];
  let [path, before, passes] = [0, 1, true];
  const meetings: Meeting[] = [];
  for (const [i, { curvature, vertexMm, semiDiameterMm }] of surfaces.entries()) {
    const from: Vector = [place[0], place[1], place[2] - vertexMm];
    let [way, normal]: [number, Vector] = [-from[2] / direction[2], [0, 0, 1]];
    if (curvature !== 0) {
      // |from + way·direction − centre|² = radius², the solution near the vertex.
      const radius = 1 / curvature;
      const offset: Vector = [from[0], from[1], from[2] - radius];
      const half = dot(offset, direction);
      const rest = half ** 2 - (dot(offset, offset) - radius ** 2);
      if (!(rest >= 0)) return undefined;
      way = -half - Math.sign(radius) * Math.sqrt(rest);
      const met = along(from, direction, way);
      normal = [-met[0] / radius, -met[1] / radius, 1 - met[2] / radius];
    }
    const met = along(from, direction, way);
    const behind = indices[i]!;
    const cosine = dot(normal, direction);
    const sine2 = (before / behind) ** 2 * (1 - cosine ** 2);
    if (!(cosine > 0) || sine2 > 1) return undefined;
    const refractedCosine = Math.sqrt(1 - sine2);
    const push = refractedCosine - (before / behind) * cosine;
    path += before * way;
    meetings.push({ place: met, cosine, refractedCosine, before, behind, way });
    passes &&= Math.hypot(met[0], met[1]) <= semiDiameterMm;
    direction = [0, 1, 2].map((k) => (before / behind) * direction[k]! + push * normal[k]!) as [
      number,
      number,
      number,
    ];
    place = [met[0], met[1], met[2] + vertexMm];
    before = behind;
  }
  const way = (imagePlaneMm - place[2]) / direction[2];
  const [x, y] = along(place, direction, way);
  const [L, M, N] = direction;
  const [stopX, stopY] = meetings[stopIndex]!.place;
  return { x, y, L, M, N, path: path + before * way, stopX, stopY, passes, meetings };
}

/** The place between two others at which a rising or falling value is 0, by bisection. */
export function zeroBetween(low: number, high: number, valueAt: (place: number) => number): number {
  const sign = Math.sign(valueAt(high)) || 1;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (valueAt(middle) * sign > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

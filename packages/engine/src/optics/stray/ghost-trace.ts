import { launch, type Wavefront } from '../ray-trace/launch.ts';
import { shapeOf, type Shape } from '../ray-trace/surfaces/shape.ts';
import type { Way } from '../ray-trace/surfaces/surface-kind.ts';
import { enterFrame, leaveFrame, newRay, type Frame } from '../ray-trace/ray.ts';
import { meetShape, type Meeting, type TracedLens } from '../ray-trace/trace-ray.ts';
import { reflectance, type Coating } from './coating.ts';

/** The sensor as a mirror, in place of the index of a surface. */
export const SENSOR = 'sensor';

/** Light that is reflected twice: at `first`, then, on its way back, at `second`. */
export interface GhostPair {
  /** Index of the surface from 0. */
  readonly first: number | typeof SENSOR;
  readonly second: number;
}

/** What reflects light in a lens. */
export interface Reflecting {
  readonly coating: Coating;
  /** Share that the sensor reflects like a mirror, 0 to 1. */
  readonly sensor: number;
  /** Nanometres. */
  readonly wavelength: number;
}

/** Where a ray ends on the plane of the sensor, and the share of its light that gets there. */
export interface Arrival {
  xMm: number;
  yMm: number;
  share: number;
}

/** The surfaces of a lens that reflect: those with a step of the refractive index. */
export const reflectingSurfaces = ({ indicesBefore, indicesBehind }: TracedLens): number[] =>
  [...indicesBefore.keys()].filter((surface) => indicesBefore[surface] !== indicesBehind[surface]);

/** All pairs of a lens, those with the sensor too where it reflects. */
export function ghostPairs(lens: TracedLens, sensorReflects: boolean): GhostPair[] {
  const surfaces = reflectingSurfaces(lens);
  return [
    ...surfaces.flatMap((first) =>
      surfaces.filter((second) => second < first).map((second) => ({ first, second })),
    ),
    ...(sensorReflects ? surfaces.map((second) => ({ first: SENSOR, second }) as const) : []),
  ];
}

/** Steps of the cosine of the angle of incidence at which the share of a passage is known. */
const COSINES = 512;

/** What one surface does to a ray of a path. Rays that run towards −z are traced in a mirror. */
interface Passage {
  readonly shape: Shape;
  /** The way that the ray runs before it: −1 on the way back. */
  readonly direction: Way;
  /** As the ray sees it. */
  readonly vertexMm: number;
  /** In a lens with moved surfaces, in place of the vertex. */
  readonly frame?: Frame;
  /** 1/semi-diameter²; 0 where nothing stops the ray. */
  readonly aperture: number;
  readonly isMirror: boolean;
  /** Refractive index before over behind. */
  readonly ratio: number;
  /** Share of the light that goes on, by the cosine of incidence; undefined: all of it. */
  readonly shares: Float64Array | undefined;
}

/** A way of a field's light through a lens: directly, or by the two reflections of a pair. */
export interface Path {
  readonly lens: TracedLens;
  readonly wavefront: Wavefront;
  readonly passages: readonly Passage[];
}

/** @param pair undefined: the direct way. */
export function pathOf(
  lens: TracedLens,
  wavefront: Wavefront,
  pair: GhostPair | undefined,
  how: Reflecting,
): Path {
  const last = lens.count - 1;
  if (!pair) return { lens, wavefront, passages: way(lens, how, 0, last) };
  const { first, second } = pair;
  const begin =
    first === SENSOR
      ? [...way(lens, how, 0, last), mirrorAtSensor(lens, how)]
      : [...way(lens, how, 0, first - 1), passage(lens, how, first, 1, true)];
  const inside = first === SENSOR ? last : first - 1;
  return {
    lens,
    wavefront,
    passages: [
      ...begin,
      ...Array.from({ length: inside - second }, (_, at) =>
        passage(lens, how, inside - at, -1, false),
      ),
      passage(lens, how, second, -1, true),
      ...way(lens, how, second + 1, last),
    ],
  };
}

/** Passages towards the sensor, `from` and `to` included. */
const way = (lens: TracedLens, how: Reflecting, from: number, to: number): Passage[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
    passage(lens, how, from + at, 1, false),
  );

const SENSOR_SHAPE = shapeOf({ curvature: 0, conic: 0, aspheric: [] });

const mirrorAtSensor = ({ imagePlaneMm, moved }: TracedLens, { sensor }: Reflecting): Passage => ({
  ...(moved && { frame: moved.image }),
  shape: SENSOR_SHAPE,
  direction: 1,
  vertexMm: imagePlaneMm,
  aperture: 0,
  isMirror: true,
  ratio: 1,
  shares: new Float64Array(COSINES + 2).fill(sensor),
});

function passage(
  lens: TracedLens,
  how: Reflecting,
  surface: number,
  direction: Way,
  isMirror: boolean,
): Passage {
  const [front, back] = [lens.indicesBefore[surface]!, lens.indicesBehind[surface]!];
  return {
    ...(lens.moved && { frame: lens.moved.surfaces[surface]!.frame }),
    shape: lens.shapes[surface]!,
    direction,
    vertexMm: direction * lens.verticesMm[surface]!,
    aperture: lens.apertures[surface]!,
    isMirror,
    ratio: direction > 0 ? front / back : back / front,
    shares: sharesOf(lens, how, surface, direction, isMirror),
  };
}

/** Shares of the surfaces of a lens, which all its paths have in common. */
const known = new WeakMap<TracedLens, Map<string, Float64Array>>();

function sharesOf(
  lens: TracedLens,
  how: Reflecting,
  surface: number,
  direction: Way,
  isMirror: boolean,
): Float64Array | undefined {
  const [front, back] = [lens.indicesBefore[surface]!, lens.indicesBehind[surface]!];
  const [before, behind] = direction > 0 ? [front, back] : [back, front];
  const isFold = lens.folds?.includes(surface) ?? false;
  const reflected = (cosine: number): number =>
    isFold ? 0 : reflectance(how.coating, cosine, before, behind, how.wavelength);
  if (reflected(1) === 0 && before === behind && !isMirror) return undefined;
  const shares = known.get(lens) ?? new Map<string, Float64Array>();
  known.set(lens, shares);
  const key = JSON.stringify([surface, direction, isMirror, how.coating]);
  const found =
    shares.get(key) ??
    Float64Array.from({ length: COSINES + 2 }, (_, at) => {
      const share = reflected(Math.min(1, at / COSINES));
      return isMirror ? share : 1 - share;
    });
  shares.set(key, found);
  return found;
}

const start = newRay();
const met: Meeting = { x: 0, y: 0, z: 1, cosine: 1 };

type RayNumbers = [x: number, y: number, z: number, L: number, M: number, N: number];

/** A ray taken into the frame of a part, or out of it; one that runs back lies in a mirror. */
function inFrame(
  take: typeof enterFrame,
  frame: Frame,
  direction: Way,
  [xMm, yMm, z, L, M, n]: RayNumbers,
): RayNumbers {
  const ray = { ...start, xMm, yMm, zMm: direction * z, L, M, N: direction * n };
  take(ray, frame);
  return [ray.xMm, ray.yMm, direction * ray.zMm, ray.L, ray.M, direction * ray.N];
}

/**
 * Traces the ray of a path at (u, v) of its wavefront to the sensor. Every clear aperture stops it
 * at each passage; where it should pass, total reflection stops it.
 *
 * @param arrival where the result is written.
 * @returns whether the ray gets there.
 */
export function traceGhost(
  { lens, wavefront, passages }: Path,
  uMm: number,
  vMm: number,
  arrival: Arrival,
): boolean {
  launch(wavefront, uMm, vMm, start);
  let { xMm: x, yMm: y, zMm: z, L, M, N } = start;
  let share = 1;
  for (let at = 0; at < passages.length; at += 1) {
    const { shape, direction, vertexMm, frame, aperture, isMirror, ratio, shares } = passages[at]!;
    if (frame) [x, y, z, L, M, N] = inFrame(enterFrame, frame, direction, [x, y, z, L, M, N]);
    else z -= vertexMm;
    const before = { xMm: x, yMm: y, zMm: direction * z, L, M, N: direction * N };
    const t = meetShape(shape, before, direction, met);
    x += t * L;
    y += t * M;
    z += t * N;
    // In the mirror in which a ray on the way back is traced, the normal leans the other way.
    const [nx, ny, nz] = [direction * met.x, direction * met.y, met.z];
    const cosine = nx * L + ny * M + nz * N;
    if (!(nz > 0) || !(cosine >= 0)) return false;
    if ((x * x + y * y) * aperture > 1) return false;
    if (shares !== undefined) {
      const place = cosine * COSINES;
      const step = Math.floor(place);
      const low = shares[step]!;
      share *= low + (place - step) * (shares[step + 1]! - low);
    }
    if (!frame) z += vertexMm;
    if (isMirror) {
      const turn = -2 * cosine;
      L += turn * nx;
      M += turn * ny;
      // Seen in a mirror from here on.
      N = -(N + turn * nz);
      z = -z;
    } else {
      const squared = 1 - ratio * ratio * (1 - cosine * cosine);
      if (squared < 0) return false;
      const g = Math.sqrt(squared) - ratio * cosine;
      L = ratio * L + g * nx;
      M = ratio * M + g * ny;
      N = ratio * N + g * nz;
    }
    if (frame) {
      const behind = isMirror ? (-direction as Way) : direction;
      [x, y, z, L, M, N] = inFrame(leaveFrame, frame, behind, [x, y, z, L, M, N]);
    }
    if (!(N > 0)) return false;
  }
  if (lens.moved) {
    [x, y, z, L, M, N] = inFrame(enterFrame, lens.moved.image, 1, [x, y, z, L, M, N]);
    if (!(N > 0)) return false;
  }
  const t = ((lens.moved ? 0 : lens.imagePlaneMm) - z) / N;
  arrival.xMm = x + t * L;
  arrival.yMm = y + t * M;
  arrival.share = share;
  return true;
}

import { cos, sin } from '../../quantities/elementary.ts';
import { launch, type Wavefront } from '../ray-trace/launch.ts';
import {
  meetAsphere,
  newRay,
  sagOf,
  slopeOverRadius,
  type TracedLens,
} from '../ray-trace/trace-ray.ts';
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

/** A ray on its way, and the share of its light that is left. */
const ray = { ...newRay(), share: 1 };
/** Aspheres as a ray meets them that runs towards −z: seen in a mirror. */
const mirrored = new WeakMap<readonly number[], readonly number[]>();

function inMirror(asphere: readonly number[]): readonly number[] {
  const known = mirrored.get(asphere);
  if (known) return known;
  const [conic, ...coefficients] = asphere;
  const turned = [conic!, ...coefficients.map((coefficient) => -coefficient)];
  mirrored.set(asphere, turned);
  return turned;
}

/**
 * Takes the ray to a surface and through it, or back from it.
 *
 * @returns false when it misses the surface, is stopped by its clear aperture or, where it should
 *   pass, is totally reflected.
 */
function pass(lens: TracedLens, surface: number, isMirror: boolean, how: Reflecting): boolean {
  const way = ray.N > 0 ? 1 : -1;
  // A ray towards −z is traced in a mirror, where it runs towards +z.
  const c = way * lens.curvatures[surface]!;
  const vertex = lens.verticesMm[surface]!;
  let { xMm: x, yMm: y, L, M } = ray;
  let z = way * (ray.zMm - vertex);
  let N = way * ray.N;
  const asphere = lens.aspheres[surface];
  let nx: number, ny: number, nz: number;
  if (asphere === undefined) {
    const b = N - c * (x * L + y * M + z * N);
    const cc = c * (x * x + y * y + z * z) - 2 * z;
    const discriminant = b * b - c * cc;
    if (!(discriminant >= 0)) return false;
    const root = Math.sqrt(discriminant);
    const t = b >= 0 ? cc / (b + root) : (b - root) / c;
    [x, y, z] = [x + t * L, y + t * M, z + t * N];
    [nx, ny, nz] = [-c * x, -c * y, 1 - c * z];
  } else {
    const shape = way > 0 ? asphere : inMirror(asphere);
    const t = meetAsphere(c, shape, { xMm: x, yMm: y, zMm: z, L, M, N });
    [x, y, z] = [x + t * L, y + t * M, z + t * N];
    const slope = slopeOverRadius(c, shape, x * x + y * y);
    nz = 1 / Math.sqrt(1 + slope * slope * (x * x + y * y));
    [nx, ny] = [-slope * x * nz, -slope * y * nz];
  }
  const cosine = nx * L + ny * M + nz * N;
  if (!(nz > 0) || !(cosine >= 0)) return false;
  if ((x * x + y * y) * lens.apertures[surface]! > 1) return false;
  const [front, back] = [lens.indicesBefore[surface]!, lens.indicesBehind[surface]!];
  const [before, behind] = way > 0 ? [front, back] : [back, front];
  const reflected = reflectance(how.coating, cosine, before, behind, how.wavelength);
  if (isMirror) {
    const turn = -2 * cosine;
    [L, M, N] = [L + turn * nx, M + turn * ny, N + turn * nz];
    ray.share *= reflected;
  } else {
    const mu = before / behind;
    const squared = 1 - mu * mu * (1 - cosine * cosine);
    if (squared < 0) return false;
    const g = Math.sqrt(squared) - mu * cosine;
    [L, M, N] = [mu * L + g * nx, mu * M + g * ny, mu * N + g * nz];
    ray.share *= 1 - reflected;
  }
  Object.assign(ray, { xMm: x, yMm: y, zMm: way * z + vertex, L, M, N: way * N });
  return isMirror ? ray.N * way < 0 : ray.N * way > 0;
}

/** Takes the ray from surface to surface, `from` and `to` included. */
function passAll(lens: TracedLens, from: number, to: number, how: Reflecting): boolean {
  const step = from <= to ? 1 : -1;
  for (let surface = from; surface !== to + step; surface += step)
    if (!pass(lens, surface, false, how)) return false;
  return true;
}

/** Takes the ray in a straight line to the plane of the sensor. */
function toSensor({ imagePlaneMm }: TracedLens): void {
  const t = (imagePlaneMm - ray.zMm) / ray.N;
  ray.xMm += t * ray.L;
  ray.yMm += t * ray.M;
  ray.zMm = imagePlaneMm;
}

/** A way of the light of a field through a lens. */
export interface Path {
  readonly lens: TracedLens;
  readonly wavefront: Wavefront;
  /** Undefined: the direct one. */
  readonly pair: GhostPair | undefined;
  readonly how: Reflecting;
}

/**
 * Traces the ray of a path at (u, v) of its wavefront to the sensor. Every clear aperture stops it
 * at each passage.
 *
 * @param arrival where the result is written.
 * @returns whether the ray gets there.
 */
export function traceGhost(
  { lens, wavefront, pair, how }: Path,
  { uMm, vMm }: { readonly uMm: number; readonly vMm: number },
  arrival: Arrival,
): boolean {
  launch(wavefront, uMm, vMm, ray);
  ray.share = 1;
  const last = lens.count - 1;
  let next = 0;
  if (pair) {
    const { first, second } = pair;
    if (first === SENSOR) {
      if (!passAll(lens, 0, last, how)) return false;
      toSensor(lens);
      ray.N = -ray.N;
      ray.share *= how.sensor;
      if (second < last && !passAll(lens, last, second + 1, how)) return false;
    } else {
      if (first > 0 && !passAll(lens, 0, first - 1, how)) return false;
      if (!pass(lens, first, true, how)) return false;
      if (second + 1 < first && !passAll(lens, first - 1, second + 1, how)) return false;
    }
    if (!pass(lens, second, true, how)) return false;
    next = second + 1;
  }
  if (next <= last && !passAll(lens, next, last, how)) return false;
  toSensor(lens);
  arrival.xMm = ray.xMm;
  arrival.yMm = ray.yMm;
  arrival.share = ray.share;
  return true;
}

/** A rectangle of the half of a wavefront with u ≥ 0, mm: the other half is its mirror image. */
export interface Region {
  readonly u: readonly [low: number, high: number];
  readonly v: readonly [low: number, high: number];
}

/** Circles of the front surface whose rims are looked at. */
const RIMS = 4;
const AZIMUTHS = 16;
/** By so much of its size a region is widened on each side. */
const MARGIN = 0.01;

/** The part of a wavefront in front of the whole clear aperture of the first surface. */
export function frontRegion(lens: TracedLens, wavefront: Wavefront): Region {
  const semi = lens.semiDiametersMm[0]!;
  const points = Array.from({ length: (RIMS + 1) * AZIMUTHS }, (_, at) => {
    const radius = (semi * (at % (RIMS + 1))) / RIMS;
    const azimuth = (2 * Math.PI * Math.floor(at / (RIMS + 1))) / AZIMUTHS;
    const sag = sagOf(lens.curvatures[0]!, lens.aspheres[0] ?? [0], radius * radius);
    const place = [
      radius * sin(azimuth),
      radius * cos(azimuth),
      lens.verticesMm[0]! + sag,
    ] as const;
    return onWavefront(wavefront, place);
  });
  const vs = points.map(({ vMm }) => vMm);
  const [low, high] = [Math.min(...vs), Math.max(...vs)];
  const more = MARGIN * (high - low);
  return {
    u: [0, Math.max(...points.map(({ uMm }) => uMm)) * (1 + MARGIN)],
    v: [low - more, high + more],
  };
}

/** The ray of a wavefront that goes through a point. */
function onWavefront(
  { sine, cosine, originMm, vergence }: Wavefront,
  [x, y, z]: readonly [x: number, y: number, z: number],
): { readonly uMm: number; readonly vMm: number } {
  if (vergence === 0) return { uMm: x, vMm: y * cosine - (z - originMm) * sine };
  // From the point of the object, which is 1/vergence against the direction of the field.
  const [dx, dy, dz] = [x, y + sine / vergence, z - originMm + cosine / vergence];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  return {
    uMm: dx / distance / vergence,
    vMm: (dy / distance - sine) / (vergence * cosine),
  };
}

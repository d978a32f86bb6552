import type { Beyond } from './apertures.ts';
import {
  RAY_BLOCKED,
  RAY_MISSES,
  RAY_REFLECTED,
  enterFrame,
  leaveFrame,
  newRay,
  type Frame,
  type Ray,
} from './ray.ts';
import { phaseAt, type Phase } from './surface-action.ts';
import type { Shape } from './surfaces/shape.ts';
import type { Way } from './surfaces/surface-kind.ts';

/** An ideal thin lens in its place at one wavelength. */
export interface ThinPart {
  readonly focalLengthMm: number;
  /**
   * From the object of the lens on its axis to it, and from it to its image, along the light;
   * absent where paths do without.
   */
  readonly conjugatesMm?: readonly [before: number, behind: number];
}

/** A surface of a lens that any of these make more than a centred refraction. */
export interface LensPartToTrace {
  readonly frame: Frame;
  readonly shape: Shape;
  readonly indexBefore: number;
  readonly indexBehind: number;
  readonly isMirror: boolean;
  readonly thin?: ThinPart;
  readonly phase?: Phase;
  /** 1/semi-diameter², 1/mm². */
  readonly rim: number;
  /** Openings through which a ray passes, and what is dark. */
  readonly openings: readonly Beyond[];
  readonly obscurations: readonly Beyond[];
}

/** A lens as its parts, each in its own frame. */
export interface LensOfParts {
  readonly parts: readonly LensPartToTrace[];
  readonly image: Frame;
  readonly stopIndex: number;
  /** Where the ray's z ends: the nominal place of the sensor. */
  readonly imagePlaneMm: number;
  readonly wavelengthMm: number;
}

const normal = { x: 0, y: 0, z: 1 };
const step = { pathMm: 0, x: 0, y: 0 };

/**
 * The way that the base ray runs through each part and to the sensor; where it is lost, as the
 * mirrors before turn it.
 */
export function waysOf(lens: LensOfParts): readonly Way[] {
  const { parts, image } = lens;
  const ray = newRay();
  const base = { isLost: false, mirrors: 0 };
  const wayNow = (frame: Frame): Way => {
    if (base.isLost) return base.mirrors % 2 === 0 ? 1 : -1;
    enterFrame(ray, frame);
    return ray.N >= 0 ? 1 : -1;
  };
  const ways = parts.map((part): Way => {
    const way = wayNow(part.frame);
    if (!base.isLost) {
      base.isLost = actOn(part, way, lens.wavelengthMm, ray) !== 0;
      leaveFrame(ray, part.frame);
    }
    base.mirrors += Number(part.isMirror);
    return way;
  });
  return [...ways, wayNow(image)];
}

/**
 * The tracer of a lens of parts: as `traceRay`, for any frames, mirrors, ideal and diffracting
 * surfaces and apertures.
 */
export function partsTracer(lens: LensOfParts): (ray: Ray, isBlocked: boolean) => number {
  const { parts, image, imagePlaneMm } = lens;
  const ways = waysOf(lens);
  const passed = { ...lens, ways };
  const moving = newRay();
  return (ray, isBlocked) => {
    begin(moving, ray);
    const failure = passParts(passed, moving, ray, isBlocked);
    if (failure !== 0) return failure;
    const { L, M, N } = moving;
    enterFrame(moving, image);
    if (!(moving.N * ways[parts.length]! > 0)) return 4 * parts.length + RAY_MISSES;
    const t = -moving.zMm / moving.N;
    ray.xMm = moving.xMm + t * moving.L;
    ray.yMm = moving.yMm + t * moving.M;
    ray.zMm = imagePlaneMm;
    ray.L = L;
    ray.M = M;
    ray.N = N;
    ray.opticalPathMm = moving.opticalPathMm + parts.at(-1)!.indexBehind * t;
    ray.fill = moving.fill;
    return 0;
  };
}

/**
 * The same against the light: from a place behind the last part, in the frame of the lens, to the
 * first part, where the ray leaves the lens.
 *
 * @returns as `partsTracer`, with parts counted from the sensor.
 */
export function backwardTracer(lens: LensOfParts): (ray: Ray, isBlocked: boolean) => number {
  const count = lens.parts.length;
  const reversed = {
    wavelengthMm: lens.wavelengthMm,
    stopIndex: count - 1 - lens.stopIndex,
    parts: lens.parts
      .map((part) => ({ ...part, indexBefore: part.indexBehind, indexBehind: part.indexBefore }))
      .reverse(),
    ways: waysOf(lens)
      .slice(0, count)
      .map((way): Way => (way === 1 ? -1 : 1))
      .reverse(),
  };
  const moving = newRay();
  return (ray, isBlocked) => {
    begin(moving, ray);
    const failure = passParts(reversed, moving, ray, isBlocked);
    if (failure !== 0) return failure;
    ({ xMm: ray.xMm, yMm: ray.yMm, zMm: ray.zMm, L: ray.L, M: ray.M, N: ray.N } = moving);
    return 0;
  };
}

function begin(moving: Ray, ray: Ray): void {
  moving.xMm = ray.xMm;
  moving.yMm = ray.yMm;
  moving.zMm = ray.zMm;
  moving.L = ray.L;
  moving.M = ray.M;
  moving.N = ray.N;
  moving.opticalPathMm = 0;
  moving.fill = 0;
}

/** Parts in the order in which rays meet them, and the ways that they run through each. */
interface PartsOnTheWay extends Pick<LensOfParts, 'parts' | 'stopIndex' | 'wavelengthMm'> {
  readonly ways: readonly Way[];
}

/** Sends the moving ray through all parts; `ray` gets its place in the stop, and its fill. */
function passParts(
  { parts, stopIndex, wavelengthMm, ways }: PartsOnTheWay,
  moving: Ray,
  ray: Ray,
  isBlocked: boolean,
): number {
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    enterFrame(moving, part.frame);
    let failure = actOn(part, ways[at]!, wavelengthMm, moving);
    if (failure !== RAY_MISSES) {
      const isStopped = fillAt(part, moving) && isBlocked;
      if (at === stopIndex) {
        ray.stopXMm = moving.stopXMm;
        ray.stopYMm = moving.stopYMm;
      }
      if (isStopped) failure = RAY_BLOCKED;
    }
    if (failure !== 0) {
      ray.fill = moving.fill;
      return 4 * at + failure;
    }
    leaveFrame(moving, part.frame);
  }
  return 0;
}

/**
 * Whether an aperture of the part stops the ray that has just met it at its `stop` place; its fill
 * is raised.
 */
function fillAt({ rim, openings, obscurations }: LensPartToTrace, ray: Ray): boolean {
  const { stopXMm: x, stopYMm: y } = ray;
  let filled = (x * x + y * y) * rim;
  for (let at = 0; at < openings.length; at += 1)
    filled = Math.max(filled, 1 + openings[at]!(x, y));
  if (filled > ray.fill) ray.fill = filled;
  if (filled > 1) return true;
  for (let at = 0; at < obscurations.length; at += 1) if (obscurations[at]!(x, y) < 0) return true;
  return false;
}

/**
 * Meets a part in its own frame and leaves it: place, direction and path change, and the stop place
 * is where the ray met it.
 *
 * @returns 0, or why the ray fails.
 */
function actOn(part: LensPartToTrace, way: Way, wavelengthMm: number, ray: Ray): number {
  const { shape, indexBefore, indexBehind, isMirror, thin, phase } = part;
  const t = shape.kind.meet(shape.numbers, ray, way);
  ray.xMm += t * ray.L;
  ray.yMm += t * ray.M;
  ray.zMm += t * ray.N;
  shape.kind.normal(shape.numbers, ray.xMm, ray.yMm, ray.zMm, normal);
  const { x: nx, y: ny, z: nz } = normal;
  const cosine = nx * ray.L + ny * ray.M + nz * ray.N;
  if (!(nz > 0) || !(cosine * way >= 0)) return RAY_MISSES;
  ray.opticalPathMm += indexBefore * t;
  ray.stopXMm = ray.xMm;
  ray.stopYMm = ray.yMm;
  if (thin) {
    bendThin(thin, ray);
    return 0;
  }
  if (phase) {
    phaseAt(phase, wavelengthMm, [ray.xMm, ray.yMm], step);
    // What is added is tangential.
    const across = step.x * nx + step.y * ny;
    const x = indexBefore * (ray.L - cosine * nx) + step.x - across * nx;
    const y = indexBefore * (ray.M - cosine * ny) + step.y - across * ny;
    const z = indexBefore * (ray.N - cosine * nz) - across * nz;
    const squared = indexBehind * indexBehind - x * x - y * y - z * z;
    if (!(squared >= 0)) return RAY_REFLECTED;
    const along = (isMirror === cosine >= 0 ? -1 : 1) * Math.sqrt(squared);
    ray.L = (x + along * nx) / indexBehind;
    ray.M = (y + along * ny) / indexBehind;
    ray.N = (z + along * nz) / indexBehind;
    ray.opticalPathMm += step.pathMm;
    return 0;
  }
  if (isMirror) {
    ray.L -= 2 * cosine * nx;
    ray.M -= 2 * cosine * ny;
    ray.N -= 2 * cosine * nz;
    return 0;
  }
  const mu = indexBefore / indexBehind;
  if (mu === 1) return 0;
  const squared = 1 - mu * mu * (1 - cosine * cosine);
  if (squared < 0) return RAY_REFLECTED;
  const g = way * Math.sqrt(squared) - mu * cosine;
  ray.L = mu * ray.L + g * nx;
  ray.M = mu * ray.M + g * ny;
  ray.N = mu * ray.N + g * nz;
  return 0;
}

/** Distance of a point on a ray from the vertex of an ideal lens, less its way along the ray. */
function detour(lengthMm: number, ray: Ray): number {
  if (!Number.isFinite(lengthMm)) return 0;
  const t = lengthMm / Math.abs(ray.N);
  const [x, y, z] = [ray.xMm + t * ray.L, ray.yMm + t * ray.M, t * ray.N];
  return Math.hypot(x, y, z) - Math.abs(t);
}

/** An ideal thin lens: slopes change by −x/f and −y/f. */
function bendThin({ focalLengthMm, conjugatesMm }: ThinPart, ray: Ray): void {
  const [before = NaN, behind = NaN] = conjugatesMm ?? [];
  if (conjugatesMm) {
    ray.opticalPathMm += Number.isFinite(before)
      ? Math.sign(before) * detour(-before, ray)
      : -(ray.L * ray.xMm + ray.M * ray.yMm);
  }
  const size = Math.abs(ray.N);
  const [x, y] = [ray.L / size - ray.xMm / focalLengthMm, ray.M / size - ray.yMm / focalLengthMm];
  const N = 1 / Math.sqrt(1 + x * x + y * y);
  [ray.L, ray.M, ray.N] = [x * N, y * N, Math.sign(ray.N) * N];
  if (conjugatesMm)
    ray.opticalPathMm += Number.isFinite(behind)
      ? Math.sign(behind) * detour(behind, ray)
      : ray.L * ray.xMm + ray.M * ray.yMm;
}

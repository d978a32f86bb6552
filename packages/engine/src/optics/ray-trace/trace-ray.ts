import { indicesAt } from './design-surface.ts';
import { firstOrder } from './first-order.ts';
import { isMoved, objectPlane, type LensDesign, type ObjectPlane } from './lens-design.ts';
import { turnOf, type Placement, type Turn } from './placement.ts';

/** A lens at one wavelength, as arrays over its surfaces. */
export interface TracedLens {
  /** Surfaces. */
  readonly count: number;
  readonly stopIndex: number;
  /** z of the sensor; z is 0 at the first vertex. */
  readonly imagePlaneMm: number;
  /** z of the paraxial entrance pupil; infinite for a lens that is telecentric in object space. */
  readonly entrancePupilMm: number;
  /** The plane of the object; undefined at infinity. */
  readonly object: ObjectPlane | undefined;
  /** 1/mm. */
  readonly curvatures: Float64Array;
  readonly verticesMm: Float64Array;
  /** Refractive index before and behind each surface, and before over behind. */
  readonly indicesBefore: Float64Array;
  readonly indicesBehind: Float64Array;
  readonly indexRatios: Float64Array;
  readonly semiDiametersMm: Float64Array;
  /** 1/semi-diameter², 1/mm². */
  readonly apertures: Float64Array;
  /** Conic constant, then coefficients of r², r⁴, …; undefined for spheres and planes. */
  readonly aspheres: readonly (readonly number[] | undefined)[];
  /** Set where a surface or the plane of the sensor is tilted or decentred. */
  readonly moved?: MovedParts;
}

/** The parts of a lens of which at least one is tilted or decentred, each in its own frame. */
interface MovedParts {
  readonly surfaces: readonly {
    /** This surface alone, with its vertex at the origin and the plane of its vertex as sensor. */
    readonly lens: TracedLens;
    readonly frame: Frame;
  }[];
  readonly image: Frame;
}

/** The place of a part's vertex, mm, and what takes its directions to the frame of the lens. */
export interface Frame {
  readonly xMm: number;
  readonly yMm: number;
  readonly zMm: number;
  readonly turn: Turn;
}

const STRAIGHT: Placement = { shiftMm: [0, 0, 0], turn: turnOf([0, 0, 0]) };

function frameOf(nominalMm: number, { shiftMm: [x, y, z], turn }: Placement = STRAIGHT): Frame {
  return { xMm: x, yMm: y, zMm: nominalMm + z, turn };
}

function movedParts(design: TracedParts, lens: TracedLens): MovedParts {
  const { surfaces, imagePlaneMm, imagePlaced } = design;
  return {
    surfaces: surfaces.map(({ vertexMm, placed }, i) => ({
      lens: {
        ...lens,
        ...{ count: 1, stopIndex: 0, imagePlaneMm: 0 },
        curvatures: lens.curvatures.slice(i, i + 1),
        verticesMm: Float64Array.of(0),
        indicesBefore: lens.indicesBefore.slice(i, i + 1),
        indicesBehind: lens.indicesBehind.slice(i, i + 1),
        indexRatios: lens.indexRatios.slice(i, i + 1),
        semiDiametersMm: lens.semiDiametersMm.slice(i, i + 1),
        apertures: lens.apertures.slice(i, i + 1),
        aspheres: lens.aspheres.slice(i, i + 1),
      },
      frame: frameOf(vertexMm, placed),
    })),
    image: frameOf(imagePlaneMm, imagePlaced),
  };
}

/**
 * Prepares a lens for tracing at one wavelength.
 *
 * @param wavelength nanometres.
 * @throws SimulationError naming the surface whose glass has no refractive index there.
 */
export const tracedLens = (design: LensDesign, wavelength: number): TracedLens =>
  tracedWith(
    design,
    indicesAt(design.surfaces, wavelength),
    firstOrder(design, wavelength).entrancePupilMm,
    objectPlane(design),
  );

/** The surfaces of a lens, its stop, and the plane of its sensor. */
type TracedParts = Pick<LensDesign, 'surfaces' | 'stopIndex' | 'imagePlaneMm' | 'imagePlaced'>;

/** The same with the indices behind the surfaces, its pupil and its object. */
export function tracedWith(
  design: TracedParts,
  behind: Float64Array,
  entrancePupilMm: number,
  object?: ObjectPlane,
): TracedLens {
  const { surfaces, stopIndex, imagePlaneMm } = design;
  const before = Float64Array.from(behind, (_, surface) =>
    surface === 0 ? 1 : behind[surface - 1]!,
  );
  const lens: TracedLens = {
    count: surfaces.length,
    stopIndex,
    imagePlaneMm,
    entrancePupilMm,
    object,
    curvatures: Float64Array.from(surfaces, ({ curvature }) => curvature),
    verticesMm: Float64Array.from(surfaces, ({ vertexMm }) => vertexMm),
    indicesBefore: before,
    indicesBehind: behind,
    indexRatios: before.map((index, surface) => index / behind[surface]!),
    semiDiametersMm: Float64Array.from(surfaces, ({ semiDiameterMm }) => semiDiameterMm),
    apertures: Float64Array.from(surfaces, ({ semiDiameterMm }) => 1 / semiDiameterMm ** 2),
    aspheres: surfaces.map(({ conic, aspheric }) =>
      conic === 0 && aspheric.every((coefficient) => coefficient === 0)
        ? undefined
        : [conic, ...aspheric],
    ),
  };
  return isMoved(design) ? { ...lens, moved: movedParts(design, lens) } : lens;
}

/**
 * A ray: place and direction. `traceRay` replaces them by those on the image plane, and adds the
 * rest.
 */
export interface Ray {
  /** Place; z runs along the axis from the first vertex towards the sensor. */
  xMm: number;
  yMm: number;
  zMm: number;
  /** Direction cosines along x, y and z. */
  L: number;
  M: number;
  N: number;
  /** Optical path from the starting point to the image plane. */
  opticalPathMm: number;
  /** Where the ray met the surface with the stop. */
  stopXMm: number;
  stopYMm: number;
  /**
   * Largest (distance from axis/semi-diameter)² over the surfaces met: above 1 a clear aperture
   * stops the ray.
   */
  fill: number;
}

/** A ray on the axis, towards the sensor. */
export const newRay = (): Ray => ({
  xMm: 0,
  yMm: 0,
  zMm: 0,
  L: 0,
  M: 0,
  N: 1,
  opticalPathMm: 0,
  stopXMm: NaN,
  stopYMm: NaN,
  fill: 0,
});

/**
 * Why a ray failed, in the two lowest bits of what `traceRay` returns; the others are the index of
 * the surface.
 */
export const RAY_MISSES = 1;
export const RAY_BLOCKED = 2;
export const RAY_REFLECTED = 3;

const NEWTON_STEPS = 30;
const HALVINGS = 20;

/**
 * Traces a ray from any point in front of the lens to the image plane, in place: x and y on that
 * plane in its own frame, z and the direction in the frame of the lens. A ray that fails keeps its
 * place and direction.
 *
 * @param isBlocked false lets rays pass outside the clear apertures; `fill` says by how much.
 * @returns 0 when the ray arrives, else 4·surface plus the reason, see `describeFailure`.
 * @see docs/reference/optics.md#ray-trace; Welford, chapter 4. The distance to a sphere is C/(B +
 *   √D) or (B − √D)/c, whichever does not subtract nearly equal numbers.
 */
export function traceRay(lens: TracedLens, ray: Ray, isBlocked = true): number {
  if (lens.moved !== undefined) return traceMoved(lens, lens.moved, ray, isBlocked);
  const { count, stopIndex } = lens;
  const { curvatures, verticesMm, indicesBefore, indexRatios, apertures, aspheres } = lens;
  let { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  let path = 0;
  let fill = 0;
  for (let surface = 0; surface < count; surface += 1) {
    const c = curvatures[surface]!;
    z -= verticesMm[surface]!;
    const asphere = aspheres[surface];
    let t: number, cosine: number, nx: number, ny: number, nz: number;
    if (asphere === undefined) {
      const b = N - c * (x * L + y * M + z * N);
      const cc = c * (x * x + y * y + z * z) - 2 * z;
      const discriminant = b * b - c * cc;
      if (!(discriminant >= 0)) return 4 * surface + RAY_MISSES;
      cosine = Math.sqrt(discriminant);
      t = b >= 0 ? cc / (b + cosine) : (b - cosine) / c;
      x += t * L;
      y += t * M;
      z += t * N;
      nx = -c * x;
      ny = -c * y;
      nz = 1 - c * z;
    } else {
      incident.xMm = x;
      incident.yMm = y;
      incident.zMm = z;
      incident.L = L;
      incident.M = M;
      incident.N = N;
      t = meetAsphere(c, asphere, incident);
      x += t * L;
      y += t * M;
      z += t * N;
      const slope = slopeOverRadius(c, asphere, x * x + y * y);
      nz = 1 / Math.sqrt(1 + slope * slope * (x * x + y * y));
      nx = -slope * x * nz;
      ny = -slope * y * nz;
      cosine = nx * L + ny * M + nz * N;
    }
    // Not the surface: the far side of a sphere, beyond its equator, or a ray that comes from
    // behind.
    if (!(nz > 0) || !(cosine >= 0)) return 4 * surface + RAY_MISSES;
    const filled = (x * x + y * y) * apertures[surface]!;
    if (filled > fill) fill = filled;
    if (surface === stopIndex) {
      ray.stopXMm = x;
      ray.stopYMm = y;
    }
    if (isBlocked && filled > 1) {
      ray.fill = fill;
      return 4 * surface + RAY_BLOCKED;
    }
    path += indicesBefore[surface]! * t;
    const mu = indexRatios[surface]!;
    if (mu !== 1) {
      const squared = 1 - mu * mu * (1 - cosine * cosine);
      if (squared < 0) return 4 * surface + RAY_REFLECTED;
      const g = Math.sqrt(squared) - mu * cosine;
      L = mu * L + g * nx;
      M = mu * M + g * ny;
      N = mu * N + g * nz;
    }
    z += verticesMm[surface]!;
  }
  if (!(N > 0)) return 4 * count + RAY_MISSES;
  const t = (lens.imagePlaneMm - z) / N;
  ray.xMm = x + t * L;
  ray.yMm = y + t * M;
  ray.zMm = lens.imagePlaneMm;
  ray.L = L;
  ray.M = M;
  ray.N = N;
  ray.opticalPathMm = path + lens.indicesBehind[count - 1]! * t;
  ray.fill = fill;
  return 0;
}

/** Takes a ray from the frame of the lens into the frame of a part. */
export function enterFrame(ray: Ray, { xMm, yMm, zMm, turn }: Frame): void {
  const [x, y, z] = [ray.xMm - xMm, ray.yMm - yMm, ray.zMm - zMm];
  const { L, M, N } = ray;
  ray.xMm = turn[0]! * x + turn[3]! * y + turn[6]! * z;
  ray.yMm = turn[1]! * x + turn[4]! * y + turn[7]! * z;
  ray.zMm = turn[2]! * x + turn[5]! * y + turn[8]! * z;
  ray.L = turn[0]! * L + turn[3]! * M + turn[6]! * N;
  ray.M = turn[1]! * L + turn[4]! * M + turn[7]! * N;
  ray.N = turn[2]! * L + turn[5]! * M + turn[8]! * N;
}

/** Takes a ray from the frame of a part back into the frame of the lens. */
export function leaveFrame(ray: Ray, { xMm, yMm, zMm, turn }: Frame): void {
  const { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  ray.xMm = xMm + turn[0]! * x + turn[1]! * y + turn[2]! * z;
  ray.yMm = yMm + turn[3]! * x + turn[4]! * y + turn[5]! * z;
  ray.zMm = zMm + turn[6]! * x + turn[7]! * y + turn[8]! * z;
  ray.L = turn[0]! * L + turn[1]! * M + turn[2]! * N;
  ray.M = turn[3]! * L + turn[4]! * M + turn[5]! * N;
  ray.N = turn[6]! * L + turn[7]! * M + turn[8]! * N;
}

/**
 * As `traceRay`, with the direction of the ray in the own frame of the plane of the sensor, as its
 * place is.
 */
export function traceToSensor(lens: TracedLens, ray: Ray, isBlocked = true): number {
  const failure = traceRay(lens, ray, isBlocked);
  if (lens.moved && failure === 0) {
    const { turn } = lens.moved.image;
    const { L, M, N } = ray;
    ray.L = turn[0]! * L + turn[3]! * M + turn[6]! * N;
    ray.M = turn[1]! * L + turn[4]! * M + turn[7]! * N;
    ray.N = turn[2]! * L + turn[5]! * M + turn[8]! * N;
  }
  return failure;
}

/** `traceRay` for a lens of which parts are tilted or decentred: each is met in its own frame. */
function traceMoved(lens: TracedLens, parts: MovedParts, ray: Ray, isBlocked: boolean): number {
  const { count, stopIndex, indicesBehind } = lens;
  const moving = { ...ray };
  let [path, fill] = [0, 0];
  for (let surface = 0; surface < count; surface += 1) {
    const { lens: single, frame } = parts.surfaces[surface]!;
    enterFrame(moving, frame);
    const failure = traceRay(single, moving, isBlocked);
    fill = Math.max(fill, moving.fill);
    if (surface === stopIndex) [ray.stopXMm, ray.stopYMm] = [moving.stopXMm, moving.stopYMm];
    if (failure !== 0) {
      ray.fill = fill;
      return failure < 4 ? 4 * surface + failure : 4 * count + RAY_MISSES;
    }
    path += moving.opticalPathMm;
    leaveFrame(moving, frame);
  }
  const { L, M, N } = moving;
  enterFrame(moving, parts.image);
  if (!(moving.N > 0)) return 4 * count + RAY_MISSES;
  const t = -moving.zMm / moving.N;
  ray.xMm = moving.xMm + t * moving.L;
  ray.yMm = moving.yMm + t * moving.M;
  ray.zMm = lens.imagePlaneMm;
  [ray.L, ray.M, ray.N] = [L, M, N];
  ray.opticalPathMm = path + indicesBehind[count - 1]! * t;
  ray.fill = fill;
  return 0;
}

/**
 * The ray before an asphere, relative to the asphere's vertex: a single object, so that tracing
 * allocates no memory.
 */
const incident = { xMm: 0, yMm: 0, zMm: 0, L: 0, M: 0, N: 1 };

/** Distance along a ray to a conic, on the branch with the vertex; NaN when the ray misses it. */
function meetConic(
  c: number,
  conic: number,
  { xMm: x, yMm: y, zMm: z, L, M, N }: typeof incident,
): number {
  const a = c * (1 + conic * N * N);
  const b = N - c * (x * L + y * M + (1 + conic) * z * N);
  const cc = c * (x * x + y * y + (1 + conic) * z * z) - 2 * z;
  const root = Math.sqrt(b * b - a * cc);
  const t = b >= 0 ? cc / (b + root) : (b - root) / a;
  // Beyond the equator of an ellipsoid, and on the other sheet of a hyperboloid, the root in the
  // sag would be negative.
  return 1 - (1 + conic) * c * (z + t * N) >= 0 ? t : NaN;
}

/**
 * Distance along a ray to an asphere; NaN when the ray misses it. Newton's method from the conic
 * without the coefficients, or from the vertex plane where the ray misses that; a step that leaves
 * the surface's domain, or goes away from the surface, is halved.
 */
export function meetAsphere(c: number, asphere: readonly number[], ray: typeof incident): number {
  const { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  const onConic = meetConic(c, asphere[0]!, ray);
  if (asphere.length === 1) return onConic;
  /**
   * How far the ray at a distance is behind the surface, along the axis; NaN outside the domain.
   */
  const behind = (at: number): number =>
    z + at * N - sagOf(c, asphere, (x + at * L) ** 2 + (y + at * M) ** 2);
  let t = Number.isNaN(behind(onConic)) ? -z / N : onConic;
  let distance = behind(t);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const [px, py] = [x + t * L, y + t * M];
    const slope = slopeOverRadius(c, asphere, px * px + py * py);
    let change = distance / (N - slope * (px * L + py * M));
    if (!(Math.abs(change) > 1e-14 * (1 + Math.abs(t)))) return t - change;
    let next = behind(t - change);
    for (let half = 0; half < HALVINGS && !(Math.abs(next) <= Math.abs(distance)); half += 1) {
      change /= 2;
      next = behind(t - change);
    }
    t -= change;
    distance = next;
  }
  // Rounding alone keeps a steep surface from the last step.
  return Math.abs(distance) < 1e-12 * (1 + Math.abs(t)) ? t : NaN;
}

/**
 * Sag of a surface at r², mm: its distance from the plane through its vertex. `asphere` as in
 * `TracedLens`.
 */
export function sagOf(c: number, asphere: readonly number[], r2: number): number {
  let sum = 0;
  for (let term = asphere.length - 1; term > 0; term -= 1) sum = (sum + asphere[term]!) * r2;
  return sum + (c * r2) / (1 + Math.sqrt(1 - (1 + asphere[0]!) * c * c * r2));
}

/** Slope of the sag at r², divided by r, 1/mm. */
export function slopeOverRadius(c: number, asphere: readonly number[], r2: number): number {
  let slope = c / Math.sqrt(1 - (1 + asphere[0]!) * c * c * r2);
  let power = 1;
  for (let term = 1; term < asphere.length; term += 1) {
    slope += 2 * term * asphere[term]! * power;
    power *= r2;
  }
  return slope;
}

/**
 * The reason why a ray failed, from the result of `traceRay`, as the end of a sentence: 'is stopped
 * by the clear aperture of surface 3'.
 */
export function describeFailure(failure: number, { count }: Pick<TracedLens, 'count'>): string {
  const surface = (failure >> 2) + 1;
  if (surface > count) return 'turns back before the sensor';
  switch (failure & 3) {
    case RAY_BLOCKED:
      return `is stopped by the clear aperture of surface ${surface}`;
    case RAY_REFLECTED:
      return `is totally reflected at surface ${surface}`;
    default:
      return `misses surface ${surface}`;
  }
}

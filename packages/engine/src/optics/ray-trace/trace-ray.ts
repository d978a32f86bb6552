import { indicesAt } from './design-surface.ts';
import { firstOrder, thinConjugates } from './first-order.ts';
import { wavelengthMmOf } from '../millimetres.ts';
import { beyondOf, isObscuration, type Beyond } from './apertures.ts';
import { isActive } from './surface-parts.ts';
import { partsTracer, type LensOfParts, type LensPartToTrace } from './trace-parts.ts';
import {
  isMoved,
  isRoundSurface,
  objectPlane,
  type LensDesign,
  type ObjectPlane,
} from './lens-design.ts';
import { STRAIGHT, type Placement } from './placement.ts';
import {
  RAY_BLOCKED,
  RAY_MISSES,
  RAY_REFLECTED,
  enterFrame,
  leaveFrame,
  type Frame,
  type Ray,
} from './ray.ts';
import { shapeOf, type Shape } from './surfaces/shape.ts';
import type { Incident, Way } from './surfaces/surface-kind.ts';

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
  readonly shapes: readonly Shape[];
  /** Curvature of each sphere or plane, 1/mm; NaN for other kinds. */
  readonly spheres: Float64Array;
  readonly verticesMm: Float64Array;
  /** Refractive index before and behind each surface, and before over behind. */
  readonly indicesBefore: Float64Array;
  readonly indicesBehind: Float64Array;
  readonly indexRatios: Float64Array;
  readonly semiDiametersMm: Float64Array;
  /** 1/semi-diameter², 1/mm². */
  readonly apertures: Float64Array;
  /** Indices of the planes of flat mirrors whose folds are taken out. */
  readonly folds?: readonly number[];
  /** Indices of the surfaces that diffract. */
  readonly diffracting?: readonly number[];
  /** Set where the lens is not round. */
  readonly moved?: MovedParts;
  /** The tracer of a lens with mirrors, moves of the axis or surfaces that are not round. */
  readonly tracer?: (ray: Ray, isBlocked: boolean) => number;
  /** The same that tells where rays meet a surface as if that were the stop. */
  readonly tracerTo?: (surface: number) => NonNullable<TracedLens['tracer']>;
  /** Surfaces with obscurations, and a tracer that tells where rays meet them as their stop. */
  readonly obscured?: readonly {
    readonly dark: readonly Beyond[];
    readonly tracer: (ray: Ray, isBlocked: boolean) => number;
  }[];
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

function frameOf(nominalMm: number, { shiftMm: [x, y, z], turn }: Placement = STRAIGHT): Frame {
  return { xMm: x, yMm: y, zMm: nominalMm + z, turn };
}

function movedParts(design: TracedParts, lens: TracedLens): MovedParts {
  const { surfaces, imagePlaneMm, imagePlaced } = design;
  return {
    surfaces: surfaces.map(({ vertexMm, placed }, i) => ({
      lens: {
        ...lens,
        count: 1,
        stopIndex: 0,
        imagePlaneMm: 0,
        shapes: lens.shapes.slice(i, i + 1),
        spheres: lens.spheres.slice(i, i + 1),
        verticesMm: Float64Array.of(0),
        indicesBefore: lens.indicesBefore.slice(i, i + 1),
        indicesBehind: lens.indicesBehind.slice(i, i + 1),
        indexRatios: lens.indexRatios.slice(i, i + 1),
        semiDiametersMm: lens.semiDiametersMm.slice(i, i + 1),
        apertures: lens.apertures.slice(i, i + 1),
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
    wavelength,
  );

/** The surfaces of a lens, its stop, and the plane of its sensor. */
type TracedParts = Pick<
  LensDesign,
  'surfaces' | 'stopIndex' | 'imagePlaneMm' | 'imagePlaced' | 'hasFrames' | 'objectDistanceMm'
>;

/** The same with the indices behind the surfaces, its pupil and its object. */
export function tracedWith(
  design: TracedParts,
  behind: Float64Array,
  entrancePupilMm: number,
  object?: ObjectPlane,
  wavelength = NaN,
): TracedLens {
  const { surfaces, stopIndex, imagePlaneMm } = design;
  const before = Float64Array.from(behind, (_, surface) =>
    surface === 0 ? 1 : behind[surface - 1]!,
  );
  const shapes = surfaces.map(shapeOf);
  const lens: TracedLens = {
    count: surfaces.length,
    stopIndex,
    imagePlaneMm,
    entrancePupilMm,
    object,
    shapes,
    spheres: Float64Array.from(shapes, ({ kind, numbers }) =>
      kind.isSphere ? numbers.curvature : NaN,
    ),
    verticesMm: Float64Array.from(surfaces, ({ vertexMm }) => vertexMm),
    indicesBefore: before,
    indicesBehind: behind,
    indexRatios: before.map((index, surface) => index / behind[surface]!),
    semiDiametersMm: Float64Array.from(surfaces, ({ semiDiameterMm }) => semiDiameterMm),
    apertures: Float64Array.from(surfaces, ({ semiDiameterMm }) => 1 / semiDiameterMm ** 2),
  };
  const folds = surfaces.flatMap(({ isFold }, i) => (isFold ? [i] : []));
  const isGeneral =
    design.hasFrames === true || surfaces.some((one) => isActive(one) || !isRoundSurface(one));
  const parts = isGeneral ? partsOf(design, lens, wavelength) : undefined;
  const obscured = parts?.parts.flatMap(({ obscurations: dark }, stop) =>
    dark.length > 0 ? [{ dark, tracer: partsTracer({ ...parts, stopIndex: stop }) }] : [],
  );
  return {
    ...lens,
    ...(parts && { diffracting: parts.parts.flatMap(({ phase }, i) => (phase ? [i] : [])) }),
    ...(folds.length > 0 && { folds }),
    ...(isMoved(design) && { moved: movedParts(design, lens) }),
    ...(parts && {
      tracer: partsTracer(parts),
      tracerTo: (surface: number) => partsTracer({ ...parts, stopIndex: surface }),
    }),
    ...(obscured && obscured.length > 0 && { obscured }),
  };
}

/** Any lens as parts at a wavelength, nm. */
export const lensParts = (design: LensDesign, wavelength: number): LensOfParts =>
  partsOf(design, tracedLens(design, wavelength), wavelength);

/** A lens as parts, each with all that it does. */
function partsOf(design: TracedParts, lens: TracedLens, wavelength: number): LensOfParts {
  const { surfaces, stopIndex, imagePlaneMm, imagePlaced, objectDistanceMm } = design;
  const conjugates = surfaces.some(({ thin }) => thin)
    ? thinConjugates(surfaces, wavelength, objectDistanceMm)
    : [];
  return {
    stopIndex,
    imagePlaneMm,
    wavelengthMm: wavelengthMmOf(wavelength),
    image: frameOf(imagePlaneMm, imagePlaced),
    parts: surfaces.map((surface, i): LensPartToTrace => {
      const { vertexMm, placed, mirror, thin, phase, apertures = [] } = surface;
      const conjugatesMm = conjugates[i];
      return {
        frame: frameOf(vertexMm, placed),
        shape: lens.shapes[i]!,
        indexBefore: lens.indicesBefore[i]!,
        indexBehind: lens.indicesBehind[i]!,
        isMirror: mirror === true,
        rim: lens.apertures[i]!,
        openings: apertures.filter((one) => !isObscuration(one)).map(beyondOf),
        obscurations: apertures.filter(isObscuration).map(beyondOf),
        ...(phase && { phase }),
        ...(thin && {
          thin: {
            focalLengthMm: thin.focalLengthMm,
            ...(conjugatesMm && !thin.isBare && { conjugatesMm }),
          },
        }),
      };
    }),
  };
}

/** What a meeting with a surface leaves besides its distance. */
export interface Meeting {
  /** The unit normal with z > 0. */
  x: number;
  y: number;
  z: number;
  cosine: number;
}

/** One object for all surfaces: a new one each time takes a tenth of the time of a trace. */
const incident = { xMm: 0.5, yMm: 0.5, zMm: 0.5, L: 0.5, M: 0.5, N: 0.5 };
const met: Meeting = { x: 0, y: 0, z: 1, cosine: 1 };

/**
 * Distance along a ray to a surface in the frame of the surface; NaN, as the normal then is, when
 * the ray misses it.
 */
export function meetShape({ kind, numbers }: Shape, ray: Incident, way: Way, at: Meeting): number {
  const { L, M, N } = ray;
  const t = kind.meet(numbers, ray, way);
  kind.normal(numbers, ray.xMm + t * L, ray.yMm + t * M, ray.zMm + t * N, at);
  at.cosine = at.x * L + at.y * M + at.z * N;
  return t;
}

/**
 * Traces a ray from any point in front of the lens to the image plane, in place: x and y on that
 * plane in its own frame, z and the direction in the frame of the lens. A ray that fails keeps its
 * place and direction.
 *
 * @param isBlocked false lets rays pass outside the clear apertures; `fill` says by how much.
 * @returns 0 when the ray arrives, else 4·surface plus the reason, see `describeFailure`.
 * @see docs/reference/optics.md#ray-trace
 */
export function traceRay(lens: TracedLens, ray: Ray, isBlocked = true): number {
  if (lens.tracer !== undefined) return lens.tracer(ray, isBlocked);
  if (lens.moved !== undefined) return traceMoved(lens, lens.moved, ray, isBlocked);
  const { count, stopIndex } = lens;
  const { shapes, spheres, verticesMm, indicesBefore, indexRatios, apertures } = lens;
  let { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  let path = 0;
  let fill = 0;
  for (let surface = 0; surface < count; surface += 1) {
    z -= verticesMm[surface]!;
    const c = spheres[surface]!;
    let t: number, cosine: number, nx: number, ny: number, nz: number;
    if (Number.isNaN(c)) {
      incident.xMm = x;
      incident.yMm = y;
      incident.zMm = z;
      incident.L = L;
      incident.M = M;
      incident.N = N;
      t = meetShape(shapes[surface]!, incident, 1, met);
      x += t * L;
      y += t * M;
      z += t * N;
      ({ cosine, x: nx, y: ny, z: nz } = met);
    } else {
      // `sphere` in line: a call for each surface takes a tenth of the time and more.
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

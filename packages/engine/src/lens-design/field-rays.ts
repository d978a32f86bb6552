import { cos, sin, tan } from '../quantities/elementary.ts';
import { constant, plus, scaled, times, type Dual } from './dual.ts';
import { withDuals } from './dual-shape.ts';
import type { MeritDocument } from './lens-study.ts';
import { WHOLE_PUPIL, type PupilPart, type PupilPoint } from './pupil-points.ts';
import { newSlopedRay, traceSloped, type SlopedLens, type SlopedRay } from './sloped-ray.ts';
import {
  paraxialFigures,
  slopedLenses,
  type ParaxialFigures,
  type VariedLens,
} from './varied-lens.ts';

/** A ray that does not arrive. */
export interface RayFailure {
  /** Fraction of the half field. */
  readonly field: number;
  /** As `traceRay` gives it. */
  readonly failure: number;
}

/** Thrown where a ray that a merit needs does not arrive. */
export class LostRay extends Error {
  readonly at: RayFailure;
  constructor(at: RayFailure) {
    super('a ray does not arrive');
    this.at = at;
  }
}

/** What a merit traces rays with: the lens at its wavelengths, and the pupils of its fields. */
export interface FieldRays {
  readonly lens: VariedLens;
  readonly paraxial: ParaxialFigures;
  /** At each wavelength of the document. */
  readonly traced: readonly SlopedLens[];
  /** At the reference wavelength. */
  readonly reference: SlopedLens;
  readonly pupilRadiusMm: number;
  readonly aim: MeritDocument['aim'];
  /** The part of the pupil that a field uses. */
  readonly partOf: (field: number) => PupilPart;
}

/** The rays of a lens; `parts` of the pupil by field, the whole pupil where there is none. */
export function fieldRays(
  document: MeritDocument,
  lens: VariedLens,
  pupilRadiusMm: number,
  parts: ReadonlyMap<number, PupilPart> = new Map(),
): FieldRays {
  const [reference, ...traced] = slopedLenses(lens, [document.reference, ...document.wavelengths]);
  return {
    lens,
    paraxial: paraxialFigures(lens, document.reference),
    traced,
    reference: reference!,
    pupilRadiusMm,
    aim: document.aim,
    partOf: (field) => parts.get(field) ?? WHOLE_PUPIL,
  };
}

/** Where a ray starts: a point of the plane of the paraxial entrance pupil, mm. */
interface Start {
  readonly x: Dual;
  readonly y: Dual;
}

function launched(rays: FieldRays, field: number, { x, y }: Start, variables: number): SlopedRay {
  const ray = newSlopedRay(variables);
  const angle = field * rays.lens.halfField;
  const [sine, cosine] = [sin(angle), cos(angle)];
  const z = rays.paraxial.entrancePupilMm;
  for (const [axis, one] of [x, y, z].entries()) {
    ray.place.values[axis] = one.value;
    if (one.slopes && variables > 0) ray.place.slopes.set(one.slopes, axis * variables);
  }
  ray.direction.values[1] = sine;
  ray.direction.values[2] = cosine;
  // From the plane wave through the first nominal vertex.
  const path = plus(scaled(y, sine), scaled(z, cosine));
  ray.pathMm = path.value;
  if (path.slopes && variables > 0) ray.pathSlopes.set(path.slopes);
  return ray;
}

/**
 * Traces the ray of a field through a point of its pupil.
 *
 * @param to a surface at which it ends; undefined: the plane of the sensor.
 * @throws LostRay when it does not arrive.
 */
export function pupilRay(
  rays: FieldRays,
  lens: SlopedLens,
  field: number,
  point: Omit<PupilPoint, 'weight'>,
  to?: number,
): SlopedRay {
  const start = startOf(rays, field, point);
  const ray = launched(rays, field, start, lens.variables);
  const failure = traceSloped(lens, ray, to);
  if (failure !== 0) throw new LostRay({ field, failure });
  return ray;
}

function startOf(rays: FieldRays, field: number, point: Omit<PupilPoint, 'weight'>): Start {
  const { centreX, centreY, radiusX, radiusY } = rays.partOf(field);
  const [x, y] = [centreX + radiusX * point.x, centreY + radiusY * point.y];
  const start = {
    x: constant(rays.pupilRadiusMm * x),
    y: constant(rays.pupilRadiusMm * y),
  };
  return rays.aim === 'pupil' ? start : aimedAt(rays, field, { x, y }, start);
}

const MOST_AIMS = 30;
/** How near to the point of the stop a ray comes, mm. */
const AIMED_MM = 1e-11;

/** The lens with all numbers constant. */
const constantOf = ({ surfaces, refractions, image }: SlopedLens): SlopedLens => {
  const plain = ({ value }: Dual): Dual => ({ value });
  const frame = ({ vertex: [x, y, z], turn }: SlopedLens['image']): SlopedLens['image'] => ({
    vertex: [plain(x), plain(y), plain(z)],
    ...(turn && { turn: turn.map(plain) }),
  });
  return {
    surfaces: surfaces.map((surface) => ({
      frame: frame(surface.frame),
      shape: withDuals(surface.shape, plain),
    })),
    refractions: refractions.map(({ before, ratio }) => ({
      before: plain(before),
      ratio: plain(ratio),
    })),
    image: frame(image),
    variables: 2,
  };
};

/**
 * Start of the ray of the reference wavelength that meets the stop at (x, y) times its radius, by
 * Newton's method; its derivatives by the theorem of implicit functions.
 */
function aimedAt(
  rays: FieldRays,
  field: number,
  { x, y }: { readonly x: number; readonly y: number },
  first: Start,
): Start {
  const { stopIndex, variables } = rays.lens;
  const plain = constantOf(rays.reference);
  const radius = scaled(rays.paraxial.stopMagnification, rays.pupilRadiusMm);
  const target = [x * radius.value, y * radius.value] as const;
  let [px, py] = [first.x.value, first.y.value];
  let solve = (_p: number, _q: number): readonly [number, number] => [0, 0];
  for (let step = 0; ; step += 1) {
    const start = {
      x: { value: px, slopes: Float64Array.of(1, 0) },
      y: { value: py, slopes: Float64Array.of(0, 1) },
    };
    const pupil = { value: rays.paraxial.entrancePupilMm.value };
    const seeded = { ...rays, paraxial: { ...rays.paraxial, entrancePupilMm: pupil } };
    const ray = launched(seeded, field, start, 2);
    const failure = traceSloped(plain, ray, stopIndex);
    if (failure !== 0 || step > MOST_AIMS) throw new LostRay({ field, failure });
    const [xx = 0, xy = 0, yx = 0, yy = 0] = ray.place.slopes;
    const determinant = xx * yy - xy * yx;
    solve = (p, q) => [(yy * p - xy * q) / determinant, (xx * q - yx * p) / determinant];
    const off = [target[0] - ray.place.values[0], target[1] - ray.place.values[1]] as const;
    if (Math.hypot(...off) < AIMED_MM) break;
    const [dx, dy] = solve(...off);
    [px, py] = [px + dx, py + dy];
  }
  if (variables === 0) return { x: constant(px), y: constant(py) };
  const ray = launched(rays, field, { x: constant(px), y: constant(py) }, variables);
  traceSloped(rays.reference, ray, stopIndex);
  const [dx, dy] = [new Float64Array(variables), new Float64Array(variables)];
  for (let i = 0; i < variables; i += 1) {
    const grown = radius.slopes?.[i] ?? 0;
    [dx[i], dy[i]] = solve(
      x * grown - ray.place.slopes[i]!,
      y * grown - ray.place.slopes[variables + i]!,
    ) as [number, number];
  }
  return { x: { value: px, slopes: dx }, y: { value: py, slopes: dy } };
}

/** A coordinate of a traced ray as a number with derivatives. */
export const coordinateOf = (
  { place, direction, pathSlopes }: SlopedRay,
  vector: 'place' | 'direction',
  axis: 0 | 1 | 2,
): Dual => {
  const { values, slopes } = vector === 'place' ? place : direction;
  const count = pathSlopes.length;
  return {
    value: values[axis],
    ...(count > 0 && { slopes: slopes.slice(axis * count, (axis + 1) * count) }),
  };
};

/** Paraxial height of the image of a field at the reference wavelength, mm. */
export const paraxialHeight = ({ lens, paraxial }: FieldRays, field: number): Dual =>
  times(paraxial.eflMm, constant(tan(field * lens.halfField)));

import { SimulationError } from '../../simulation-error.ts';
import type { LensDesign } from './lens-design.ts';
import { describeFailure, newRay, type Ray } from './ray.ts';
import { traceRay, tracedLens, type TracedLens } from './trace-ray.ts';
import { isObject } from '../../text/json-fields.ts';

/**
 * A ray as a user gives it: from a point, mm from the first vertex, in a direction given by its
 * cosines. The keys are published.
 */
export interface GivenRay {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly L: number;
  readonly M: number;
  readonly N: number;
  readonly wavelengthNm: number;
}

/**
 * A traced ray: place (mm) and direction cosines on the image plane, all null where the ray fails.
 * The keys are published.
 */
export interface TracedRay {
  readonly x: number | null;
  readonly y: number | null;
  readonly L: number | null;
  readonly M: number | null;
  readonly N: number | null;
  /** Optical path from the given point. */
  readonly oplMm: number | null;
  readonly ok: boolean;
  /** Place on the surface with the stop, mm; null where the ray does not get there. */
  readonly stopX: number | null;
  readonly stopY: number | null;
  /** Why the ray failed, as the end of a sentence. */
  readonly failure?: string;
}

const KEYS = ['x', 'y', 'z', 'L', 'M', 'N', 'wavelengthNm'] as const;
/**
 * Direction cosines that were rounded to a few digits are normalised; with a larger error of their
 * length they are refused.
 */
const LARGEST_LENGTH_ERROR = 1e-3;

/**
 * Checks a list of rays.
 *
 * @param content parsed JSON.
 * @throws SimulationError 'bad-parameter', naming the ray and the field that is wrong.
 */
export function readGivenRays(content: unknown): GivenRay[] {
  if (!Array.isArray(content))
    throw new SimulationError(
      'bad-parameter',
      'Rays are a list of {x, y, z, L, M, N, wavelengthNm}.',
      'rays',
    );
  return content.map((entry: unknown, index) => {
    const fields = isObject(entry) ? entry : {};
    for (const key of KEYS)
      if (typeof fields[key] !== 'number' || !Number.isFinite(fields[key]))
        throw new SimulationError(
          'bad-parameter',
          `Ray ${index + 1}: ${key} ${fields[key] === undefined ? 'is missing' : 'must be a number'}.`,
          `rays[${index}].${key}`,
        );
    const ray = fields as unknown as GivenRay;
    const length = Math.hypot(ray.L, ray.M, ray.N);
    if (Math.abs(length - 1) > LARGEST_LENGTH_ERROR)
      throw new SimulationError(
        'bad-parameter',
        `Ray ${index + 1}: L, M, N must be direction cosines, but L² + M² + N² is ${(length ** 2).toPrecision(4)}.`,
        `rays[${index}].L`,
      );
    if (!(ray.N > 0))
      throw new SimulationError(
        'bad-parameter',
        `Ray ${index + 1}: N must be more than 0, because light travels towards the sensor.`,
        `rays[${index}].N`,
      );
    return ray;
  });
}

/**
 * Traces a list of rays.
 *
 * @param rays as `readGivenRays` gives them.
 * @returns one result per ray, in the same order.
 * @throws SimulationError when a glass has no refractive index at the wavelength of a ray.
 */
export function traceRays(design: LensDesign, rays: readonly GivenRay[]): TracedRay[] {
  const lenses = new Map<number, TracedLens>();
  // Paths are those along the rays.
  const bare = {
    ...design,
    surfaces: design.surfaces.map((surface) =>
      surface.thin ? { ...surface, thin: { ...surface.thin, isBare: true as const } } : surface,
    ),
  };
  return rays.map((input) => {
    const lens = lenses.get(input.wavelengthNm) ?? tracedLens(bare, input.wavelengthNm);
    lenses.set(input.wavelengthNm, lens);
    const length = Math.hypot(input.L, input.M, input.N);
    const unit = Math.abs(length - 1) < 1e-12 ? 1 : length;
    const ray = Object.assign(newRay(), {
      xMm: input.x,
      yMm: input.y,
      zMm: input.z,
      L: input.L / unit,
      M: input.M / unit,
      N: input.N / unit,
    } satisfies Partial<Ray>);
    const failure = traceRay(lens, ray);
    const stop = { stopX: orNull(ray.stopXMm), stopY: orNull(ray.stopYMm) };
    if (failure !== 0)
      return {
        x: null,
        y: null,
        L: null,
        M: null,
        N: null,
        oplMm: null,
        ok: false,
        ...stop,
        failure: describeFailure(failure, lens),
      };
    return {
      x: ray.xMm,
      y: ray.yMm,
      L: ray.L,
      M: ray.M,
      N: ray.N,
      oplMm: ray.opticalPathMm,
      ok: true,
      ...stop,
    };
  });
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

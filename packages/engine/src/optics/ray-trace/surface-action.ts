import { sin } from '../../quantities/elementary.ts';
import { fail, numberIn, refuseUnknown, tableOf } from '../../text/json-fields.ts';

/** A pattern on a surface that diffracts: one order of it is traced. The keys are published. */
export type Phase =
  | {
      readonly kind: 'radial';
      readonly order: number;
      /** R, mm. */
      readonly normRadius: number;
      /** Radians at order 1, of (r/R)², (r/R)⁴, … */
      readonly coefficients: readonly number[];
    }
  | {
      readonly kind: 'grating';
      readonly order: number;
      /** Its grooves run along x. */
      readonly linesPerMicrometre: number;
    };

/** An ideal thin lens. The keys are published. */
export interface ThinElement {
  readonly focalLengthMm: number;
}

/** The same in a design. */
export interface ThinDesign extends ThinElement {
  /** Set where paths of rays do without what makes its wavefronts spheres. */
  readonly isBare?: true;
}

const MOST_COEFFICIENTS = 20;
const MOST_ORDER = 100;

/** @throws SimulationError naming the field that is wrong. */
export function readPhase(content: unknown, path: string, what: string): Phase {
  const table = tableOf(content, path, `${what}: phase`);
  const { kind, coefficients } = table;
  if (kind !== 'radial' && kind !== 'grating')
    fail(`${path}.kind`, `${path}.kind must be radial or grating.`);
  const own = kind === 'radial' ? ['normRadius', 'coefficients'] : ['linesPerMicrometre'];
  refuseUnknown(table, ['kind', 'order', ...own], path, path);
  const order = table['order'] === undefined ? 1 : numberIn(table, 'order', path, what);
  if (!Number.isInteger(order) || Math.abs(order) > MOST_ORDER)
    fail(`${path}.order`, `${path}.order must be a whole number, not ${order}.`);
  if (kind === 'grating')
    return { kind, order, linesPerMicrometre: numberIn(table, 'linesPerMicrometre', path, what) };
  const normRadius = numberIn(table, 'normRadius', path, what);
  if (!(normRadius > 0))
    fail(`${path}.normRadius`, `${path}.normRadius must be more than 0 mm, not ${normRadius}.`);
  if (
    !Array.isArray(coefficients) ||
    coefficients.length > MOST_COEFFICIENTS ||
    !coefficients.every(Number.isFinite)
  )
    fail(
      `${path}.coefficients`,
      `${path}.coefficients must be a list of at most ${MOST_COEFFICIENTS} numbers, radians.`,
    );
  return { kind, order, normRadius, coefficients: coefficients as readonly number[] };
}

/** @throws SimulationError naming the field that is wrong. */
export function readThin(content: unknown, path: string, what: string): ThinElement {
  const table = tableOf(content, path, `${what}: thin`);
  refuseUnknown(table, ['focalLengthMm'], path, path);
  const focalLengthMm = numberIn(table, 'focalLengthMm', path, what);
  if (focalLengthMm === 0) fail(`${path}.focalLengthMm`, `${path}.focalLengthMm must not be 0 mm.`);
  return { focalLengthMm };
}

/** The phase of a larger lens: angles of rays stay. */
export const scaledPhase = (phase: Phase, scale: number): Phase =>
  phase.kind === 'grating'
    ? phase
    : {
        ...phase,
        normRadius: phase.normRadius * scale,
        coefficients: phase.coefficients.map((value) => value * scale),
      };

/** Optical power, 1/mm. @param wavelengthMm in vacuum. */
export const phasePower = (phase: Phase, wavelengthMm: number): number =>
  phase.kind === 'grating'
    ? 0
    : (-2 * (phase.coefficients[0] ?? 0) * phase.order * wavelengthMm) /
      (2 * Math.PI * phase.normRadius ** 2);

/** What a phase adds to a ray: to the optical path, mm, and to the tangential part of n·d. */
export interface PhaseStep {
  pathMm: number;
  x: number;
  y: number;
}

/** Micrometres in a millimetre. */
const MICROMETRES = 1e3;

/** The step at a place of the surface. @param wavelengthMm in vacuum. */
export function phaseAt(
  phase: Phase,
  wavelengthMm: number,
  [x, y]: readonly [number, number],
  to: PhaseStep,
): void {
  if (phase.kind === 'grating') {
    const slope = phase.order * wavelengthMm * phase.linesPerMicrometre * MICROMETRES;
    [to.x, to.y, to.pathMm] = [0, slope, slope * y];
    return;
  }
  const { order, normRadius, coefficients } = phase;
  const square = normRadius * normRadius;
  const u2 = (x * x + y * y) / square;
  let [value, slope] = [0, 0];
  for (let i = coefficients.length - 1; i >= 0; i -= 1) {
    // Σ A_i u^(2i), and half of its derivative by u over u.
    slope = slope * u2 + (i + 1) * coefficients[i]!;
    value = (value + coefficients[i]!) * u2;
  }
  const waves = (order * wavelengthMm) / (2 * Math.PI);
  to.pathMm = waves * value;
  to.x = (2 * waves * slope * x) / square;
  to.y = (2 * waves * slope * y) / square;
}

/**
 * Share of the light that the order of a kinoform carries whose depth is made for it.
 *
 * @param indices of the glass at the wavelength, and at the one for which it is made.
 */
export function kinoformEfficiency(
  order: number,
  [wavelength, index]: readonly [number, number],
  [madeFor, madeIndex]: readonly [number, number],
): number {
  const x = order * (1 - (madeFor * (index - 1)) / (wavelength * (madeIndex - 1)));
  return x === 0 ? 1 : (sin(Math.PI * x) / (Math.PI * x)) ** 2;
}

import { SimulationError } from '../../simulation-error.ts';
import { launch, type Wavefront } from './launch.ts';
import { sagOf } from './surfaces/shape.ts';
import { describeFailure, newRay } from './ray.ts';
import { traceRay, type TracedLens } from './trace-ray.ts';

/**
 * Rays across the front of the lens in the first search for the beam, and in the second where the
 * first finds none.
 */
const SCANS = [240, 6000] as const;
const SECANT_STEPS = 60;

/** Two rays of a field, by their v on its wavefront. */
export interface Aim {
  /** The chief ray, which passes through the middle of the stop. */
  readonly chiefMm: number;
  /** A ray that passes all clear apertures: the chief ray where it does. */
  readonly insideMm: number;
}

/**
 * Refuses a lens with tilted or decentred surfaces where the light of a field is taken as symmetric
 * across the field.
 *
 * @throws SimulationError.
 */
function refuseMoved({ moved }: Pick<TracedLens, 'moved'>): void {
  if (moved)
    throw new SimulationError(
      'bad-parameter',
      'Surfaces of this lens, or its image plane, are tilted or decentred: this figure is one of round lenses alone.',
      'surfaces',
    );
}

/**
 * Finds the chief ray of a field, the ray through the middle of the stop.
 *
 * @param guessMm v near which it is looked for first; v of the middle of the paraxial entrance
 * pupil by default.
 * @throws SimulationError when no ray of the field gets through; it says why most of them fail.
 */
export function aim(lens: TracedLens, wavefront: Wavefront, guessMm = 0): Aim {
  refuseMoved(lens);
  const front = lens.semiDiametersMm[0]!;
  const near = solveStop(lens, wavefront, guessMm - 1e-3 * front, guessMm + 1e-3 * front);
  if (near !== undefined && passes(lens, wavefront, near)) return { chiefMm: near, insideMm: near };
  for (const rays of SCANS) {
    const found = scan(lens, wavefront, frontExtent(lens, wavefront), rays);
    if (found) return found;
  }
  throw new SimulationError(
    'bad-parameter',
    `No ray at ${((wavefront.angle * 180) / Math.PI).toFixed(2)}° gets through the lens: ${commonFailure(lens, wavefront)}.`,
    'surfaces',
  );
}

/** Lowest and highest v of rays that meet the first surface inside its clear aperture. */
function frontExtent(
  { shapes, semiDiametersMm }: TracedLens,
  { sine, cosine, originMm, vergence }: Wavefront,
): readonly [number, number] {
  const semiDiameter = semiDiametersMm[0]!;
  const steps = 64;
  const vs = Array.from({ length: 2 * steps + 1 }, (_, i) => {
    const y = (semiDiameter * (i - steps)) / steps;
    const z = sagOf(shapes[0]!, 0, y) - originMm;
    if (vergence === 0) return y * cosine - z * sine;
    const [up, along] = [sine + vergence * y, cosine + vergence * z];
    return (up / Math.hypot(up, along) - sine) / (vergence * cosine);
  });
  return [Math.min(...vs), Math.max(...vs)];
}

/**
 * Traces rays at equal steps of v, and finds the chief ray among those that arrive; undefined when
 * none does.
 */
function scan(
  lens: TracedLens,
  wavefront: Wavefront,
  [lowMm, highMm]: readonly [number, number],
  rays: number,
): Aim | undefined {
  const ray = newRay();
  const step = (highMm - lowMm) / rays;
  const arrived: { readonly v: number; readonly height: number }[] = [];
  for (let i = 0; i < rays; i += 1) {
    const v = lowMm + (i + 0.5) * step;
    launch(wavefront, 0, v, ray);
    if (traceRay(lens, ray) === 0) arrived.push({ v, height: ray.stopYMm });
  }
  if (arrived.length === 0) return undefined;
  const crossing = arrived.findIndex(
    ({ height }, i) =>
      i > 0 &&
      height * arrived[i - 1]!.height <= 0 &&
      arrived[i]!.v - arrived[i - 1]!.v < 1.5 * step,
  );
  const nearest = arrived.reduce((best, candidate) =>
    Math.abs(candidate.height) < Math.abs(best.height) ? candidate : best,
  );
  const [from, to] =
    crossing > 0
      ? [arrived[crossing - 1]!.v, arrived[crossing]!.v]
      : [nearest.v - step / 4, nearest.v + step / 4];
  // The chief ray itself may be blocked: it is solved for as if there were no apertures.
  const chiefMm = solveStop(lens, wavefront, from, to);
  if (chiefMm === undefined) return undefined;
  return { chiefMm, insideMm: passes(lens, wavefront, chiefMm) ? chiefMm : nearest.v };
}

/**
 * v of the ray that meets the middle of the stop, by the secant method, apertures ignored;
 * undefined when it does not converge.
 */
function solveStop(
  lens: TracedLens,
  wavefront: Wavefront,
  firstMm: number,
  secondMm: number,
): number | undefined {
  const ray = newRay();
  const height = (v: number): number => {
    launch(wavefront, 0, v, ray);
    return traceRay(lens, ray, false) === 0 ? ray.stopYMm : NaN;
  };
  let [a, b] = [firstMm, secondMm];
  let [fa, fb] = [height(a), height(b)];
  for (let step = 0; step < SECANT_STEPS; step += 1) {
    if (Number.isNaN(fa) || Number.isNaN(fb)) return undefined;
    if (fb === 0 || fb === fa || Math.abs(b - a) <= 4e-16 * Math.abs(b)) return b;
    const next = b - (fb * (b - a)) / (fb - fa);
    if (Math.abs(fb) < 1e-13 && Math.abs(fa) < 1e-11) return b;
    [a, fa, b, fb] = [b, fb, next, height(next)];
  }
  return Math.abs(fb) < 1e-9 ? b : undefined;
}

/** Whether a ray passes all clear apertures; obscurations stop none here. */
function passes(lens: TracedLens, wavefront: Wavefront, vMm: number): boolean {
  const ray = newRay();
  launch(wavefront, 0, vMm, ray);
  return traceRay(lens, ray, false) === 0 && ray.fill <= 1;
}

/** The most frequent reason why rays of a field fail, as the end of a sentence. */
function commonFailure(lens: TracedLens, wavefront: Wavefront): string {
  const ray = newRay();
  const [low, high] = frontExtent(lens, wavefront);
  const counts = new Map<number, number>();
  for (let i = 0; i < SCANS[0]; i += 1) {
    launch(wavefront, 0, low + ((i + 0.5) * (high - low)) / SCANS[0], ray);
    const failure = traceRay(lens, ray);
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
  const [failure] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  return `most often it ${describeFailure(failure, lens)}`;
}

import { SimulationError } from '../../simulation-error.ts';
import { launch, type Wavefront } from './launch.ts';
import { describeFailure, newRay, sagOf, traceRay, type TracedLens } from './trace-ray.ts';

/** Rays across the front of the lens in a first and in a last attempt to find the beam. */
const SCANS = [240, 6000] as const;
const SECANT_STEPS = 60;

/** A place on a field's wavefront from which light reaches the sensor, and the chief ray's. */
export interface Aim {
  /** v of the ray through the middle of the stop. */
  readonly chiefMm: number;
  /** v of some ray that passes all apertures; the chief ray's own where that passes. */
  readonly insideMm: number;
}

/**
 * Finds the chief ray: the one through the middle of the stop.
 *
 * @param guessMm v near which it is looked for first; the paraxial entrance pupil's middle unless given.
 * @throws SimulationError when no ray of the field gets through, saying where most of them end.
 */
export function aim(lens: TracedLens, wavefront: Wavefront, guessMm = 0): Aim {
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
  { curvatures, aspheres, semiDiametersMm }: TracedLens,
  { sine, cosine, originMm }: Wavefront,
): readonly [number, number] {
  const shape = aspheres[0] ?? [0];
  const semiDiameter = semiDiametersMm[0]!;
  const steps = 64;
  const vs = Array.from({ length: 2 * steps + 1 }, (_, i) => {
    const y = (semiDiameter * (i - steps)) / steps;
    return y * cosine - (sagOf(curvatures[0]!, shape, y * y) - originMm) * sine;
  });
  return [Math.min(...vs), Math.max(...vs)];
}

/** Looks through v in equal steps for rays that arrive, and among them for the middle of the stop. */
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
  // Where the chief ray itself is blocked, its place follows from the rays beside it, traced as if no aperture stopped them.
  const chiefMm = solveStop(lens, wavefront, from, to);
  if (chiefMm === undefined) return undefined;
  return { chiefMm, insideMm: passes(lens, wavefront, chiefMm) ? chiefMm : nearest.v };
}

/** Secant method on the height in the stop, apertures ignored. */
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

function passes(lens: TracedLens, wavefront: Wavefront, vMm: number): boolean {
  const ray = newRay();
  launch(wavefront, 0, vMm, ray);
  return traceRay(lens, ray) === 0;
}

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

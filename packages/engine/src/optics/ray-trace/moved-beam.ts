import { SimulationError } from '../../simulation-error.ts';
import { cos, sin } from '../../quantities/elementary.ts';
import { findEdge, type EdgeAccuracy } from './beam.ts';
import { aim } from './chief-ray.ts';
import { launch, wavefrontOf, type Wavefront } from './launch.ts';
import { straightened, type LensDesign } from './lens-design.ts';
import { newRay, traceRay, tracedLens, type Ray, type TracedLens } from './trace-ray.ts';

/** The light of a field that a lens with tilted or decentred surfaces transmits: see `Beam`. */
export interface MovedBeam {
  readonly lens: TracedLens;
  readonly wavefront: Wavefront;
  /** The chief ray on the wavefront, and the middle of the region. */
  readonly chief: readonly [uMm: number, vMm: number];
  readonly centre: readonly [uMm: number, vMm: number];
  /** As `Beam.radiiMm`; not symmetric in u. */
  readonly radiiMm: Float64Array;
}

const NEWTON_STEPS = 40;
/** Step of the differences of the stop's place, mm. */
const STEP_MM = 1e-4;
/** How near to the middle of the stop the chief ray comes, mm. */
const AIMED_MM = 1e-11;

/** The ray through the middle of the stop, by Newton's method from a guess. */
function chiefOf(
  lens: TracedLens,
  wavefront: Wavefront,
  [firstU, firstV]: readonly [number, number],
): readonly [number, number] | undefined {
  const ray = newRay();
  const stopAt = (u: number, v: number): readonly [number, number] | undefined => {
    launch(wavefront, u, v, ray);
    return traceRay(lens, ray, false) === 0 ? [ray.stopXMm, ray.stopYMm] : undefined;
  };
  let [u, v] = [firstU, firstV];
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const here = stopAt(u, v);
    const [right, up] = [stopAt(u + STEP_MM, v), stopAt(u, v + STEP_MM)];
    if (!here || !right || !up) return undefined;
    if (Math.hypot(...here) < AIMED_MM) return [u, v];
    const [a, b] = [(right[0] - here[0]) / STEP_MM, (up[0] - here[0]) / STEP_MM];
    const [c, d] = [(right[1] - here[1]) / STEP_MM, (up[1] - here[1]) / STEP_MM];
    const determinant = a * d - b * c;
    u -= (d * here[0] - b * here[1]) / determinant;
    v -= (a * here[1] - c * here[0]) / determinant;
  }
  const last = stopAt(u, v);
  return last && Math.hypot(...last) < 1e-6 ? [u, v] : undefined;
}

/**
 * Finds the edge of the beam of a field towards +y through a lens with moved surfaces.
 *
 * @param wavelength nanometres.
 * @param angle radians.
 * @throws SimulationError when no ray of the field gets through.
 */
export function movedBeam(
  design: LensDesign,
  wavelength: number,
  angle: number,
  { azimuths, tolerance }: EdgeAccuracy,
): MovedBeam {
  const lens = tracedLens(design, wavelength);
  const straight = tracedLens(straightened(design), wavelength);
  const wavefront = wavefrontOf(straight, angle);
  const { chiefMm, insideMm } = aim(straight, wavefront);
  const chief = chiefOf(lens, wavefront, [0, chiefMm]);
  const ray = newRay();
  const start = ([...(chief ? [chief] : []), [0, insideMm]] as const).find(([u, v]) => {
    launch(wavefront, u, v, ray);
    return traceRay(lens, ray) === 0;
  });
  if (!chief || !start)
    throw new SimulationError(
      'bad-parameter',
      `No ray at ${((angle * 180) / Math.PI).toFixed(2)}° gets through the lens: its surfaces are tilted or decentred too far.`,
      'surfaces',
    );
  const [startU, startV] = start as readonly [number, number];
  const reach = lens.semiDiametersMm[lens.stopIndex]!;
  const edgeFrom = (
    from: readonly [number, number],
    du: number,
    dv: number,
    guess: number,
  ): number => findEdge(lens, wavefront, { uMm: from[0], vMm: from[1], du, dv }, guess, tolerance);
  const [up, down, right, left] = (
    [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ] as const
  ).map(([du, dv]) => edgeFrom([startU, startV], du, dv, reach));
  const centre = [startU + (right! - left!) / 2, startV + (up! - down!) / 2] as const;
  let last = (up! + down!) / 2;
  const radiiMm = Float64Array.from({ length: azimuths }, (_, k) => {
    const azimuth = (2 * Math.PI * (k + 0.5)) / azimuths;
    last = edgeFrom(centre, sin(azimuth), cos(azimuth), last);
    return last;
  });
  return { lens, wavefront, chief, centre, radiiMm };
}

/**
 * Traces rays of a beam from places of its wavefront; their directions along x and y are then in
 * the frame of the plane of the sensor.
 */
export function sensorRays(
  { lens, wavefront }: MovedBeam,
  { imagePlaced }: LensDesign,
): (uMm: number, vMm: number) => Ray {
  const turn = imagePlaced?.turn;
  return (u: number, v: number): Ray => {
    const ray = newRay();
    launch(wavefront, u, v, ray);
    traceRay(lens, ray, false);
    if (turn) {
      const { L, M, N } = ray;
      ray.L = turn[0]! * L + turn[3]! * M + turn[6]! * N;
      ray.M = turn[1]! * L + turn[4]! * M + turn[7]! * N;
    }
    return ray;
  };
}

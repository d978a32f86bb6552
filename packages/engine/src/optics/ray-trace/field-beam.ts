import { SimulationError } from '../../simulation-error.ts';
import { cos, sin } from '../../quantities/elementary.ts';
import { findBeam, findEdge, type Beam, type EdgeAccuracy } from './beam.ts';
import { aim } from './chief-ray.ts';
import { walkedChief } from './free-chief.ts';
import { launch, wavefrontOf, type Wavefront } from './launch.ts';
import { isMoved, straightened, type LensDesign } from './lens-design.ts';
import { describeFailure, newRay } from './ray.ts';
import { traceRay, tracedLens, type TracedLens } from './trace-ray.ts';

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
 * Finds the edge of the transmitted beam of one field at one wavelength, also through tilted and
 * decentred surfaces.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians; towards +y in the image, see `turnedTowards` for others.
 * @throws SimulationError when no ray of the field gets through.
 */
export const beamOf = (
  design: LensDesign,
  wavelength: number,
  angle: number,
  accuracy: EdgeAccuracy,
): Beam =>
  isMoved(design)
    ? movedBeam(design, wavelength, angle, accuracy)
    : findBeam(tracedLens(design, wavelength), angle, accuracy);

/**
 * The chief ray of a field of a lens with moved surfaces, as u and v on its wavefront.
 *
 * @param guessMm v near which it is looked for.
 * @throws SimulationError when it is not found.
 */
export function movedChief(
  lens: TracedLens,
  wavefront: Wavefront,
  guessMm: number,
): readonly [uMm: number, vMm: number] {
  const chief = chiefOf(lens, wavefront, [0, guessMm]);
  if (!chief) throw noRay(lens, wavefront);
  return chief;
}

function noRay(lens: TracedLens, wavefront: Wavefront): SimulationError {
  const ray = newRay();
  launch(wavefront, 0, 0, ray);
  const failure = traceRay(lens, ray, false);
  const why =
    failure === 0
      ? 'its surfaces are tilted or decentred too far'
      : `the one through the middle of its pupil ${describeFailure(failure, lens)}`;
  return new SimulationError(
    'bad-parameter',
    `No ray at ${((wavefront.angle * 180) / Math.PI).toFixed(2)}° gets through the lens: ${why}.`,
    'surfaces',
  );
}

type Place = readonly [uMm: number, vMm: number];

/** The chief ray of a field and a ray that passes all clear apertures. */
interface FieldAim {
  readonly wavefront: Wavefront;
  readonly chief: Place;
  readonly start: Place;
}

/** Whether a ray passes all clear apertures; obscurations stop none here. */
function passes(lens: TracedLens, wavefront: Wavefront, [u, v]: Place): boolean {
  const ray = newRay();
  launch(wavefront, u, v, ray);
  return traceRay(lens, ray, false) === 0 && ray.fill <= 1;
}

/** The aim of a lens of C1, whose straight lens leads near it. */
function movedAim(
  lens: TracedLens,
  design: LensDesign,
  wavelength: number,
  angle: number,
): FieldAim {
  const straight = tracedLens(straightened(design), wavelength);
  const wavefront = wavefrontOf(straight, angle);
  const guess = aim(straight, wavefront);
  const chief = movedChief(lens, wavefront, guess.chiefMm);
  const start = ([chief, [0, guess.insideMm]] as const).find((place) =>
    passes(lens, wavefront, place),
  );
  if (!start) throw noRay(lens, wavefront);
  return { wavefront, chief, start };
}

/** Circles and directions in which a ray is looked for that passes where the chief ray does not. */
const [CIRCLES, DIRECTIONS] = [12, 16];

/** The aim of any other lens that is not round, walked out from the base ray. */
function freeAim(lens: TracedLens, angle: number): FieldAim {
  const wavefront = wavefrontOf(lens, angle);
  const chief = freeChiefOn(lens, wavefront);
  const reach = lens.semiDiametersMm[lens.stopIndex]!;
  const around = (circle: number): readonly Place[] =>
    Array.from({ length: DIRECTIONS }, (_, k) => {
      const [distance, turn] = [(1.5 * reach * circle) / CIRCLES, (2 * Math.PI * k) / DIRECTIONS];
      return [chief[0] + distance * sin(turn), chief[1] + distance * cos(turn)];
    });
  const places = [chief, ...Array.from({ length: CIRCLES }, (_, i) => around(i + 1)).flat()];
  const start = places.find((place) => passes(lens, wavefront, place));
  if (!start) throw noRay(lens, wavefront);
  return { wavefront, chief, start };
}

/**
 * The chief ray of a field towards +y of a lens that is not round, as u and v on its wavefront.
 *
 * @throws SimulationError when it is not found.
 */
export function freeChiefOn(lens: TracedLens, wavefront: Wavefront): Place {
  const walked = walkedChief(lens, [0, wavefront.sine / wavefront.cosine]);
  const chief =
    walked && chiefOf(lens, wavefront, [walked.start[0], walked.start[1] * wavefront.cosine]);
  if (!chief) throw noRay(lens, wavefront);
  return chief;
}

function movedBeam(
  design: LensDesign,
  wavelength: number,
  angle: number,
  { azimuths, tolerance }: EdgeAccuracy,
): Beam {
  const lens = tracedLens(design, wavelength);
  const { wavefront, chief, start } = lens.tracer
    ? freeAim(lens, angle)
    : movedAim(lens, design, wavelength, angle);
  const [startU, startV] = start;
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
  const [[chiefUMm, chiefMm], [centreUMm, centreMm]] = [chief, centre];
  return { lens, wavefront, chiefUMm, chiefMm, centreUMm, centreMm, radiiMm };
}

import { degreesOf } from '../quantities/units.ts';
import { middleOf } from '../quantities/wavelengths.ts';
import { micrometresOf } from './millimetres.ts';
import { chiefRay } from './ray-trace/beam.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { launch } from './ray-trace/launch.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import { newRay } from './ray-trace/ray.ts';
import { traceRay, traceToSensor } from './ray-trace/trace-ray.ts';
import { meanOf } from '../quantities/statistics.ts';

/** Where rays of a field meet the sensor. */
export interface SpotDiagram {
  readonly fieldDegrees: number;
  /** Root mean square distance from the centroid over all wavelengths, µm. */
  readonly rmsUm: number;
  /** Places of one wavelength, µm from the chief ray at the middle wavelength. */
  readonly rays: readonly {
    readonly wavelengthNm: number;
    readonly x: number[];
    readonly y: number[];
  }[];
}

const EDGE = { azimuths: 48, tolerance: 1e-6 };
/** Rays across the widest side of a beam; odd, so that one goes through its middle. */
const ACROSS = 15;

/** Places of the grid in steps from the middle. */
const GRID = Array.from({ length: ACROSS }, (_, i) => i - (ACROSS - 1) / 2);

/**
 * Spot diagram of a field towards +y: rays on a square grid over the beam that the lens transmits,
 * so that equal areas have equally many.
 *
 * @param wavelengths nanometres; the middle one of the list gives the origin.
 * @param fraction field, as a fraction of the half field, 0 to 1.
 * @throws SimulationError when no ray of the field gets through.
 */
export function spotDiagram(
  design: LensDesign,
  wavelengths: readonly number[],
  fraction: number,
): SpotDiagram {
  const angle = fraction * design.halfField;
  const middle = middleOf(wavelengths);
  const origin = chiefRay(beamOf(design, middle, angle, EDGE));
  const ray = newRay();
  const rays = wavelengths.map((wavelengthNm) => {
    const { lens, wavefront, centreUMm, centreMm, radiiMm } = beamOf(
      design,
      wavelengthNm,
      angle,
      EDGE,
    );
    const [x, y]: [number[], number[]] = [[], []];
    const step = (2 * Math.max(...radiiMm)) / ACROSS;
    for (const v of GRID.map((place) => place * step))
      for (const u of GRID.map((place) => place * step)) {
        // Azimuths run from +v towards +u.
        const turn = (Math.atan2(u, v) / (2 * Math.PI) + 1) % 1;
        if (Math.hypot(u, v) > radiiMm[Math.floor(turn * radiiMm.length)]!) continue;
        launch(wavefront, centreUMm + u, centreMm + v, ray);
        if (traceRay(lens, ray, lens.obscured !== undefined) !== 0) continue;
        x.push(micrometresOf(ray.xMm - origin.xMm));
        y.push(micrometresOf(ray.yMm - origin.yMm));
      }
    return { wavelengthNm, x, y };
  });
  const [xs, ys] = [rays.flatMap(({ x }) => x), rays.flatMap(({ y }) => y)];
  return {
    fieldDegrees: degreesOf(angle),
    rmsUm: Math.sqrt(variance(xs) + variance(ys)),
    rays,
  };
}

function variance(values: readonly number[]): number {
  const mean = meanOf(values);
  return meanOf(values.map((value) => (value - mean) ** 2));
}

/**
 * Where thin pencils round the chief ray of a field have their foci, mm behind the sensor along its
 * normal (negative: before it).
 */
export interface FieldFocus {
  readonly fieldDegrees: number;
  /** The focus of rays in the plane of the field. */
  readonly tangentialMm: number;
  /** The focus of rays across that plane. */
  readonly sagittalMm: number;
}

/** Distance of a pencil's rays from the chief ray, as a share of the beam's size. */
const PENCIL = 1e-3;

/**
 * Field curvature: the foci of thin pencils round the chief ray, from real rays.
 *
 * @param wavelength nanometres.
 * @param fractions of the half field, 0 to 1.
 * @throws SimulationError when no ray of a field gets through.
 * @see W. T. Welford, Aberrations of Optical Systems, chapter 9 (Coddington's equations give the
 * same foci).
 */
export const fieldFoci = (
  design: LensDesign,
  wavelength: number,
  fractions: readonly number[],
): readonly FieldFocus[] =>
  fractions.map((fraction) => {
    const angle = fraction * design.halfField;
    const { lens, wavefront, chiefUMm, chiefMm, radiiMm } = beamOf(design, wavelength, angle, EDGE);
    const step = PENCIL * radiiMm[0]!;
    const traced = (u: number, v: number) => {
      const ray = newRay();
      launch(wavefront, chiefUMm + u, chiefMm + v, ray);
      traceToSensor(lens, ray, false);
      return ray;
    };
    const [above, below, right, left] = [
      traced(0, step),
      traced(0, -step),
      traced(step, 0),
      traced(-step, 0),
    ];
    return {
      fieldDegrees: degreesOf(angle),
      tangentialMm: -(above.yMm - below.yMm) / (above.M / above.N - below.M / below.N),
      sagittalMm: -(right.xMm - left.xMm) / (right.L / right.N - left.L / left.N),
    };
  });

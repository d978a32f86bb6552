import { degreesOf } from '../quantities/units.ts';
import { wavelengthMmOf } from './millimetres.ts';
import { chiefRay } from './ray-trace/beam.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { fieldFigures } from './ray-trace/field-figures.ts';
import { launch } from './ray-trace/launch.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import { newRay } from './ray-trace/ray.ts';
import { traceToSensor } from './ray-trace/trace-ray.ts';

/** The wavefront of a field at one wavelength. The keys are published. */
export interface WavefrontMap {
  readonly fieldDegrees: number;
  readonly wavelengthNm: number;
  /** Standard deviation over the beam. */
  readonly rmsWaves: number;
  /** Largest minus smallest value of the map. */
  readonly peakToValleyWaves: number;
  /** Half of the side of the map, on the wavefront before the lens. */
  readonly reachMm: number;
  /**
   * Optical path less the path of the chief ray, to a sphere round the image of the chief ray, in
   * waves: positive where light is late. Rows run along the field, columns across it, both in equal
   * steps; null where no light passes.
   */
  readonly waves: readonly (readonly (number | null)[])[];
}

const EDGE = { azimuths: 48, tolerance: 1e-6 };
/** Points along a side. */
const SIDE = 41;

/**
 * The wavefront of a field towards +y over the beam that the lens transmits.
 *
 * @param wavelength nanometres.
 * @param fraction field, as a fraction of the half field, 0 to 1.
 * @throws SimulationError when no ray of the field gets through.
 * @see golden/optics/tolerances.json, definition `wavefront`.
 */
export function wavefrontMap(
  design: LensDesign,
  wavelength: number,
  fraction: number,
): WavefrontMap {
  const angle = fraction * design.halfField;
  const beam = beamOf(design, wavelength, angle, EDGE);
  const chief = chiefRay(beam);
  const reachMm = Math.max(...beam.radiiMm);
  const ray = newRay();
  const placeOf = (step: number): number => (reachMm * (2 * step - (SIDE - 1))) / (SIDE - 1);
  const waves = Array.from({ length: SIDE }, (_row, row) =>
    Array.from({ length: SIDE }, (_column, column) => {
      const [u, v] = [beam.centreUMm + placeOf(column), beam.centreMm + placeOf(row)];
      launch(beam.wavefront, u, v, ray);
      if (traceToSensor(beam.lens, ray) !== 0) return null;
      const [dx, dy] = [ray.xMm - chief.xMm, ray.yMm - chief.yMm];
      const pathMm = ray.opticalPathMm - chief.opticalPathMm - ray.L * dx - ray.M * dy;
      return pathMm / wavelengthMmOf(wavelength);
    }),
  );
  const known = waves.flat().filter((value) => value !== null);
  return {
    fieldDegrees: degreesOf(angle),
    wavelengthNm: wavelength,
    rmsWaves: fieldFigures(design, wavelength, angle).rmsWavefrontWaves,
    peakToValleyWaves: Math.max(...known) - Math.min(...known),
    reachMm,
    waves,
  };
}

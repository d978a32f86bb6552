import { degreesOf } from '../quantities/units.ts';
import { middleOf } from '../quantities/wavelengths.ts';
import { micrometresOf } from './millimetres.ts';
import { chiefRay, findEdge } from './ray-trace/beam.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { launch } from './ray-trace/launch.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import { newRay } from './ray-trace/ray.ts';
import { traceRay } from './ray-trace/trace-ray.ts';

/** Transverse aberration along a line through the pupil. */
export interface RayFan {
  /** Where rays pass the stop, in its semi-diameters. */
  readonly pupil: readonly number[];
  /** Where they meet the sensor, from the chief ray at the middle wavelength. */
  readonly aberrationUm: readonly number[];
}

/** Ray fans of a field. The keys are published. */
export interface FieldFans {
  readonly fieldDegrees: number;
  readonly wavelengths: readonly {
    readonly wavelengthNm: number;
    /** Rays in the plane of the field: y over y. */
    readonly tangential: RayFan;
    /** Rays across it, through the height of the chief ray: x over x. */
    readonly sagittal: RayFan;
  }[];
}

const EDGE = { azimuths: 48, tolerance: 1e-9 };
const RAYS = 41;

/**
 * Transverse ray aberrations of a field towards +y, over the beam that the lens transmits. Where
 * the chief ray itself is stopped, the sagittal fan goes through the middle of the beam.
 *
 * @param wavelengths nanometres; the middle one of the list gives the origin.
 * @param fraction field, as a fraction of the half field, 0 to 1.
 * @throws SimulationError when no ray of the field gets through.
 * @see W. T. Welford, Aberrations of Optical Systems, chapter 7.
 */
export function rayFans(
  design: LensDesign,
  wavelengths: readonly number[],
  fraction: number,
): FieldFans {
  const angle = fraction * design.halfField;
  const middle = middleOf(wavelengths);
  const origin = chiefRay(beamOf(design, middle, angle, EDGE));
  const stopMm = design.surfaces[design.stopIndex]!.semiDiameterMm;
  const ray = newRay();
  return {
    fieldDegrees: degreesOf(angle),
    wavelengths: wavelengths.map((wavelengthNm) => {
      const { lens, wavefront, radiiMm, ...beam } = beamOf(design, wavelengthNm, angle, EDGE);
      const edgeFrom = (uMm: number, vMm: number, du: number, dv: number): number =>
        findEdge(lens, wavefront, { uMm, vMm, du, dv }, radiiMm[0]!, EDGE.tolerance);
      const fan = (
        [lowMm, highMm]: readonly [number, number],
        at: (place: number) => readonly [uMm: number, vMm: number],
        read: () => readonly [stopAtMm: number, aberrationMm: number],
      ): RayFan => {
        const traced = Array.from({ length: RAYS }, (_, i) => {
          const [uMm, vMm] = at(lowMm + ((highMm - lowMm) * i) / (RAYS - 1));
          launch(wavefront, uMm, vMm, ray);
          traceRay(lens, ray, false);
          return read();
        });
        return {
          pupil: traced.map(([stopAtMm]) => stopAtMm / stopMm),
          aberrationUm: traced.map(([, aberrationMm]) => micrometresOf(aberrationMm)),
        };
      };
      launch(wavefront, beam.chiefUMm, beam.chiefMm, ray);
      const [atU, atV] =
        traceRay(lens, ray) === 0 ? [beam.chiefUMm, beam.chiefMm] : [beam.centreUMm, beam.centreMm];
      const { centreUMm, centreMm } = beam;
      return {
        wavelengthNm,
        tangential: fan(
          [centreMm - edgeFrom(atU, centreMm, 0, -1), centreMm + edgeFrom(atU, centreMm, 0, 1)],
          (vMm) => [atU, vMm],
          () => [ray.stopYMm, ray.yMm - origin.yMm],
        ),
        sagittal: fan(
          [centreUMm - edgeFrom(centreUMm, atV, -1, 0), centreUMm + edgeFrom(centreUMm, atV, 1, 0)],
          (uMm) => [uMm, atV],
          () => [ray.stopXMm, ray.xMm - origin.xMm],
        ),
      };
    }),
  };
}

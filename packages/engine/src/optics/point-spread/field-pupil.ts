import type { EdgeAccuracy } from '../ray-trace/beam.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import { movedPupil } from './moved-pupil.ts';
import { pupilFunction, type PupilFunction } from './pupil-function.ts';

/**
 * The pupil function of a field towards +y, also of a lens with tilted and decentred surfaces.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @throws SimulationError when no ray of the field gets through.
 */
export function fieldPupil(
  design: LensDesign,
  wavelength: number,
  angle: number,
  accuracy: EdgeAccuracy,
): PupilFunction {
  const beam = beamOf(design, wavelength, angle, accuracy);
  return beam.lens.moved ? movedPupil(beam, wavelength) : pupilFunction(beam, wavelength);
}

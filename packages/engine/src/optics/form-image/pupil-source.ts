import { measuredPupil } from '../measured/measured-pupil.ts';
import { isUneven, type MeasuredDesign } from '../measured/measured-design.ts';
import { movedPupil } from '../point-spread/moved-pupil.ts';
import { pupilFunction, type PupilFunction } from '../point-spread/pupil-function.ts';
import { thinPupil, type ThinDesign } from '../point-spread/thin-pupil.ts';
import { findBeam, type EdgeAccuracy } from '../ray-trace/beam.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import { isMoved, type LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';

/** What the pupils of a lens come from: its surfaces, formulas, or what was measured of it. */
export type PupilSource = LensDesign | ThinDesign | MeasuredDesign;

export const isTraced = (design: PupilSource): design is LensDesign => 'surfaces' in design;
const isMeasuredDesign = (design: PupilSource): design is MeasuredDesign => 'kind' in design;

/** Whether the pupil is the same for all fields. */
export const isSameEverywhere = (design: PupilSource): design is ThinDesign =>
  !isTraced(design) && !isMeasuredDesign(design);

/** Whether object, focus or stop are other than the file has them: blur may be wanted. */
export const isRefocused = (design: PupilSource): boolean =>
  isTraced(design)
    ? design.moved !== undefined
    : isMeasuredDesign(design)
      ? design.isAdjusted
      : true;

/** Whether pictures are laid out by kernels at nodes of all quadrants. */
export const isLopsided = (design: PupilSource): boolean =>
  isTraced(design) ? isMoved(design) : isMeasuredDesign(design) && isUneven(design);

/**
 * The pupils of a lens by wavelength, nm, and field towards +y, radians. The beam of glass is
 * looked for where the beam of the last call was found.
 *
 * @throws SimulationError, from the function, when no ray of the field gets through.
 */
export function pupilsOf(
  design: PupilSource,
  accuracy: EdgeAccuracy,
): (wavelength: number, angle: number) => PupilFunction {
  if (isMeasuredDesign(design))
    return (wavelength, angle) => measuredPupil(design, wavelength, angle);
  if (!isTraced(design)) return (wavelength) => thinPupil(design, wavelength);
  if (isMoved(design))
    return (wavelength, angle) =>
      movedPupil(beamOf(design, wavelength, angle, accuracy), wavelength);
  let guessMm: number | undefined;
  return (wavelength, angle) => {
    const beam = findBeam(tracedLens(design, wavelength), angle, accuracy, guessMm);
    guessMm = beam.chiefMm;
    return pupilFunction(beam, wavelength);
  };
}

import { FOCAL_LENGTH } from './ideal-lens.ts';
import { millimetresOf } from './millimetres.ts';
import type { ThinDesign } from './point-spread/thin-pupil.ts';
import type { LensFile } from './ray-trace/lens-file.ts';

/** Degrees; its image has no end. */
const HALF_FIELD = 80;

/** The ideal lens as a prescription: one thin surface with its aperture, and the sensor. */
export const thinLensFile = ({ pupilDiameterMm, sensorMm }: ThinDesign): LensFile => ({
  name: 'Ideal lens',
  stopIndex: 0,
  halfFieldDegrees: HALF_FIELD,
  surfaces: [
    {
      radius: null,
      thickness: sensorMm,
      glass: null,
      semiDiameter: pupilDiameterMm / 2,
      thin: { focalLengthMm: millimetresOf(FOCAL_LENGTH) },
    },
  ],
});

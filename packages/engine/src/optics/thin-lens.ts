import type { BlurGeometry } from './depth/blur-geometry.ts';
import { kept, withDepth } from './depth/form-in-depth.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import { refuseBlur } from './focus/largest-blur.ts';
import { thinFocus } from './focus/thin-focus.ts';
import { METHODS, formImage } from './form-image/form-image.ts';
import { thinModel } from './form-image/lens-model.ts';
import { FOCAL_LENGTH, sharpLens } from './ideal-lens.ts';
import type { Lens } from './lens.ts';
import { cyclesPerMm, millimetresOf } from './millimetres.ts';
import { mixedTransfer } from './mixed-transfer.ts';
import { thinFNumber, thinSolidAngle, type ThinDesign } from './point-spread/thin-pupil.ts';

/**
 * The ideal lens with an object, a focus or an f-number: thin, without aberrations, limited by
 * diffraction, distances from the lens (docs/reference/depth.md#ideal-lens).
 *
 * @throws SimulationError 'bad-parameter' naming the field of `opticsParams` that it cannot do.
 */
export function thinLens(settings: FocusSettings): Lens {
  const { objectDistance: _, ...focus } = settings;
  const { design } = thinFocus(focus);
  return withDepth(thinLensOnly(settings), {
    geometry: thinGeometry(design),
    at: kept((distance) =>
      thinLensOnly(distance === Infinity ? focus : { ...focus, objectDistance: distance }),
    ),
  });
}

/** Paraxial places of a thin lens, whose vertices and pupils are where it is. */
const thinGeometry = ({ pupilDiameterMm, sensorMm }: ThinDesign): BlurGeometry => ({
  focalLengthMm: millimetresOf(FOCAL_LENGTH),
  frontFocusMm: -millimetresOf(FOCAL_LENGTH),
  entrancePupilMm: 0,
  backFocalLengthMm: millimetresOf(FOCAL_LENGTH),
  exitPupilMm: 0,
  exitPupilDiameterMm: pupilDiameterMm,
  sensorMm,
});

/** A thin lens with all that it looks at in one plane. */
function thinLensOnly(settings: FocusSettings): Lens {
  const { design, fNumber, sensor, facts } = thinFocus(settings);
  const model = thinModel(design);
  return {
    ...sharpLens(sensor, thinSolidAngle(design)),
    fNumber: thinFNumber(design),
    character: `ideal lens with depth: diffraction-limited, f/${Number(fNumber.toPrecision(3))}`,
    transfer: (_, direction, weights, frequencies) =>
      mixedTransfer(
        model,
        0,
        direction,
        weights,
        frequencies.map((frequency) => cyclesPerMm(1 / frequency)),
      ),
    formImage: (scene, pixels, host, context, quality = 'normal') => {
      refuseBlur(model, pixels.grid);
      return formImage(model, { ...scene, ...pixels, method: METHODS[quality] }, host, context);
    },
    focus: facts,
  };
}

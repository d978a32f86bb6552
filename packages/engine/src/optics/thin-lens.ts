import { atan, tan } from '../quantities/elementary.ts';
import { SimulationError } from '../simulation-error.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import { refuseBlur } from './focus/largest-blur.ts';
import { METHODS, formImage } from './form-image/form-image.ts';
import { thinModel } from './form-image/lens-model.ts';
import { FOCAL_LENGTH, F_NUMBER, sharpLens } from './ideal-lens.ts';
import type { Lens } from './lens.ts';
import { cyclesPerMm, micrometresOf } from './millimetres.ts';
import { mixedTransfer } from './mixed-transfer.ts';
import { thinDesign, thinFNumber, thinImage, thinSolidAngle } from './point-spread/thin-pupil.ts';

/**
 * The ideal lens with an object, a focus or an f-number: thin, without aberrations, limited by
 * diffraction, distances from the lens (docs/reference/depth.md#ideal-lens).
 *
 * @throws SimulationError 'bad-parameter' naming the field of `opticsParams` that it cannot do.
 */
export function thinLens({
  objectDistance = Infinity,
  focusDistance = Infinity,
  focusShift = 0,
  fNumber = F_NUMBER,
}: FocusSettings): Lens {
  for (const [key, label, distance] of [
    ['objectDistance', 'Object distance', objectDistance],
    ['focusDistance', 'Focus distance', focusDistance],
  ] as const)
    if (distance < 2 * FOCAL_LENGTH)
      throw new SimulationError(
        'bad-parameter',
        `${label} ${distance} m is nearer than 1:1 for this lens: at least ${2 * FOCAL_LENGTH} m.`,
        `opticsParams.${key}`,
      );
  const sensor = thinImage(FOCAL_LENGTH, focusDistance) + focusShift;
  const design = thinDesign(FOCAL_LENGTH, fNumber, objectDistance, sensor);
  const model = thinModel(design);
  const irradiancePerRadiance = thinSolidAngle(design);
  return {
    ...sharpLens(sensor, irradiancePerRadiance),
    fNumber: thinFNumber(design),
    character: `ideal lens with depth: diffraction-limited, f/${Number(fNumber.toPrecision(3))}`,
    imageHeight: (angle) => sensor * tan(angle),
    fieldAngle: (height) => atan(height / sensor),
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
    focus: (circle) => ({
      objectDistanceM: finite(objectDistance),
      focusDistanceM: finite(focusDistance),
      focusShiftUm: micrometresOf(1e3 * (sensor - FOCAL_LENGTH)),
      magnification:
        objectDistance === Infinity ? 0 : -FOCAL_LENGTH / (objectDistance - FOCAL_LENGTH),
      circleOfConfusionUm:
        (micrometresOf(design.pupilDiameterMm) * Math.abs(design.sensorMm - design.imageMm)) /
        design.imageMm,
      ...thinDepthOfField(FOCAL_LENGTH / fNumber, focusDistance, circle),
    }),
  };
}

const finite = (distance: number): number | null => (distance === Infinity ? null : distance);

/** Limits of sharpness of the thin lens, as `depthOfField` has them for real ones. */
function thinDepthOfField(diameter: number, focusDistance: number, circle: number) {
  const f = FOCAL_LENGTH;
  const shift = thinImage(f, focusDistance) - f;
  const distance = (behind: number): number | null => (behind > 0 ? f ** 2 / behind + f : null);
  return {
    hyperfocalM: distance((circle * f) / diameter),
    nearM: distance((shift * diameter + circle * f) / (diameter - circle)),
    farM: distance((shift * diameter - circle * f) / (diameter + circle)),
  };
}

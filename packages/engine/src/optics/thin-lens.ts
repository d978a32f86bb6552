import type { FocusSettings } from './focus/focus-settings.ts';
import { refuseBlur } from './focus/largest-blur.ts';
import { thinFocus } from './focus/thin-focus.ts';
import { METHODS, formImage } from './form-image/form-image.ts';
import { thinModel } from './form-image/lens-model.ts';
import { sharpLens } from './ideal-lens.ts';
import type { Lens } from './lens.ts';
import { cyclesPerMm } from './millimetres.ts';
import { mixedTransfer } from './mixed-transfer.ts';
import { thinFNumber, thinSolidAngle } from './point-spread/thin-pupil.ts';

/**
 * The ideal lens with an object, a focus or an f-number: thin, without aberrations, limited by
 * diffraction, distances from the lens (docs/reference/depth.md#ideal-lens).
 *
 * @throws SimulationError 'bad-parameter' naming the field of `opticsParams` that it cannot do.
 */
export function thinLens(settings: FocusSettings): Lens {
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

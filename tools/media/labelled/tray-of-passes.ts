/** The scene of examples/tray.exr, for the threads of the renderer. */
import { asStill, type LabelledStill } from './labelled-still.ts';
import { TRAY_OF_PASSES, sceneOf } from './pictures.ts';

const whole = sceneOf(TRAY_OF_PASSES);
/** The middle of a tray, as wide as a lens of 28 degrees sees it. */
export const tray: LabelledStill = {
  ...whole,
  camera: { ...whole.camera, position: [-16, 30, 46], target: [0.5, 0, 1], frameHeight: 0.3 },
};
export const still = asStill(tray);

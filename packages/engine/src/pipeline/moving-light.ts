import { lightScene, type LitScene } from '../illuminants/light.ts';
import type { SceneInView } from '../optics/lens.ts';
import type { Homography } from '../optics/scene-placement.ts';
import {
  imageMotion,
  movedAt,
  subFramesOf,
  type MotionView,
  type SubFrames,
} from '../optics/motion.ts';
import { ownScene } from '../scenes/own-scene.ts';
import { withPlannedDepth } from '../scenes/planned-depth.ts';
import type { LightCells } from '../sensors/chip/expose-chip.ts';
import { checkFrameRate, checkLightLasts, frameTiming } from '../sensors/chip/windows.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import { lightEnergy } from './light-scene-stage.ts';
import type { SceneFrames, SimulationPlan } from './plan.ts';
import type { Shot } from './shot.ts';

/** When a frame begins, and light that changes during it. */
export interface FrameLight {
  readonly beginSeconds: number;
  /** Absent: nothing moves. */
  readonly cells?: LightCells;
  /** How motion divides the exposure; absent where there is none. */
  readonly motion?: SubFrames;
}

/**
 * The light of one frame. Where the scene moves, each cell of time has an optical image of its
 * middle; of scenes that follow each other, each has one. An image is formed when it is asked for.
 *
 * @param form forms the light on the sensor's pixels; what it gives is used before it is called
 *   again.
 * @throws SimulationError where frames follow too fast, one would need too many images, or it ends
 *   after the last of the scenes.
 */
export function frameLight(
  { plan, lit, lens }: Shot<SimulationPlan & { readonly sensor: SensorPlan }>,
  exposureSeconds: number,
  form: (scene: SceneInView) => Promise<Float32Array>,
): FrameLight {
  const { motion: moving, frame, grid, sensor, sceneFrames } = plan;
  const { hfov } = plan.scene.parameters;
  const { rows, columns, offset = [0, 0] } = grid;
  const timing = frameTiming(sensor, rows, exposureSeconds);
  if (frame) checkFrameRate(timing, frame.hertz);
  const beginSeconds = frame ? frame.index / frame.hertz : 0;
  if (sceneFrames) {
    const { hertz, scenes } = sceneFrames;
    const [seconds, count] = [1 / hertz, scenes.length];
    checkLightLasts(timing, beginSeconds, count * seconds);
    const light = (cell: number) => form({ lit: litFrame(plan, lit, scenes[cell]!), hfov });
    return { beginSeconds, cells: { seconds, count, light } };
  }
  if (!moving) return { beginSeconds };
  const { motion, focalPixels } = imageMotion(moving, lens, grid.pitch);
  const view: MotionView = {
    focalPixels,
    centre: [columns / 2 - offset[0], rows / 2 - offset[1]],
  };
  const { spanSeconds } = timing;
  const times = { beginSeconds, exposureSeconds, spanSeconds };
  const divided = subFramesOf(motion, view, { rows, columns, ...times });
  const { cellSeconds } = divided;
  const movedIn = (cell: number): Homography => movedAt(motion, (cell + 0.5) * cellSeconds, view);
  return {
    beginSeconds,
    motion: divided,
    cells: {
      seconds: cellSeconds,
      count: Infinity,
      light: (cell) => form({ lit, hfov, moved: movedIn(cell) }),
      mean: (cells) =>
        form({
          lit,
          hfov,
          path: cells.map(({ cell, share }) => ({ moved: movedIn(cell), share })),
        }),
    },
  };
}

/** One of the scenes that follow each other, under the light of the first, and as bright. */
function litFrame(
  { illuminant, luminance, imageWhite }: SimulationPlan,
  { whiteLuminance }: LitScene,
  { scene, depth }: SceneFrames['scenes'][number],
): LitScene {
  const painted = withPlannedDepth(ownScene(scene, imageWhite), depth);
  // A recipe's mean luminance is the first scene's.
  const asFirst =
    luminance.of === 'as given' ? luminance : { of: 'white' as const, value: whiteLuminance };
  return lightScene(painted, lightEnergy({ illuminant, scene }), asFirst);
}

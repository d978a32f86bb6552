import type { SceneInView } from '../optics/lens.ts';
import { movedAt, subFramesOf, type MotionView, type SubFrames } from '../optics/motion.ts';
import type { LightCells } from '../sensors/chip/expose-chip.ts';
import { checkFrameRate, frameTiming } from '../sensors/chip/windows.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import type { SimulationPlan } from './plan.ts';
import type { Shot } from './shot.ts';

/** When a frame begins, and the light of a scene that moves during it. */
export interface FrameLight {
  readonly beginSeconds: number;
  /** Absent: nothing moves. */
  readonly moving?: { readonly cells: LightCells; readonly motion: SubFrames };
}

/**
 * The light of one frame: where the scene moves, one optical image for each cell of time, at its
 * middle, formed when it is asked for.
 *
 * @param form forms the light on the sensor's pixels; what it gives is used before it is called
 *   again.
 * @throws SimulationError where frames follow too fast, or one would need too many images.
 */
export function frameLight(
  { plan, lit, lens }: Shot<SimulationPlan & { readonly sensor: SensorPlan }>,
  exposureSeconds: number,
  form: (scene: SceneInView) => Promise<Float32Array>,
): FrameLight {
  const { motion, frame, grid, sensor } = plan;
  const { rows, columns, offset = [0, 0] } = grid;
  const timing = frameTiming(sensor, rows, exposureSeconds);
  if (frame) checkFrameRate(timing, frame.hertz);
  const beginSeconds = frame ? frame.index / frame.hertz : 0;
  if (!motion) return { beginSeconds };
  const view: MotionView = {
    focalPixels: lens.focalLength / grid.pitch,
    centre: [columns / 2 - offset[0], rows / 2 - offset[1]],
  };
  const { spanSeconds } = timing;
  const times = { beginSeconds, exposureSeconds, spanSeconds };
  const divided = subFramesOf(motion, view, { rows, columns, ...times });
  const { cellSeconds } = divided;
  const { hfov } = plan.scene.parameters;
  return {
    beginSeconds,
    moving: {
      motion: divided,
      cells: {
        seconds: cellSeconds,
        count: Infinity,
        light: (cell) =>
          form({ lit, hfov, moved: movedAt(motion, (cell + 0.5) * cellSeconds, view) }),
      },
    },
  };
}

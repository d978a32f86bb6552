import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { movedAt, subFramesOf, type MotionView, type SubFrames } from '../optics/motion.ts';
import type { LightCells } from '../sensors/chip/expose-chip.ts';
import type { StageContext } from '../stage.ts';
import { receptorsOf, type SensedPlan } from './sensor-stage.ts';
import type { Shot } from './shot.ts';

/** The light of a moving scene on a sensor, and how it was divided. */
export interface MovingLight {
  readonly cells: LightCells;
  readonly motion: SubFrames;
}

/** The frame of a moving scene: see `MovingFrame`. */
type Times = Readonly<Record<'beginSeconds' | 'exposureSeconds' | 'spanSeconds', number>>;

/**
 * Forms the light of a scene that moves: one optical image for each cell of time, at its middle,
 * as it is asked for. The images of a frame share one memory.
 *
 * @throws SimulationError where the frame would need too many images.
 */
export function movingLight(
  { plan, lit, lens }: Shot<SensedPlan>,
  times: Times,
  host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache' | 'now'>>,
  stage: Pick<StageContext, 'stopped'>,
): MovingLight | undefined {
  const { motion, grid } = plan;
  if (!motion) return undefined;
  const { rows, columns, offset = [0, 0] } = grid;
  const view: MotionView = {
    focalPixels: lens.focalLength / grid.pitch,
    centre: [columns / 2 - offset[0], rows / 2 - offset[1]],
  };
  const divided = subFramesOf(motion, view, { rows, columns, ...times });
  const { cellSeconds } = divided;
  const pixels = { grid, receptors: receptorsOf(plan.sensor) };
  const out = sharedFloat32(rows * columns);
  const { hfov } = plan.scene.parameters;
  return {
    motion: divided,
    cells: {
      seconds: cellSeconds,
      count: Infinity,
      light: (cell) =>
        lens.formImage(
          { lit, hfov, moved: movedAt(motion, (cell + 0.5) * cellSeconds, view) },
          pixels,
          host,
          { stopped: () => stage.stopped(), progress: () => undefined, out: out.fill(0) },
          plan.quality,
        ),
    },
  };
}

import { SimulationError } from '@lumenloom/engine';
import { USUAL_GAP, informationOfCamera } from '@lumenloom/engine/lab';
import type { LabCamera } from '../reading.ts';

/** Frames of an edge that is too noisy to be found in one. */
export const MOST_EDGE_FRAMES = 8;

/** An edge in one frame, or in the mean of eight where noise hides its line in one. */
export async function edgeInFrames({ plan, host }: LabCamera): Promise<{
  readonly found: Awaited<ReturnType<typeof informationOfCamera>>;
  /** What was measured: 'one frame'. */
  readonly frames: string;
}> {
  try {
    return { found: await informationOfCamera(plan, host, USUAL_GAP, 1), frames: 'one frame' };
  } catch (error) {
    if (!(error instanceof SimulationError) || error.field !== 'roi') throw error;
    const found = await informationOfCamera(plan, host, USUAL_GAP, MOST_EDGE_FRAMES);
    return { found, frames: `${MOST_EDGE_FRAMES} frames, because noise hides the edge in one` };
  }
}

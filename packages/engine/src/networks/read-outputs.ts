import type { Tensor } from '../host.ts';
import type { NetworkDescriptor } from './descriptor.ts';
import type { Placement } from './prepare-input.ts';
import { COMMAND, kindNamed, type Finding } from './tasks/list.ts';
import { loadTask } from './tasks/load-task.ts';
import { DRAWING_SCORE } from './thresholds.ts';

/**
 * Reads the outputs of a network as a finding in pixels of the picture.
 *
 * @param threshold 'scoring' keeps results above the descriptor's score, 'drawing' above .25 too,
 * and leaves out masks, which are not drawn.
 * @throws SimulationError 'bad-model' for outputs that are not of the descriptor's kind.
 * @see docs/reference/vision.md#networks
 */
export async function readOutputs(
  outputs: Readonly<Record<string, Tensor>>,
  descriptor: NetworkDescriptor,
  placement: Placement,
  threshold: 'scoring' | 'drawing',
): Promise<Finding> {
  const { score: least } = descriptor.thresholds;
  const score = threshold === 'drawing' ? Math.max(DRAWING_SCORE, least) : least;
  const hasMasks = threshold === 'scoring';
  const { kind } = descriptor.output;
  if (kind === COMMAND) throw new Error('a command reads these outputs');
  const task = await loadTask(kindNamed(kind).task);
  return task.read(kind, { outputs, descriptor, placement, score, hasMasks });
}

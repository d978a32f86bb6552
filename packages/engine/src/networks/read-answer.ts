import { SimulationError } from '../simulation-error.ts';
import type { NetworkDescriptor } from './descriptor.ts';
import type { Placement } from './prepare-input.ts';
import type { Finding } from './tasks/list.ts';
import { loadTask } from './tasks/load-task.ts';

/**
 * What a command of the user's own made of the outputs of a network, as a finding in pixels of the
 * picture.
 *
 * @param answer parsed JSON: {objects: [{bbox, score, category}]} or {scores: [..]}.
 * @throws SimulationError 'bad-model' for another answer.
 */
export async function readAnswer(
  answer: unknown,
  descriptor: NetworkDescriptor,
  placement: Placement,
): Promise<Finding> {
  const task = await loadTask(descriptor.task);
  if (!task.readAnswer)
    throw new SimulationError('bad-model', `a command cannot answer for ${descriptor.task}.`);
  return task.readAnswer(answer, { descriptor, placement });
}

import { join } from 'node:path';
import { jsonText, replaceFile } from '../folder/journal.ts';
import type { YieldResults } from '../yield/yield-results.ts';
import type { ComputeServer } from './compute-server.ts';
import { runRemoteGoal, type RemoteGoal } from './remote-goal.ts';

/**
 * Has a server find a yield, and writes the files that `yield` writes.
 *
 * @returns undefined when it was stopped: the server goes on, and the folder can be resumed.
 */
export async function runRemoteYield(
  server: ComputeServer,
  asked: Omit<RemoteGoal, 'goal'>,
  options: Parameters<typeof runRemoteGoal>[2],
): Promise<YieldResults | undefined> {
  const results = await runRemoteGoal<YieldResults>(server, { goal: 'yield', ...asked }, options);
  if (results) await replaceFile(join(options.folder, 'results.json'), jsonText(results));
  return results;
}

/**
 * A process that computes one evaluation, with threads of its own; scores and intervals take
 * seconds in which a server must answer others. It goes on where its folder ends.
 */
import { messages } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { evaluate } from '@lumenloom/evaluation';
import { findDevice, type DeviceChoice } from '@lumenloom/node-host';
import { computeWork, sendProgress, type Turn } from '../folder-work/work-process.ts';
import { withNames } from './evaluation-files.ts';
import { planStored, type StoredEvaluation } from './plan-stored.ts';

/** What the process is to compute. */
export interface EvaluationTask extends StoredEvaluation {
  readonly folder: string;
  /** Pictures at the same time. */
  readonly jobs: number;
  readonly device: DeviceChoice;
  /** MAX_RUN_SECONDS. */
  readonly maximumSeconds: number;
  /** Whether the folder has our bits, whichever version began it. */
  readonly hasOurBits?: boolean;
}

async function compute(task: EvaluationTask, turn: Turn): Promise<string | undefined> {
  const { document, files, folder, jobs, maximumSeconds, hasOurBits = false } = task;
  const planned = await planStored({ document, files });
  if (!planned.ok) return planned.problems[0]!.message;
  const device = await findDevice(task.device, () => undefined);
  // Results and report have the document of the account, without paths of this machine.
  const results = await evaluate(
    {
      ...{ ...planned.value, document, names: files.names, maximumSeconds },
      ...(device && { device: device.name }),
    },
    {
      ...{ folder, jobs, resume: hasOurBits ? 'of our bits' : true, say: () => undefined },
      signal: new AbortController().signal,
      pause: turn.over,
      progressOf: (left) => {
        let done = 0;
        sendProgress(left, done);
        return () => {
          done += 1;
          sendProgress(left, done);
          turn.step();
        };
      },
    },
  );
  return results && '';
}

computeWork(compute, ({ files }: EvaluationTask, error) => {
  if (!(error instanceof SimulationError)) return undefined;
  // Only a folder that another version, or another device, began is refused.
  const message = error.field === 'out' ? messages.evaluationOfOtherPrograms : error.message;
  return withNames(message, files);
});

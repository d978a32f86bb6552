/**
 * A process that computes one evaluation, with threads of its own; scores and intervals take
 * seconds in which a server must answer others. It goes on where its folder ends.
 */
import { messages } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { evaluate } from '@lumenloom/evaluation';
import { computeWork, sendProgress } from '../folder-work/work-process.ts';
import { withNames } from './evaluation-files.ts';
import { planStored, type StoredEvaluation } from './plan-stored.ts';

/** What the process is to compute. */
export interface EvaluationTask extends StoredEvaluation {
  readonly folder: string;
  /** Pictures at the same time. */
  readonly jobs: number;
}

async function compute({ document, files, folder, jobs }: EvaluationTask): Promise<string> {
  const planned = await planStored({ document, files });
  if (!planned.ok) return planned.problems[0]!.message;
  // Results and report have the document of the account, without paths of this machine.
  await evaluate(
    { ...planned.value, document, names: files.names },
    {
      ...{ folder, jobs, resume: true, say: () => undefined },
      signal: new AbortController().signal,
      progressOf: (left) => {
        let done = 0;
        sendProgress(left, done);
        return () => {
          done += 1;
          sendProgress(left, done);
        };
      },
    },
  );
  return '';
}

computeWork(compute, ({ files }: EvaluationTask, error) => {
  if (!(error instanceof SimulationError)) return undefined;
  // Only a folder that another version began is refused.
  const message = error.field === 'out' ? messages.evaluationOfOtherPrograms : error.message;
  return withNames(message, files);
});

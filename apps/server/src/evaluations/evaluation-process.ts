/**
 * A process that computes one evaluation, with low priority and threads of its own; scores and
 * intervals take seconds in which the server must answer others. It ends with the server, and goes
 * on where its folder ends.
 */
import { setPriority } from 'node:os';
import { SimulationError } from '@lumenloom/engine';
import { evaluate } from '@lumenloom/evaluation';
import { planStored, type StoredEvaluation } from './plan-stored.ts';

/** Below everything that people wait for. */
const PRIORITY = 10;

/** What the process is to compute. */
export interface EvaluationTask extends StoredEvaluation {
  readonly folder: string;
  /** Pictures at the same time. */
  readonly jobs: number;
}

/** How many of the pictures that were left have ended; or how it has ended itself, '' for well. */
export type EvaluationMessage =
  { readonly left: number; readonly done: number } | { readonly end: string };

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
        process.send!({ left, done: 0 } satisfies EvaluationMessage);
        return () => {
          done += 1;
          process.send!({ left, done } satisfies EvaluationMessage);
        };
      },
    },
  );
  return '';
}

process.once('message', (task: EvaluationTask) => {
  setPriority(PRIORITY);
  compute(task)
    .catch((error: unknown) => {
      if (!(error instanceof SimulationError)) throw error;
      const { dataset, network, names } = task.files;
      return error.message
        .replaceAll(dataset, task.document.dataset)
        .replaceAll(network, names.network);
    })
    .then(
      (end) =>
        process.send!({ end } satisfies EvaluationMessage, undefined, undefined, () =>
          process.exit(),
        ),
      () => process.exit(1),
    );
});
process.on('disconnect', () => process.exit());

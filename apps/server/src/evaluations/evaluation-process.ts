/**
 * A process that computes one evaluation, with low priority and threads of its own; scores and
 * intervals take seconds in which a server must answer others. It ends with the server or worker
 * that started it, and goes on where its folder ends.
 */
import { setPriority } from 'node:os';
import { messages } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { evaluate } from '@lumenloom/evaluation';
import { isStorageUnavailable } from '../database/database-error.ts';
import { planStored, type StoredEvaluation } from './plan-stored.ts';

/** Below everything that people wait for. */
const PRIORITY = 10;

/** What the process is to compute. */
export interface EvaluationTask extends StoredEvaluation {
  readonly folder: string;
  /** Pictures at the same time. */
  readonly jobs: number;
}

/**
 * How many of the pictures that were left have ended; how it has ended itself, '' for well; or that
 * the disk refused something, which may pass.
 */
export type EvaluationMessage =
  | { readonly left: number; readonly done: number }
  | { readonly end: string }
  | { readonly refused: string };

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
    .then(
      (end): EvaluationMessage => ({ end }),
      (error: unknown) => failure(task, error),
    )
    .then(
      (last) => process.send!(last, undefined, undefined, () => process.exit()),
      () => process.exit(1),
    );
});

/** What an error means. @throws the error where it is a bug. */
function failure({ document, files }: EvaluationTask, error: unknown): EvaluationMessage {
  if (error instanceof SimulationError) {
    const { dataset, network, names } = files;
    // Only a folder that another version began is refused.
    const message = error.field === 'out' ? messages.evaluationOfOtherPrograms : error.message;
    return {
      end: message.replaceAll(dataset, document.dataset).replaceAll(network, names.network),
    };
  }
  if (isStorageUnavailable(error)) return { refused: String(error) };
  throw error;
}

process.on('disconnect', () => process.exit());

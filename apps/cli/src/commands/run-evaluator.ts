import { dirname, resolve } from 'node:path';
import type { StudyDocument, SweepDocument } from '@lumenloom/contract';
import type { RunEvaluator } from '@lumenloom/evaluation';
import type { ComputeServer } from '@lumenloom/sweep';
import { accept } from '../arguments.ts';
import type { Say } from './sweep-progress.ts';

/** The folder of a document, in which names of files are looked for. */
export const folderOf = (file: string): string =>
  file === '-' ? process.cwd() : dirname(resolve(file));

/**
 * What gives the runs of a sweep or study their figures of a data set; undefined where none is
 * named.
 *
 * @param file of the document.
 * @param how `jobs` pictures at the same time; `signal` stops them; `device` the GPU that computes;
 * `say` takes what is said of the data set.
 */
export async function evaluatorOf(
  { evaluate }: Pick<SweepDocument | StudyDocument, 'evaluate'>,
  file: string,
  how: {
    readonly jobs: number;
    readonly signal: AbortSignal;
    readonly device: string | undefined;
    readonly say: Say;
  },
): Promise<RunEvaluator | undefined> {
  if (!evaluate) return undefined;
  const { openRunEvaluator } = await import('@lumenloom/evaluation');
  const evaluator = accept(await openRunEvaluator(evaluate, folderOf(file), how));
  for (const note of evaluator.notes) how.say(`Note: ${note}`);
  return evaluator;
}

/**
 * A sweep or study with the names that its data set and its network have on a server, which gets
 * them.
 *
 * @param file of the document.
 */
export async function forServer<Document extends SweepDocument | StudyDocument>(
  document: Document,
  file: string,
  server: ComputeServer,
  say: Say,
): Promise<Document> {
  const { evaluate } = document;
  if (!evaluate) return document;
  const { runEvaluationForServer } = await import('@lumenloom/evaluation');
  return {
    ...document,
    evaluate: accept(await runEvaluationForServer(server, evaluate, folderOf(file), say)),
  };
}

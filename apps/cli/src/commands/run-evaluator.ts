import { dirname, resolve } from 'node:path';
import type { StudyDocument, SweepDocument } from '@lumenloom/contract';
import type { RunEvaluator } from '@lumenloom/evaluation';
import { accept } from '../arguments.ts';

/** The folder of a document, in which names of files are looked for. */
export const folderOf = (file: string): string =>
  file === '-' ? process.cwd() : dirname(resolve(file));

/**
 * What gives the runs of a sweep or study their figures of a data set; undefined where none is
 * named.
 *
 * @param file of the document.
 * @param how `jobs` pictures at the same time; `signal` stops them.
 */
export async function evaluatorOf(
  { evaluate }: Pick<SweepDocument | StudyDocument, 'evaluate'>,
  file: string,
  how: { readonly jobs: number; readonly signal: AbortSignal },
): Promise<RunEvaluator | undefined> {
  if (!evaluate) return undefined;
  const { openRunEvaluator } = await import('@lumenloom/evaluation');
  return accept(await openRunEvaluator(evaluate, folderOf(file), how));
}

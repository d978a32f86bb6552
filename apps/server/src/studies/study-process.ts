/**
 * A process that computes one study, with threads of its own: the search, the validation of the
 * best and the report. It goes on where its folder ends.
 */
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import {
  openStudy,
  planStudy,
  runStudy,
  runsOf,
  seedOf,
  type StudyOptions,
} from '@lumenloom/sweep';
import { computeWork, sendProgress } from '../folder-work/work-process.ts';
import { STREAM, type StoredStudy } from './own-study.ts';

/** What the process is to compute. */
export interface StudyTask extends StoredStudy {
  readonly folder: string;
  /** Runs at the same time. */
  readonly jobs: number;
  readonly models: StudyOptions['models'];
}

async function compute({ content, own, folder, jobs, models }: StudyTask): Promise<string> {
  const read = await planStudy(content, own);
  if (!read.ok) return read.problems[0]!.message;
  const planned = read.value;
  const { document } = planned.study;
  const study = await openStudy(folder, planned, true, own);
  const stream = join(folder, STREAM);
  // Runs that were computed before are taken again, and would be written with the same bytes.
  let written = await wholeLines(stream);
  let writing = Promise.resolve();
  if (written > 0) sendProgress(document.budget.runs, written);
  const result = await runStudy(planned, {
    ...{ jobs, models, folder, before: study.before, keep: study.add, now: Date.now },
    signal: new AbortController().signal,
    progress: (ended, search) => {
      if (ended <= written) return;
      const runs = runsOf(search, seedOf(document), written);
      written = ended;
      const lines = runs.map((run) => `${JSON.stringify(run)}\n`).join('');
      writing = writing.then(async () => {
        await appendFile(stream, lines);
        // Only now, so that clients find every run of which they are told.
        sendProgress(document.budget.runs, ended);
      });
    },
  });
  await writing;
  await study.finish(result);
  return result.search.stopped?.reason === 'failed' ? result.stopped : '';
}

/** How many whole lines a file has; cuts off what a process that was killed has left of another. */
async function wholeLines(path: string): Promise<number> {
  const text = await readFile(path).catch(() => undefined);
  if (!text) return 0;
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) await truncate(path, end);
  return text.subarray(0, end).filter((byte) => byte === NEW_LINE).length;
}

const NEW_LINE = 10;

computeWork(compute, (_: StudyTask, error) => {
  if (!(error instanceof SimulationError)) return undefined;
  // Only a folder that another version began is refused.
  return error.field === 'out' ? messages.studyOfOtherPrograms : error.message;
});

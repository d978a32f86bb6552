/**
 * A process that computes one study, with threads of its own: the search, the validation of the
 * best and the report. It goes on where its folder ends.
 */
import { appendFile, rm } from 'node:fs/promises';
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
  // Runs that were computed before are taken again, with the same bytes.
  await rm(stream, { force: true });
  let writing = Promise.resolve();
  let written = 0;
  const result = await runStudy(planned, {
    ...{ jobs, models, folder, before: study.before, keep: study.add, now: Date.now },
    signal: new AbortController().signal,
    progress: (ended, search) => {
      if (ended === written) return;
      const runs = runsOf(search, seedOf(document), written);
      written = ended;
      const lines = runs.map((run) => `${JSON.stringify(run)}\n`).join('');
      writing = writing.then(() => appendFile(stream, lines));
      sendProgress(document.budget.runs, ended);
    },
  });
  await writing;
  await study.finish(result);
  return result.search.stopped?.reason === 'failed' ? result.stopped : '';
}

computeWork(compute, (_: StudyTask, error) => {
  if (!(error instanceof SimulationError)) return undefined;
  // Only a folder that another version began is refused.
  return error.field === 'out' ? messages.studyOfOtherPrograms : error.message;
});

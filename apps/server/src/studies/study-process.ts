/**
 * A process that computes one study, with threads of its own: the search, the validation of the
 * best and the report. It goes on where its folder ends.
 */
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import { SimulationError, type DeviceFacts } from '@lumenloom/engine';
import { openRunEvaluator, type RunEvaluator } from '@lumenloom/evaluation';
import { findDevice, type DeviceChoice } from '@lumenloom/node-host';
import {
  openStudy,
  planStudy,
  runStudy,
  runsOf,
  seedOf,
  type PlannedStudy,
  type StudyOptions,
} from '@lumenloom/sweep';
import { withFiles, withNames } from '../evaluations/evaluation-files.ts';
import { computeWork, sendProgress } from '../folder-work/work-process.ts';
import type { OwnDocument } from '../sweeps/own-document.ts';
import { STREAM } from './own-study.ts';

/** What the process is to compute. */
export interface StudyTask extends OwnDocument {
  readonly folder: string;
  /** Runs at the same time. */
  readonly jobs: number;
  readonly models: StudyOptions['models'];
  readonly device: DeviceChoice;
  /** Whether the folder has our bits, whichever version began it. */
  readonly hasOurBits?: boolean;
}

async function compute(task: StudyTask): Promise<string> {
  const { content, own, jobs, files } = task;
  const device = await findDevice(task.device, () => undefined);
  const read = await planStudy(content, own);
  if (!read.ok) return read.problems[0]!.message;
  const { evaluate } = read.value.study.document;
  if (!evaluate || !files) return search(task, read.value, device);
  const { signal } = new AbortController();
  const how = { jobs, signal, own: files.parts, device: device?.name };
  const opened = await openRunEvaluator(withFiles(evaluate, files), '/', how);
  if (!opened.ok) return withNames(opened.problems[0]!.message, files);
  try {
    return await search(task, read.value, device, opened.value);
  } finally {
    await opened.value.end();
  }
}

/** @param evaluator computes pictures of a data set side by side instead of runs. */
async function search(
  { own, folder, jobs, models, hasOurBits = false }: StudyTask,
  planned: PlannedStudy,
  device: DeviceFacts | undefined,
  evaluator?: RunEvaluator,
): Promise<string> {
  const { document } = planned.study;
  const study = await openStudy(folder, planned, hasOurBits ? 'of our bits' : true, own, device);
  const stream = join(folder, STREAM);
  // Runs that were computed before are taken again, and would be written with the same bytes.
  let written = await wholeLines(stream);
  let writing = Promise.resolve();
  if (written > 0) sendProgress(document.budget.runs, written);
  const result = await runStudy(planned, {
    ...{ jobs: evaluator ? 1 : jobs, models, folder, before: study.before, keep: study.add },
    device: device ? 'webgpu' : 'cpu',
    ...(evaluator && { evaluate: evaluator.figuresOf }),
    now: Date.now,
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

computeWork(compute, ({ files }: StudyTask, error) => {
  if (!(error instanceof SimulationError)) return undefined;
  // Only a folder that another version, or another device, began is refused.
  if (error.field === 'out') return messages.studyOfOtherPrograms;
  return files ? withNames(error.message, files) : error.message;
});

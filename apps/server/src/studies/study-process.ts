/**
 * A process that computes one study, with threads of its own: the search, the validation of the
 * best and the report. It goes on where its folder ends.
 */
import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
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
import { computeWork, sendProgress, type Turn } from '../folder-work/work-process.ts';
import type { OwnDocument } from '../sweeps/own-document.ts';
import { NEW_LINE, STREAM } from './study-stream.ts';

/** What the process is to compute. */
export interface StudyTask extends OwnDocument {
  readonly folder: string;
  /** Runs at the same time. */
  readonly jobs: number;
  readonly models: StudyOptions['models'];
  readonly device: DeviceChoice;
  /** MAX_RUN_SECONDS. */
  readonly maximumSeconds: number;
  /** Whether the folder has our bits, whichever version began it. */
  readonly hasOurBits?: boolean;
}

async function compute(task: StudyTask, turn: Turn): Promise<string | undefined> {
  const { content, own, jobs, files, maximumSeconds } = task;
  const device = await findDevice(task.device, () => undefined);
  const read = await planStudy(content, own);
  if (!read.ok) return read.problems[0]!.message;
  const { evaluate } = read.value.study.document;
  if (!evaluate || !files) return search(task, turn, read.value, device);
  const { signal } = new AbortController();
  const how = { jobs, signal, own: files.parts, device: device?.name, maximumSeconds };
  const opened = await openRunEvaluator(withFiles(evaluate, files), '/', how);
  if (!opened.ok) return withNames(opened.problems[0]!.message, files);
  try {
    return await search(task, turn, read.value, device, opened.value);
  } finally {
    await opened.value.end();
  }
}

/** File of the milliseconds that earlier turns have used. */
const USED = 'used-milliseconds.txt';

/** @param evaluator computes pictures of a data set side by side instead of runs. */
async function search(
  { own, folder, jobs, models, maximumSeconds, hasOurBits = false }: StudyTask,
  turn: Turn,
  planned: PlannedStudy,
  device: DeviceFacts | undefined,
  evaluator?: RunEvaluator,
): Promise<string | undefined> {
  const { document } = planned.study;
  const study = await openStudy(folder, planned, hasOurBits ? 'of our bits' : true, own, device);
  const stream = join(folder, STREAM);
  const used = join(folder, USED);
  const usedMs = Number(await readFile(used, 'utf8').catch(() => '')) || 0;
  const began = Date.now();
  // Runs that were computed before are taken again, and would be written with the same bytes.
  let written = await wholeLines(stream);
  let writing = Promise.resolve();
  if (written > 0) sendProgress(document.budget.runs, written);
  const result = await runStudy(planned, {
    ...{ jobs: evaluator ? 1 : jobs, models, folder, before: study.before, usedMs, maximumSeconds },
    keep: async (...lines) => {
      await study.add(...lines);
      turn.step();
    },
    device: device ? 'webgpu' : 'cpu',
    ...(evaluator && { evaluate: evaluator.figuresOf }),
    now: Date.now,
    signal: turn.over,
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
  if (result.isInterrupted) {
    await writeFile(used, String(usedMs + Date.now() - began));
    return undefined;
  }
  await study.finish(result);
  await rm(used, { force: true });
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

computeWork(compute, ({ files }: StudyTask, error) => {
  if (!(error instanceof SimulationError)) return undefined;
  // Only a folder that another version, or another device, began is refused.
  if (error.field === 'out') return messages.studyOfOtherPrograms;
  return files ? withNames(error.message, files) : error.message;
});

/**
 * A process that computes one study, choice or yield: what is to be computed next, and the report.
 * It goes on where its folder ends.
 */
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import { SimulationError, type DeviceFacts } from '@lumenloom/engine';
import {
  failed,
  openStudy,
  planStudy,
  runStudy,
  runsOf,
  seedOf,
  type ComputedPoint,
  type PointsElsewhere,
} from '@lumenloom/experiment';
import {
  MOST_ASKED,
  computeWork,
  sendProgress,
  type ConductorTask,
  type Turn,
} from './work-process.ts';
import type { OwnDocument } from './own-document.ts';
import { conductGoal, type GoalTask } from './goal-works.ts';
import { linesOfStream, STREAM } from './study-stream.ts';

/** What the process is to compute. */
export type StudyTask = ConductorTask & OwnDocument;

/** Has the points of a study computed in turns with the runs of others. */
const elsewhere = ({ ask, withdraw }: Turn): PointsElsewhere => ({
  most: MOST_ASKED,
  withdraw,
  compute: async (order) => {
    const { kind, run, repeat = 0 } = order;
    const answer = await ask({ key: `${kind}-${run}-${repeat}`, task: order, runs: 1 });
    if ('value' in answer) return answer.value as ComputedPoint;
    if (!answer.isOfPart) throw new SimulationError('bad-parameter', answer.message);
    return { outcome: failed(answer.message), computed: {}, computingMs: 0 };
  },
});

/** File of the milliseconds that earlier turns have used. */
const USED = 'used-milliseconds.txt';

async function search(
  task: StudyTask,
  turn: Turn,
  device: DeviceFacts | undefined,
): Promise<string | undefined> {
  const { content, own, named, folder, jobs, models, maximumSeconds, hasOurBits = false } = task;
  const read = await planStudy(content, own, { named });
  if (!read.ok) return read.problems[0]!.message;
  const planned = read.value;
  const { document } = planned.study;
  const study = await openStudy(folder, planned, hasOurBits ? 'of our bits' : true, own, device);
  const stream = join(folder, STREAM);
  const used = join(folder, USED);
  const usedMs = Number(await readFile(used, 'utf8').catch(() => '')) || 0;
  const began = Date.now();
  // Runs that were computed before are taken again, and would be written with the same bytes.
  let written = await linesOfStream(stream);
  let writing = Promise.resolve();
  if (written > 0) sendProgress(document.budget.runs, written);
  const result = await runStudy(planned, {
    jobs,
    elsewhere: elsewhere(turn),
    models,
    folder,
    before: study.before,
    usedMs,
    maximumSeconds,
    keep: async (...lines) => {
      await study.add(...lines);
      turn.step();
    },
    device: device ? 'webgpu' : 'cpu',
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

computeWork(messages.studyOfOtherPrograms, (task: StudyTask | GoalTask, turn, device) =>
  'kind' in task ? conductGoal(task, turn, device) : search(task, turn, device),
);

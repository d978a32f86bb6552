/**
 * A process that makes one report of a lab: it has the sections read, each a part of its own, and
 * writes the pages. It goes on where its folder ends.
 */
import { messages, type ReportDocument } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import {
  openReportFolder,
  planReport,
  reportOf,
  reportPartsOf,
  type OwnCamera,
  type ReadPart,
  type ReportPart,
} from '@lumenloom/experiment/lab';
import { endTogether } from '@lumenloom/node-host';
import { computeWork, sendProgress, type ConductorTask, type Turn } from './work-process.ts';

/** A document with its recipes as they can be planned. */
export interface OwnReport {
  readonly document: ReportDocument;
  readonly cameras: readonly OwnCamera[];
}

/** What the process is to compute. */
export type ReportTask = ConductorTask & OwnReport;

async function compute(task: ReportTask, turn: Turn): Promise<string | undefined> {
  const planned = planReport(task.document, task.cameras);
  if (!planned.ok) return planned.problems[0]!.message;
  const { cameras, settings } = planned.value;
  const folder = await openReportFolder(task.folder);
  const parts = reportPartsOf(cameras.length, settings);
  const read = await Promise.all(parts.map(folder.before));
  const left = runsOf(parts.filter((_, at) => !read[at]));
  let done = 0;
  sendProgress(left, done);
  turn.over.addEventListener('abort', turn.withdraw, { once: true });
  await endTogether(
    parts.map(async (part, at) => {
      if (read[at]) return;
      const found = await readElsewhere(part, turn);
      if (!found) return;
      await folder.keep(part, found);
      read[at] = found;
      done += part.runs;
      sendProgress(left, done);
      turn.step();
    }),
    turn.withdraw,
  );
  const all = read.filter((one) => one !== undefined);
  if (all.length < parts.length) return undefined;
  await folder.finish(reportOf(cameras, settings, all));
  return '';
}

const runsOf = (parts: readonly ReportPart[]): number =>
  parts.reduce((sum, { runs }) => sum + runs, 0);

/** Has a part read in turns with the runs of others; undefined where it was given up. */
async function readElsewhere(part: ReportPart, turn: Turn): Promise<ReadPart | undefined> {
  try {
    const key = `${part.camera}-${part.section}`;
    const answer = await turn.ask({ key, task: part, runs: part.runs });
    if ('value' in answer) return answer.value as ReadPart;
    throw new SimulationError('bad-parameter', answer.message);
  } catch (error) {
    if (error instanceof SimulationError && error.code === 'cancelled') return undefined;
    throw error;
  }
}

computeWork(messages.reportOfOtherPrograms, compute);

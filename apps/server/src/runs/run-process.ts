/**
 * A process that computes runs of one experiment, with threads of its own: points of a study,
 * pictures of an evaluation, figures of a data set for runs of a sweep. It ends with the server or
 * worker that started it.
 */
import { setPriority } from 'node:os';
import { messages, type SweepEvaluation } from '@lumenloom/contract';
import { SimulationError, type DeviceFacts } from '@lumenloom/engine';
import { openPoints, planStudy, replanSweep, type PointOrder } from '@lumenloom/experiment';
import {
  openPictures,
  openRunEvaluator,
  type PictureOrder,
  type RunEvaluator,
} from '@lumenloom/experiment/dataset';
import { planReport, readPart, type ReportPart } from '@lumenloom/experiment/lab';
import { findDevice, nodeHost } from '@lumenloom/node-host';
import { sourceOf, withFiles, withNames } from './evaluation-files.ts';
import type { EvaluationTask } from './evaluation-process.ts';
import { openGoal, type GoalTask } from './goal-works.ts';
import { evaluationOf } from './plan-stored.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import { PRIORITY, watchWork } from './work-process.ts';
import type { SweepTask } from './own-document.ts';
import type { ReportTask } from './report-process.ts';
import type { StudyTask } from './study-process.ts';
import type { RunAnswer, RunReply, RunRequest, RunsOf } from './run-order.ts';

/** What the process is sent first; requests follow. */
type RunsTask = RunsOf &
  (
    | ({ readonly goal: 'sweeps' } & SweepTask)
    | ({ readonly goal: 'studies' } & (StudyTask | GoalTask))
    | ({ readonly goal: 'evaluations' } & EvaluationTask)
    | ({ readonly goal: 'reports' } & ReportTask)
  );

/** Computes what a request asks for. @throws SimulationError for the account. */
type Compute = (task: unknown) => Promise<unknown>;

interface Opened {
  readonly compute: Compute;
  /** Pictures of a data set are computed side by side instead of runs. */
  readonly isOneByOne?: boolean;
}

const refused = (message: string): Opened => ({
  compute: async () => {
    throw new SimulationError('bad-parameter', message);
  },
});

async function open(task: RunsTask): Promise<Opened> {
  if (task.goal === 'reports') return openReportParts(task);
  const device = await findDevice(task.device, () => undefined);
  if (task.goal === 'studies')
    return 'kind' in task ? openGoalParts(task, device) : openStudyRuns(task, device);
  if (task.goal === 'evaluations') {
    const planned = await evaluationOf(task, device);
    if (!planned.ok) return refused(planned.problems[0]!.message);
    const { evaluate } = openPictures(planned.value, task.jobs);
    return { compute: (order) => evaluate(order as PictureOrder) };
  }
  const { document, own, named, files } = task;
  const { runAt } = await replanSweep(document, own, { named });
  const evaluator = await evaluatorOf(document.evaluate!, { ...task, files }, device);
  if (typeof evaluator === 'string') return refused(evaluator);
  return {
    isOneByOne: true,
    compute: async (run) => {
      const { figures, floor } = await evaluator.figuresOf(runAt(run as number));
      return { figures, ...(floor !== undefined && { floor }) };
    },
  };
}

async function openStudyRuns(task: StudyTask, device: DeviceFacts | undefined): Promise<Opened> {
  const { content, own, named, jobs, files, folder, models, maximumSeconds } = task;
  const read = await planStudy(content, own, { named });
  if (!read.ok) return refused(read.problems[0]!.message);
  const { evaluate } = read.value.study.document;
  const evaluator =
    evaluate && files ? await evaluatorOf(evaluate, { ...task, files }, device) : undefined;
  if (typeof evaluator === 'string') return refused(evaluator);
  const { compute } = openPoints(read.value, {
    folder,
    models,
    maximumSeconds,
    jobs: evaluator ? 1 : jobs,
    device: device ? 'webgpu' : 'cpu',
    ...(evaluator && { evaluate: evaluator.figuresOf }),
  });
  return {
    isOneByOne: evaluator !== undefined,
    compute: (order) => compute(order as PointOrder),
  };
}

/** Pictures of a race, or cameras of a yield. */
async function openGoalParts(task: GoalTask, device: DeviceFacts | undefined): Promise<Opened> {
  const { evaluate } = task.content as { readonly evaluate?: SweepEvaluation };
  const { files } = task;
  const evaluator =
    task.kind === 'yield' && evaluate && files
      ? await evaluatorOf(evaluate, { ...task, files }, device)
      : undefined;
  if (typeof evaluator === 'string') return refused(evaluator);
  const opened = await openGoal(task, device, evaluator?.figuresOf);
  return typeof opened === 'string' ? refused(opened) : opened;
}

/** Results of stages that readings of one chart share. */
const MEMORY_BYTES = 256 * 2 ** 20;
/** Of setTimeout. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Sections of a report, on the processor as `lumenloom report` reads them. */
function openReportParts({ document, cameras: own, jobs, maximumSeconds }: ReportTask): Opened {
  const planned = planReport(document, own);
  if (!planned.ok) return refused(planned.problems[0]!.message);
  const { cameras, settings } = planned.value;
  const host = nodeHost(jobs, undefined, MEMORY_BYTES);
  return {
    isOneByOne: true,
    compute: async (task) => {
      const part = task as ReportPart;
      const reading = readPart({ ...cameras[part.camera]!, host }, settings, part, () => undefined);
      return withinSeconds(maximumSeconds * part.runs, reading);
    },
  };
}

/** What the work gives. @throws SimulationError where it takes longer; its process then ends. */
async function withinSeconds<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    if (1000 * seconds <= LONGEST_TIMER_MS)
      timer = setTimeout(() => {
        reject(new SimulationError('bad-parameter', messages.runOutOfTime(seconds)));
      }, 1000 * seconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What gives figures of a data set, or the sentence why there is nothing. */
async function evaluatorOf(
  evaluate: Parameters<typeof openRunEvaluator>[0],
  task: Pick<SweepTask, 'files' | 'jobs' | 'maximumSeconds'>,
  device: DeviceFacts | undefined,
): Promise<RunEvaluator | string> {
  const { files, jobs, maximumSeconds } = task;
  const { signal } = new AbortController();
  const how = { jobs, signal, ...sourceOf(files), device: device?.name, maximumSeconds };
  const opened = await openRunEvaluator(withFiles(evaluate, files), '/', how);
  return opened.ok ? opened.value : withNames(opened.problems[0]!.message, files);
}

process.once('message', (task: RunsTask) => {
  setPriority(PRIORITY);
  const opened = watchWork().then(() =>
    open(task).catch((error: unknown) => {
      if (error instanceof SimulationError) return refused(error.message);
      throw error;
    }),
  );
  const answerTo = async (request: unknown): Promise<RunAnswer> => {
    const { compute } = await opened;
    try {
      return { value: await compute(request) };
    } catch (error) {
      if (isStorageUnavailable(error)) return { refused: String(error) };
      if (!(error instanceof SimulationError)) throw error;
      return { message: task.files ? withNames(error.message, task.files) : error.message };
    }
  };
  let last: Promise<unknown> = opened;
  process.on('message', ({ id, task: request }: RunRequest) => {
    const before = last;
    const answered = opened.then(async ({ isOneByOne }) => {
      if (isOneByOne) await before;
      process.send!({ id, answer: await answerTo(request) } satisfies RunReply);
    });
    last = answered;
    answered.catch(() => process.exit(1));
  });
});

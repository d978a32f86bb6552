import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChoiceLook, GoalOfStudies, YieldCameraLine } from '@lumenloom/contract';
import { SimulationError, type DeviceFacts } from '@lumenloom/engine';
import {
  computeYield,
  openYield,
  openYieldRuns,
  yieldRuns,
  type Evaluate,
  type YieldLine,
  type YieldOrder,
} from '@lumenloom/experiment';
import {
  chooseCamera,
  openRaceRuns,
  runsOfChoice,
  type RaceElsewhere,
  type RaceOrder,
} from '@lumenloom/experiment/choice';
import type { OwnGoal } from './own-goal.ts';
import { plannedChoice, plannedYield } from './plan-goal.ts';
import { linesOfStream, STREAM } from './study-stream.ts';
import { MOST_ASKED, sendProgress, type ConductorTask, type Turn } from './work-process.ts';

/** A choice or a yield that a process is to compute. */
export type GoalTask = ConductorTask & OwnGoal;

/** What computes the parts that a conductor asks for. */
interface Parts {
  readonly compute: (order: unknown) => Promise<unknown>;
  readonly isOneByOne?: boolean;
}

/** How a goal of studies is computed. */
interface GoalWork<Task> {
  /** As `compute` of `computeWork`. */
  readonly conduct: (
    task: Task,
    turn: Turn,
    device: DeviceFacts | undefined,
  ) => Promise<string | undefined>;
  /** @returns what computes its parts, or the sentence why there is nothing. */
  readonly open: (
    task: Task,
    device: DeviceFacts | undefined,
    evaluate: Evaluate | undefined,
  ) => Promise<Parts | string>;
}

type TaskOf<Kind extends GoalOfStudies> = Extract<GoalTask, { readonly kind: Kind }>;

/** Has parts computed in turns with the runs of others. */
const elsewhere = <Order, Answer>(
  { ask, withdraw }: Turn,
  runsOf: (order: Order) => number,
): {
  readonly most: number;
  readonly withdraw: () => void;
  readonly compute: (order: Order) => Promise<Answer>;
} => ({
  most: MOST_ASKED,
  withdraw,
  compute: async (order) => {
    const key = createHash('sha256').update(JSON.stringify(order)).digest('hex');
    const answer = await ask({ key: `part-${key}`, task: order, runs: runsOf(order) });
    if ('value' in answer) return answer.value as Answer;
    throw new SimulationError('bad-parameter', answer.message);
  },
});

/** Lines that clients follow; those that earlier turns have written are not written again. */
async function openStream(folder: string) {
  const path = join(folder, STREAM);
  const written = await linesOfStream(path);
  let count = 0;
  let writing = Promise.resolve();
  return {
    add: (line: object): void => {
      count += 1;
      if (count <= written) return;
      writing = writing.then(() => appendFile(path, `${JSON.stringify(line)}\n`));
    },
    written: (): Promise<void> => writing,
  };
}

const choose: GoalWork<TaskOf<'choose'>> = {
  conduct: async (task, turn, device) => {
    const { folder, jobs, maximumSeconds, hasOurBits = false, pictures } = task;
    const planned = await plannedChoice(task);
    if (!planned.ok) return planned.problems[0]!.message;
    const stream = await openStream(folder);
    const most = runsOfChoice(planned.value, pictures).runs;
    let done = 0;
    const ended = await chooseCamera(planned.value, {
      ...{ folder, jobs, device, maximumSeconds },
      resume: hasOurBits ? 'of our bits' : true,
      signal: new AbortController().signal,
      pause: turn.over,
      elsewhere: elsewhere<RaceOrder, Awaited<ReturnType<RaceElsewhere['compute']>>>(
        turn,
        ({ cameras, images }) => cameras.length * images.length,
      ),
      say: () => undefined,
      before: (count) => {
        done = count;
        sendProgress(most, done);
      },
      look: ({ look, pictures, leader, eliminated }, names, standing) => {
        stream.add({
          ...{ run: look, status: 'done', message: '', pictures },
          leader: names[leader]!,
          eliminated: eliminated.map(({ candidate, by, difference }) => ({
            name: names[candidate]!,
            by: names[by]!,
            difference,
          })),
          standing: [...standing()],
        } satisfies ChoiceLook);
      },
      progressOf: () => () => {
        done += 1;
        sendProgress(most, done);
        turn.step();
      },
    });
    await stream.written();
    if (!ended.ok) return ended.problems[0]!.message;
    return ended.value && '';
  },
  open: async (task, device) => {
    const { jobs, maximumSeconds } = task;
    const planned = await plannedChoice(task);
    if (!planned.ok) return planned.problems[0]!.message;
    const how = { jobs, maximumSeconds, device: device?.name };
    const opened = await openRaceRuns(planned.value, how);
    return opened.ok
      ? { compute: (order) => opened.value(order as RaceOrder) }
      : opened.problems[0]!.message;
  },
};

/** A camera as clients follow it. */
const cameraLine = ({ run, deviations, value, message }: YieldLine): YieldCameraLine => ({
  ...{ run, status: value === null ? 'failed' : 'done', message },
  ...{ deviations: [...deviations], value },
});

const yields: GoalWork<TaskOf<'yield'>> = {
  conduct: async (task, turn, device) => {
    const { content, own, hasOurBits = false } = task;
    const planned = await plannedYield(task);
    if (!planned.ok) return planned.problems[0]!.message;
    const resume = hasOurBits ? 'of our bits' : true;
    const about = { planned: planned.value, content };
    const folder = await openYield(task.folder, about, resume, own, device);
    const stream = await openStream(task.folder);
    for (const line of folder.before) stream.add(cameraLine(line));
    const most = yieldRuns(planned.value.document);
    let done = folder.before.length;
    sendProgress(most, done);
    const ended = await computeYield(planned.value, folder, {
      signal: turn.over,
      cameras: elsewhere<YieldOrder, readonly YieldLine[]>(turn, ({ runs }) => runs.length),
      ended: (line) => {
        stream.add(cameraLine(line));
        done += 1;
        sendProgress(most, done);
        turn.step();
      },
    });
    await stream.written();
    return ended && '';
  },
  open: async (task, device, evaluate) => {
    const { jobs, models, maximumSeconds, folder } = task;
    const planned = await plannedYield(task);
    if (!planned.ok) return planned.problems[0]!.message;
    const compute = openYieldRuns(planned.value, {
      ...{ jobs: evaluate ? 1 : jobs, models, maximumSeconds, folder },
      device: device ? 'webgpu' : 'cpu',
      ...(evaluate && { evaluate }),
    });
    return { isOneByOne: evaluate !== undefined, compute: (order) => compute(order as YieldOrder) };
  },
};

/** How a choice or a yield is conducted, and how its parts are computed. */
export const conductGoal: GoalWork<GoalTask>['conduct'] = (task, turn, device) =>
  task.kind === 'choose' ? choose.conduct(task, turn, device) : yields.conduct(task, turn, device);
export const openGoal: GoalWork<GoalTask>['open'] = (task, device, evaluate) =>
  task.kind === 'choose'
    ? choose.open(task, device, evaluate)
    : yields.open(task, device, evaluate);

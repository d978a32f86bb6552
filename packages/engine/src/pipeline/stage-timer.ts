import type { Host } from '../host.ts';
import { checkStopped, type LogTopic, type StageContext } from '../stage.ts';
import type { SimulationPlan } from './plan.ts';
import type { CacheUse, SimulationReport } from './report.ts';
import type { RunContext } from './run-context.ts';

/** Times of the stages relative to each other, for the progress bar. */
const EFFORT = { scene: 1, optics: 3, sensor: 3, isp: 10, algorithm: 20 } as const;
type StageName = keyof typeof EFFORT;

/** The topic of a stage's lines in the log, where the stage names no other. */
const TOPICS: Readonly<Record<StageName, LogTopic>> = {
  scene: 'Scene and light',
  optics: 'How it was computed',
  sensor: 'Sensor',
  isp: 'ISP',
  algorithm: 'Algorithm',
};

/** What a stage gets besides its input. */
export interface TimedStage extends StageContext {
  /** Is told that the result of the stage was found in memory. */
  recalled(fromMemory: CacheUse): void;
}

/** The stages of a plan, in order. */
export const stagesOf = ({ sensor, isp, algorithm }: SimulationPlan): StageName[] => [
  'scene',
  'optics',
  ...(sensor ? ['sensor' as const, ...(isp ? ['isp' as const] : [])] : []),
  ...(algorithm ? ['algorithm' as const] : []),
];

/**
 * Runs stages: measures their times, reports progress, which never decreases, and stops between
 * stages.
 */
export function stageTimer(names: readonly StageName[], host: Host, context: RunContext) {
  const effort = names.reduce((sum, name) => sum + EFFORT[name], 0);
  const timings: SimulationReport['stages'][number][] = [];
  let [done, furthest] = [0, 0];
  const progress = (share: number): void => {
    if (share <= furthest) return;
    furthest = share;
    context.progress(share);
  };
  const timed = async <Value>(
    name: StageName,
    work: (stage: TimedStage) => Promise<Value>,
  ): Promise<Value> => {
    checkStopped(context);
    const start = host.now();
    let fromMemory: CacheUse | undefined;
    const value = await work({
      stopped: () => context.stopped(),
      log: (line, topic = TOPICS[name], isWarning = false) => {
        context.log(line, topic, isWarning);
      },
      progress: (fraction) => {
        progress((done + fraction * EFFORT[name]) / effort);
      },
      recalled: (how) => {
        fromMemory = how;
      },
    });
    const ms = host.now() - start;
    timings.push({ name, ms, ...(fromMemory && { fromMemory }) });
    done += EFFORT[name];
    progress(done / effort);
    context.stage(name, ms, fromMemory);
    return value;
  };
  return { timings, timed };
}

/**
 * A context that two attempts share: the second repeats no line of the log and no stage, and its
 * progress goes on.
 */
export function repeatable(context: RunContext): RunContext {
  const known = new Set<string>();
  const once = (key: string, report: () => void): void => {
    if (!known.has(key)) report();
    known.add(key);
  };
  let furthest = 0;
  return {
    ...context,
    stopped: () => context.stopped(),
    log: (line, topic, isWarning) => {
      once(`${topic}: ${line}`, () => {
        context.log(line, topic, isWarning);
      });
    },
    stage: (name, ...figures) => {
      once(name, () => {
        context.stage(name, ...figures);
      });
    },
    progress: (share) => {
      if (share > furthest) context.progress(share);
      furthest = Math.max(furthest, share);
    },
  };
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEvent } from '@lumenloom/contract';
import {
  meterOnce,
  SimulationError,
  STAGE_ARRAYS,
  type SimulationPlan,
  type SimulationReport,
} from '@lumenloom/engine';
import { outcomeOf, type Evaluated, type PlannedRun, type RunOutcome } from '@lumenloom/experiment';
import type { RunPlan, RunWatch } from '../simulation/job-queue.ts';
import { refusedByDisk } from '../database/database-error.ts';
import type { StoredSweep } from './own-document.ts';
import { arrayKind, resultKey, type ResultStore } from '../results/result-store.ts';

const FAILURE = /^Simulation failed: /;

/** The result of a plan: its report, and its picture as PNG. */
interface Done {
  readonly report: SimulationReport;
  readonly png: Buffer | undefined;
}
/** The same, or why it gave nothing. */
type Computed = Done | { readonly message: string };

/** What is kept of a run besides its figures. */
interface Wanted {
  readonly wantsPicture: boolean;
  readonly wantsStages: boolean;
}

export interface ComputeParts {
  readonly store: ResultStore;
  /** Name of the GPU that computes all runs; absent: the processor. */
  readonly device?: string | undefined;
  readonly run: RunPlan;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** The outcome of a run. */
export interface ComputedRun {
  readonly outcome: RunOutcome;
  /** Key of its results; null for a failed run, which has none. */
  readonly key: string | null;
  /**
   * Stores them; to be done before the outcome is.
   * @throws what the result store throws: then the run must be computed again.
   */
  readonly keep: () => Promise<void>;
}

/** A run of a sweep that can be computed. */
export interface PreparedRun extends PlannedRun, Pick<StoredSweep, 'evaluator' | 'metered'> {
  readonly measure: readonly string[];
  readonly wanted: Wanted;
  readonly key: string;
  /** Its result, where it is stored already. */
  readonly known: Done | undefined;
}

/** Plans a run of a sweep and looks for its result. */
export async function prepareRun(
  { store, device }: ComputeParts,
  { document: { keep, measure }, runAt, evaluator, metered }: StoredSweep,
  run: number,
): Promise<PreparedRun> {
  const planned = runAt(run);
  const key = resultKey(planned.plan, device);
  const wanted = { wantsPicture: keep !== 'figures', wantsStages: keep === 'stages' };
  const known = await storedResult(store, key, wanted);
  return { ...planned, measure, wanted, key, known, metered, ...(evaluator && { evaluator }) };
}

/**
 * Computes a run unless its result is stored already.
 *
 * @returns undefined when it was stopped.
 */
export async function computeRun(
  parts: ComputeParts,
  { run, plan, measure, wanted, key, known, evaluator, metered }: PreparedRun,
  signal: AbortSignal,
): Promise<ComputedRun | undefined> {
  const held = known ? plan : await withExposure(parts, plan, metered, signal);
  const computed =
    known ??
    ('message' in held
      ? held
      : wanted.wantsStages
        ? await computeWithStages(parts, held, key, signal)
        : await compute(parts, held, { signal, ...wanted }));
  if (signal.aborted || !computed) return undefined;
  const evaluated =
    evaluator && 'report' in computed
      ? await evaluator.answerTo(run.run, signal)
      : { value: { figures: {} } };
  if (!evaluated) return undefined;
  if ('refused' in evaluated) throw refusedByDisk(evaluated.refused);
  const ended = 'message' in evaluated ? evaluated : computed;
  const isDone = 'report' in ended;
  return {
    outcome: outcomeOf(
      run,
      measure,
      ended,
      'value' in evaluated ? (evaluated.value as Pick<Evaluated, 'figures' | 'floor'>) : undefined,
      plan,
    ),
    key: isDone ? key : null,
    keep: async () => {
      if (isDone && !known) await keepResult(parts, key, ended);
    },
  };
}

/** A plan with the exposure that it holds, or why there is none. */
async function withExposure(
  parts: ComputeParts,
  plan: SimulationPlan,
  metered: StoredSweep['metered'],
  signal: AbortSignal,
): Promise<SimulationPlan | { readonly message: string }> {
  const meter = async (base: SimulationPlan): Promise<number> => {
    const watch = { signal, wantsPicture: false };
    const computed = await compute(parts, { ...base, algorithm: undefined }, watch);
    if (computed && 'report' in computed) return computed.report.sensor!.exposureSeconds;
    throw new SimulationError('bad-parameter', computed?.message ?? '');
  };
  try {
    return await meterOnce(meter, metered)(plan);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { message: error.message };
  }
}

/** What the store has of a plan. */
async function storedResult(
  store: ResultStore,
  key: string,
  { wantsPicture, wantsStages }: Wanted,
): Promise<Done | undefined> {
  const report = await store.read(key, 'json');
  const png = report && wantsPicture ? await store.read(key, 'png') : undefined;
  if (!report || (wantsPicture && !png)) return undefined;
  if (wantsStages && !(await store.read(key, 'stages'))) return undefined;
  return { report: JSON.parse(report.toString()) as SimulationReport, png };
}

/** Fields of a report that depend on the machine and its earlier runs, not on the plan. */
const OF_THE_MACHINE = new Set(
  'stages totalMs ms loadMs cameraMs idealMs tracedMilliseconds tables threads peakRssBytes'.split(
    ' ',
  ),
);

/** The part of a report that must be the same whoever computes the plan, as text. */
const bitsOf = (report: SimulationReport): string =>
  JSON.stringify(report, (name, value: unknown) => (OF_THE_MACHINE.has(name) ? undefined : value));

/**
 * Stores a result. One that is there already, from a worker that was taken for dead, is compared
 * with it and stays.
 */
async function keepResult(
  { store, warn }: ComputeParts,
  key: string,
  { report, png }: Done,
): Promise<void> {
  const first = await storedResult(store, key, { wantsPicture: false, wantsStages: false });
  const firstPng = first && png && (await store.read(key, 'png'));
  if ((first && bitsOf(first.report) !== bitsOf(report)) || (firstPng && !firstPng.equals(png)))
    warn(
      new Error(`results of ${key}`),
      'a plan gave other bits the second time; the first result stays',
    );
  if (png && !firstPng) await store.write(key, 'png', png);
  if (!first) await store.write(key, 'json', JSON.stringify(report));
}

/**
 * Computes a plan and stores the arrays between its stages, which are too large to be kept in
 * memory until their run is stored.
 */
async function computeWithStages(
  parts: ComputeParts,
  plan: SimulationPlan,
  key: string,
  signal: AbortSignal,
): Promise<Computed | undefined> {
  const { store } = parts;
  const stagesFolder = await mkdtemp(join(tmpdir(), 'lumenloom-stages-'));
  try {
    const computed = await compute(parts, plan, { signal, wantsPicture: true, stagesFolder });
    if (signal.aborted || !computed || 'message' in computed) return computed;
    const files = await readdir(stagesFolder);
    const arrays = STAGE_ARRAYS.filter((name) => files.includes(arrayKind(name)));
    for (const name of arrays) {
      const kind = arrayKind(name);
      await store.write(key, kind, { file: join(stagesFolder, kind) });
    }
    await store.write(key, 'stages', JSON.stringify(arrays));
    return computed;
  } finally {
    await rm(stagesFolder, { recursive: true, force: true });
  }
}

/**
 * Computes a plan as POST /simulate does, but on the device of all runs alone; undefined when it
 * was stopped.
 */
async function compute(
  { run, device }: ComputeParts,
  plan: SimulationPlan,
  watch: Pick<RunWatch, 'signal' | 'wantsPicture' | 'stagesFolder'>,
): Promise<Computed | undefined> {
  let report: SimulationReport | undefined;
  let png: Buffer | undefined;
  let last = '';
  await run(plan, {
    ...watch,
    onlyOn: device === undefined ? 'cpu' : 'webgpu',
    emit: (line) => {
      const event = parseEvent(typeof line === 'string' ? line : Buffer.from(line).toString());
      if (event?.type === 'report') report = event.content;
      else if (event?.type === 'log') last = event.content;
      else if (event?.type === 'result')
        png = Buffer.from(event.content.slice(event.content.indexOf(',') + 1), 'base64');
    },
  });
  if (report) return { report, png };
  if (watch.signal.aborted) return undefined;
  const sentence = last.replace(FAILURE, '');
  return { message: sentence.charAt(0).toUpperCase() + sentence.slice(1) };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { figureOf, isDatasetFigure } from '@lumenloom/contract';
import { SimulationError, type SimulationReport } from '@lumenloom/engine';
import type { Camera, PlannedPoint, PlannedStudy } from '../../plan/plan-study.ts';
import { failed, outcomeOf, type Outcome } from '../../propose/compile.ts';
import { conditionsOf } from '../../results/conditions.ts';
import { isDesignFigure } from './design-figures.ts';
import { partFigure } from './part-figures.ts';
import {
  memoryOf,
  meteredOn,
  openPool,
  runOn,
  writePicture,
  type DatasetFigures,
  type Evaluate,
  type Evaluated,
} from './run-sweep.ts';
import type { RunSettings } from './run-worker.ts';

/** What a line of the journal is the outcome of. */
export interface StudyLine {
  readonly kind: 'full' | 'preview' | 'validation' | 'baseline';
  readonly run: number;
  /** Of a validation: the number of its noise. */
  readonly repeat?: number;
  readonly outcome: Outcome;
}

/** A point of a study that is to be computed: as JSON it may travel to another process. */
export interface PointOrder extends Pick<StudyLine, 'kind' | 'run' | 'repeat'> {
  /** By the keys of the variables. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly shots: Parameters<Camera['shotsOf']>[1];
  /** Name of the run whose picture and stages are kept, where the study asks. */
  readonly picture?: string | undefined;
  /** The pictures of the data set are drawn too, for intervals. */
  readonly isSampled?: boolean;
}

/** What a point gave. */
export interface ComputedPoint {
  readonly outcome: Outcome;
  /** How often each stage was computed, and not taken from memory. */
  readonly computed: Readonly<Record<string, number>>;
  /** What its runs took, summed up, in milliseconds. */
  readonly computingMs: number;
}

/** What computes points. */
export interface Points {
  /** @throws SimulationError 'cancelled' where the point is to be computed again. */
  readonly compute: (order: PointOrder) => Promise<ComputedPoint>;
  /** Ends the points in progress. */
  readonly stop: () => void;
  readonly end: () => Promise<void>;
}

export interface PointOptions {
  /** Runs at the same time, a thread each. */
  readonly jobs: number;
  readonly models: RunSettings['models'];
  readonly device?: RunSettings['device'];
  readonly maximumSeconds?: RunSettings['maximumSeconds'];
  /** Needed where the study has `evaluate`; a run that it gives up is computed again. */
  readonly evaluate?: Evaluate;
  /** Folder for pictures and stages. */
  readonly folder: string;
}

/** Starts threads that compute points of a study with pictures. */
export function openPoints({ study, camera }: PlannedStudy, options: PointOptions): Points {
  const { jobs, models, device, maximumSeconds, evaluate, folder } = options;
  const pool = openPool(jobs, {
    models,
    device,
    maximumSeconds,
    memoryBytes: memoryOf(jobs),
  });
  const { keep, preview } = study.document;
  // Runs in progress end by themselves unless one has failed.
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const metered = meteredOn(pool, stopFlag);

  /** Figures of the data set for each shot, or why there are none. */
  const figuresOfDataset = async (
    { shots }: PlannedPoint,
    { isPreview }: PointOrder['shots'],
    isSampled: boolean,
  ): Promise<readonly Evaluated[] | string> => {
    const figures: Evaluated[] = [];
    const images = isPreview ? preview?.images : undefined;
    try {
      for (const { repeat, ...shot } of evaluate ? shots : [])
        figures.push(await evaluate!(shot, { images, repeat, isSampled }));
      return figures;
    } catch (error) {
      if (!(error instanceof SimulationError) || error.code === 'cancelled') throw error;
      return error.message;
    }
  };

  const compute = async (
    { values, shots: wanted, picture, isSampled = false }: PointOrder,
    count: (report: SimulationReport, milliseconds: number) => void,
  ): Promise<Outcome> => {
    const planned = camera!.shotsOf(values, wanted);
    if (typeof planned === 'string') return failed(planned);
    const reports: SimulationReport[] = [];
    for (const [at, { plan }] of planned.shots.entries()) {
      const isKept = at === 0 && picture !== undefined && keep !== 'figures';
      const stages = isKept && keep === 'stages' ? join(folder, 'stages', picture) : undefined;
      if (stages !== undefined) await mkdir(stages, { recursive: true });
      const result = await metered(plan, (held) =>
        runOn(pool, { plan: held, picture: isKept, stages, stopFlag }),
      );
      if (result.status !== 'done')
        return failed(result.status === 'failed' ? result.message : 'The run was stopped.');
      if (isKept && result.png) await writePicture(folder, picture, result.png);
      count(result.report, result.milliseconds);
      reports.push(result.report);
    }
    const ofDataset = await figuresOfDataset(planned, wanted, isSampled);
    if (typeof ofDataset === 'string') return failed(ofDataset);
    const outcomeWith = (figures: readonly DatasetFigures[]): Outcome =>
      outcomeOf(study, planned.point, figuresIn(planned, reports, figures));
    const { plan } = planned.shots[0]!;
    const conditions = conditionsOf(plan, reports[0]!, ofDataset[0]?.floor);
    const outcome = { ...outcomeWith(ofDataset.map(({ figures }) => figures)), conditions };
    if (outcome.status === 'failed')
      return failed([outcome.message, ...whyUnmeasured(reports)].join(' '));
    return isSampled ? withDraws(outcome, ofDataset, outcomeWith) : outcome;
  };

  return {
    compute: async (order) => {
      const computed: Record<string, number> = {};
      let computingMs = 0;
      const outcome = await compute(order, ({ stages }, milliseconds) => {
        computingMs += milliseconds;
        for (const { name, fromMemory } of stages)
          if (fromMemory !== 'all') computed[name] = (computed[name] ?? 0) + 1;
      });
      return { outcome, computed, computingMs };
    },
    stop: () => {
      Atomics.store(stopFlag, 0, 1);
    },
    end: () => pool.destroy(),
  };
}

/** An outcome with its figures for each draw of the pictures of the data set. */
function withDraws(
  outcome: Outcome,
  ofDataset: readonly Evaluated[],
  outcomeWith: (figures: readonly DatasetFigures[]) => Outcome,
): Outcome {
  const [first] = ofDataset;
  if (!first) return outcome;
  const drawn = first.draws.map((_, draw) =>
    outcomeWith(ofDataset.map(({ draws }) => draws[draw]!)),
  );
  const draws = Object.fromEntries(
    Object.keys(outcome.figures).map((name) => [
      name,
      drawn.map(({ figures }) => figures[name] ?? null),
    ]),
  );
  return { ...outcome, sample: { images: first.pictures, draws } };
}

/**
 * The figures of a point: the mean over its repeats, and over its cases with their weights; of one
 * case where the name begins with it.
 */
function figuresIn(
  { shots, designFigure }: PlannedPoint,
  reports: readonly SimulationReport[],
  ofDataset: readonly DatasetFigures[],
): (path: string) => number | undefined {
  const valueOf = (name: string, at: number): number | undefined =>
    isDatasetFigure(name)
      ? (ofDataset[at]?.[name] ?? undefined)
      : (partFigure(name, shots[at]!) ?? figureOf(reports[at]!, name));
  return (path) => {
    if (isDesignFigure(path)) return designFigure(path);
    const [, caseName, name = path] = /^case:([^/]*)\/(.*)$/.exec(path) ?? [];
    let [sum, weights] = [0, 0];
    for (const [at, shot] of shots.entries()) {
      if (caseName !== undefined && shot.caseName !== caseName) continue;
      const value = valueOf(name, at);
      // A mean over other shots would be another figure.
      if (value === undefined) return undefined;
      sum += shot.weight * value;
      weights += shot.weight;
    }
    return weights > 0 ? sum / weights : undefined;
  };
}

/** Why measurements have no figures, a sentence each. */
const whyUnmeasured = (reports: readonly SimulationReport[]): ReadonlySet<string> =>
  new Set(
    reports.flatMap(({ measurements }) =>
      measurements.flatMap((one) =>
        'problem' in one ? [`No ${one.name}, because ${one.problem}`] : [],
      ),
    ),
  );

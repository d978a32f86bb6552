import type { ChoiceDocument, Decoded } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import type { KeptLine } from '../evaluate/dataset/picture-lines.ts';
import { Race, type Look, type RaceOptions as Looking, type RaceResult } from '../race/race.ts';
import { CameraScores } from './camera-scores.ts';
import { RunsOfRace, type NoiseLine } from './choice-lines.ts';
import { openDatasetBench } from './dataset-bench.ts';
import { leftOf } from './dry-run.ts';
import { canBet } from './goal-figure.ts';
import { openNoiseBench } from './noise-bench.ts';
import type { PlannedChoice, Raced } from './plan-choice.ts';
import {
  computeElsewhere,
  type RaceBench,
  type RaceOptions,
  type RunLine,
  type Wanted,
} from './race-bench.ts';
import { slotsOf } from './raced-cameras.ts';

/** A camera that every picture or the first pictures refuse to score. */
export interface Broken {
  readonly camera: Raced;
  readonly message: string;
}

/** What pictures that judge nothing have left out. */
export interface Previewed {
  readonly pictures: number;
  readonly runs: number;
  /** Cameras that were left out, with their scores. */
  readonly out: readonly { readonly camera: Raced; readonly score: number | null }[];
}

/** A race that has ended. */
export interface EndedRace {
  readonly result: RaceResult;
  /** Those that were raced, as `result` numbers them. */
  readonly cameras: readonly Raced[];
  readonly scores: CameraScores;
  readonly preview: Previewed | undefined;
  readonly broken: readonly Broken[];
  readonly runs: RunsOfRace<KeptLine | NoiseLine>;
  /** Scores at each look, by the camera; those that are gone have none. */
  readonly trails: readonly ReadonlyMap<number, number>[];
  readonly notes: readonly string[];
}

/** Hears of a race while it runs. */
export interface RaceListener {
  readonly before: readonly RunLine[];
  /** Keeps the lines of a picture. */
  readonly add: (lines: readonly RunLine[]) => Promise<void>;
  /** A line as it stays in memory. */
  readonly kept: (line: RunLine) => KeptLine | NoiseLine;
  /** @param raced the cameras of the race, their scores, and which of them were looked at. */
  readonly look: (
    look: Look,
    raced: Pick<EndedRace, 'cameras' | 'scores'> & { readonly candidates: readonly number[] },
  ) => void;
  readonly say: (sentence: string) => void;
  /** How many pictures of cameras come next. */
  readonly begins: (pictures: number) => void;
}

/** Where the runs of a plan are computed. */
export async function openRaceBench(
  planned: PlannedChoice,
  options: RaceOptions,
): Promise<Decoded<RaceBench>> {
  const opened = await (planned.document.evaluate
    ? openDatasetBench(planned, options)
    : openNoiseBench(planned, options));
  const { elsewhere, pause } = options;
  return opened.ok && elsewhere
    ? { ok: true, value: { ...opened.value, compute: computeElsewhere(elsewhere, pause) } }
    : opened;
}

/** How the looks of a plan are taken, but for what cameras there are. */
export function lookingOf(document: ChoiceDocument, previewRuns: number): Omit<Looking, 'front'> {
  const { race, goal } = document;
  const { method, alpha, first, growth, indifference, budget } = race;
  return {
    method: method ?? (canBet(document) ? 'betting' : 'student'),
    ...{ alpha, first, growth, indifference },
    goal: goal.goal === 'maximise' ? 'maximise' : 'minimise',
    pictures: budget.pictures,
    runs: budget.runs === undefined ? undefined : budget.runs - previewRuns,
    runsPerPicture: slotsOf(document).length,
  };
}

/**
 * Races the cameras of a plan.
 *
 * @returns undefined when it was stopped: what `add` was given is enough to go on.
 * @throws SimulationError where no camera can be scored.
 */
export async function raceCameras(
  planned: PlannedChoice,
  bench: RaceBench,
  listener: RaceListener,
  isStopped: () => boolean,
): Promise<EndedRace | undefined> {
  const { document } = planned;
  const runs = new RunsOfRace<KeptLine | NoiseLine>(slotsOf(document).length);
  for (const line of listener.before) runs.add(listener.kept(line));
  const compute = async (wanted: Wanted): Promise<boolean> => {
    await computeMissing(bench, wanted, runs, listener);
    return !isStopped();
  };
  const began = performance.now();
  const previewed = await previewOf(planned, bench, { runs, compute, listener });
  if (!previewed) return undefined;
  const { preview, order } = previewed;
  const opened = await firstLook(document, bench, { ...previewed, runs, compute });
  if (!opened) return undefined;
  const { cameras, broken } = opened;
  const scores = new CameraScores(
    cameras.length,
    order,
    bench.scores(
      cameras.map(({ name }) => name),
      runs,
    ),
  );
  const race = new Race(scores, {
    ...lookingOf(document, preview?.runs ?? 0),
    front: document.front.length > 0 ? cameras.map(({ front }) => front) : undefined,
  });
  const { minutes = Infinity } = document.race.budget;
  const trails: Map<number, number>[] = [];
  for (let step = race.next(); step; step = race.next()) {
    if (race.hasLooked && performance.now() - began > 60_000 * minutes) {
      race.stop('minutes');
      break;
    }
    const images = scores.order.slice(0, step.pictures);
    const own = step.candidates.map((at) => cameras[at]!);
    if (!(await compute({ cameras: own, images, isPreview: false }))) return undefined;
    const failed = images.filter((image) =>
      own.some(({ name }) => runs.done(name, image) === undefined),
    );
    if (failed.length > 0) scores.leaveOut(new Set(failed));
    else {
      trails.push(
        new Map(step.candidates.map((at) => [at, scores.estimate(at, step.pictures)] as const)),
      );
      listener.look(race.judge(step), { cameras, scores, candidates: step.candidates });
    }
  }
  if (!race.hasLooked) throw nothingRaced(document, cameras, runs, order);
  return {
    result: race.result,
    cameras,
    scores,
    preview,
    broken,
    runs,
    trails,
    notes: bench.notes,
  };
}

function nothingRaced(
  { race }: ChoiceDocument,
  cameras: readonly Raced[],
  runs: RunsOfRace<KeptLine | NoiseLine>,
  order: readonly string[],
): SimulationError {
  const failure = cameras.flatMap(({ name }) => runs.failure(name, order) ?? [])[0];
  return failure === undefined && race.budget.runs !== undefined
    ? new SimulationError('bad-parameter', 'Too few for a first look.', 'race.budget.runs')
    : new SimulationError('bad-parameter', `No picture is left: ${failure ?? 'none'}`, 'evaluate');
}

/** Computes what is not there yet: those pictures together that lack the same cameras. */
async function computeMissing(
  bench: RaceBench,
  { cameras, images, isPreview }: Wanted,
  runs: RunsOfRace<KeptLine | NoiseLine>,
  listener: RaceListener,
): Promise<void> {
  const groups = new Map<string, { cameras: readonly Raced[]; images: string[] }>();
  let count = 0;
  for (const image of images) {
    const missing = cameras.filter(({ name }) => !runs.has(name, image));
    if (missing.length === 0) continue;
    count += missing.length;
    const key = missing.map(({ number }) => number).join();
    const group = groups.get(key) ?? { cameras: missing, images: [] };
    group.images.push(image);
    groups.set(key, group);
  }
  if (count > 0) listener.begins(count);
  for (const group of groups.values())
    await bench.compute({ ...group, isPreview }, async (lines) => {
      await listener.add(lines);
      for (const line of lines) runs.add(listener.kept(line));
    });
}

interface Computing {
  readonly runs: RunsOfRace<KeptLine | NoiseLine>;
  readonly compute: (wanted: Wanted) => Promise<boolean>;
}

/** Which cameras a preview leaves, and the pictures that judge them; undefined: stopped. */
async function previewOf(
  { document, raced }: PlannedChoice,
  { order, scores }: RaceBench,
  { runs, compute, listener }: Computing & { readonly listener: RaceListener },
): Promise<
  | {
      readonly left: readonly Raced[];
      readonly order: readonly string[];
      readonly preview?: Previewed;
    }
  | undefined
> {
  const { preview } = document.race;
  if (!preview || raced.length < 2) return { left: raced, order };
  const images = order.toReversed().slice(0, preview.pictures);
  if (!(await compute({ cameras: raced, images, isPreview: true }))) return undefined;
  const names = raced.map(({ name }) => name);
  const own = new CameraScores(raced.length, images, scores(names, runs));
  const sign = document.goal.goal === 'maximise' ? 1 : -1;
  const values = raced.map((_, at) => own.estimate(at, images.length));
  const rank = (at: number): number => (Number.isNaN(values[at]!) ? -Infinity : sign * values[at]!);
  const ranked = [...raced.keys()].toSorted((a, b) => rank(b) - rank(a) || a - b);
  const kept = new Set(ranked.slice(0, leftOf(raced.length, preview.share)));
  const out = ranked.filter((at) => !kept.has(at));
  const runsOfIt = raced.length * images.length * slotsOf(document).length;
  listener.say(
    `Preview, ${images.length} pictures: ${kept.size} of ${raced.length} cameras are raced, the others are left out without proof.`,
  );
  const shown = new Set(images);
  return {
    left: raced.filter((_, at) => kept.has(at)),
    order: order.filter((name) => !shown.has(name)),
    preview: {
      pictures: images.length,
      runs: runsOfIt,
      out: out.map((at) => ({
        camera: raced[at]!,
        score: Number.isNaN(values[at]!) ? null : values[at]!,
      })),
    },
  };
}

/**
 * Leaves out cameras that give no score on any of the first pictures: they say nothing of these
 * pictures; undefined: stopped.
 */
async function firstLook(
  document: ChoiceDocument,
  { scores }: RaceBench,
  {
    left,
    order,
    runs,
    compute,
  }: Computing & { readonly left: readonly Raced[]; readonly order: readonly string[] },
): Promise<{ readonly cameras: readonly Raced[]; readonly broken: readonly Broken[] } | undefined> {
  const { first, budget } = document.race;
  const images = order.slice(0, Math.min(first, budget.pictures ?? Infinity));
  const { runs: most = Infinity } = budget;
  if (left.length * images.length * slotsOf(document).length > most)
    return { cameras: left, broken: [] };
  if (!(await compute({ cameras: left, images, isPreview: false }))) return undefined;
  const own = new CameraScores(
    left.length,
    images,
    scores(
      left.map(({ name }) => name),
      runs,
    ),
  );
  const isWell = left.map((_, at) => !Number.isNaN(own.estimate(at, images.length)));
  const broken = left.flatMap((camera, at): readonly Broken[] =>
    isWell[at]!
      ? []
      : [{ camera, message: runs.failure(camera.name, images) ?? 'it has no score.' }],
  );
  const cameras = left.filter((_, at) => isWell[at]!);
  if (cameras.length === 0)
    throw new SimulationError(
      'bad-parameter',
      `No camera has a score: ${broken[0]!.message}`,
      'goal.figure',
    );
  return { cameras, broken };
}

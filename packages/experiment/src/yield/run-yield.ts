import { binomialInterval, fewPictures, type Interval } from '@lumenloom/scoring';
import {
  PILOT,
  fitOf,
  isGoodFit,
  modelShare,
  plainShare,
  samplingOf,
  type PilotFit,
  type RunCamera,
  type ShareEstimate,
} from './estimate.ts';
import { cheapestGrades, loosened, type LoosenTask } from './loosen.ts';
import { cameraOf, poolOf } from './pool.ts';
import { scoresOf, surrogateOf, variancesOf, type Surrogate } from './surrogate.ts';
import type { YieldDocument } from './yield-document.ts';

/** Fewer runs of a surrogate may give an interval that is too narrow. */
const ENOUGH_RUNS = 60;
/** Worst cameras that are kept. */
const WORST = 3;

/** A camera to be run. */
export interface YieldRun {
  readonly run: number;
  /** Deviation of each variable over its tolerance in the document. */
  readonly deviations: readonly number[];
}

/** How sure the score of a camera is on its pictures. */
export interface PicturedScore {
  /** That count. */
  readonly pictures: number;
  /** 95 %, over the pictures; null where the score depends on none. */
  readonly interval: Interval | null;
}

/** A camera that was run. */
export interface YieldValue extends YieldRun {
  /** Null where it failed. */
  readonly value: number | null;
}

/**
 * Scores of cameras, in their order.
 *
 * @throws where it was stopped.
 */
type ComputeYield = (runs: readonly YieldRun[]) => Promise<readonly (number | null)[]>;

/** What one tolerance does. The keys are published. */
export interface YieldSensitivity {
  readonly name: string;
  readonly path: string | null;
  readonly minus: number | null;
  readonly plus: number | null;
  /** Of the spread of the score. */
  readonly share: number;
}

/** Tolerances that still do. The keys are published. */
export interface LoosenedYield extends ShareEstimate {
  readonly tolerances: Readonly<Record<string, number>>;
  readonly cost: number | null;
  /** False where no tolerances within the factors reach the yield. */
  readonly isReached: boolean;
}

/** The answer of a yield. The keys are published. */
export interface YieldFindings extends ShareEstimate {
  readonly method: 'model' | 'plain';
  readonly r2: number;
  readonly check: ShareEstimate & { readonly passed: number; readonly runs: number };
  readonly runs: number;
  readonly nominal: { readonly value: number } & Pick<PicturedScore, 'interval'>;
  readonly limit: number;
  readonly sensitivities: readonly YieldSensitivity[];
  readonly loosen?: LoosenedYield;
  readonly notes: readonly string[];
  readonly values: readonly YieldValue[];
  /** The worst cameras, the worst first. */
  readonly worst: readonly YieldValue[];
}

/** Runs, numbered as they come. */
interface Runner {
  readonly values: YieldValue[];
  readonly run: (cameras: readonly (readonly number[])[]) => Promise<readonly (number | null)[]>;
}

function runnerOf(compute: ComputeYield): Runner {
  const values: YieldValue[] = [];
  return {
    values,
    run: async (cameras) => {
      const runs = cameras.map((deviations, i) => ({ run: values.length + i, deviations }));
      const found = await compute(runs);
      values.push(...runs.map((one, i) => ({ ...one, value: found[i]! })));
      return found;
    },
  };
}

/** Scores with their signs turned where smaller ones are better. */
const turnedBy = (isMinimised: boolean) => (value: number | null) =>
  value === null ? null : isMinimised ? -value : value;

/** The nominal camera, and each tolerance at both ends. */
async function sensitivitiesOf(
  { spread }: YieldDocument,
  { run }: Runner,
): Promise<readonly (number | null)[]> {
  const none = spread.map(() => 0);
  return run([none, ...spread.flatMap((_, i) => [none.with(i, -1), none.with(i, 1)])]);
}

/** What was learned before cameras are drawn. */
interface Known {
  readonly document: YieldDocument;
  readonly surrogate: Surrogate;
  readonly pool: readonly Float64Array[];
  /** With the signs of scores that are to be large. */
  readonly limit: number;
  readonly turned: (value: number | null) => number | null;
}

/** How a share was found. */
interface Found extends Pick<YieldFindings, 'method' | 'check'> {
  /** Cameras that were drawn and run, and the good ones among them. */
  readonly drawn: number;
  readonly good: number;
}

/** A share of cameras whose tolerances are those of the document times factors. */
async function shareOf(
  { document, surrogate, pool, limit, turned }: Known,
  runner: Runner,
  factors: readonly number[] | undefined,
): Promise<Found & { readonly estimate: ShareEstimate; readonly fit: PilotFit }> {
  const { runs: n, confidence, seed, method: wanted } = document;
  const scores = scoresOf(surrogate, pool, factors);
  const isGood = (value: number | null): boolean => value !== null && value >= limit;
  const runAll = async (cameras: readonly number[]): Promise<readonly RunCamera[]> => {
    const found = await runner.run(
      cameras.map((camera) => cameraOf(pool, camera).map((u, i) => u * (factors?.[i] ?? 1))),
    );
    return cameras.map((camera, i) => ({ camera, value: turned(found[i]!) }));
  };
  const first = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from }, (_, i) => from + i);
  const pilot = await runAll(first(0, PILOT));
  const fit = fitOf(pilot, scores);
  const method = wanted === 'auto' ? (isGoodFit(fit) ? 'model' : 'plain') : wanted;
  const check = { ...plainShare(pilot, isGood, confidence), runs: PILOT };
  if (method === 'plain') {
    const { passed: good, ...estimate } = plainShare(
      [...pilot, ...(await runAll(first(PILOT, n)))],
      isGood,
      confidence,
    );
    return { estimate, fit, method, check, good, drawn: n };
  }
  const sampling = samplingOf(scores, limit, fit, seed);
  const others = await runAll(Array.from({ length: n - PILOT }, (_, i) => sampling.drawn(i)));
  const ran = [...pilot, ...others];
  const good = ran.filter(({ value }) => isGood(value)).length;
  const estimate = modelShare(ran, isGood, sampling, confidence);
  return { estimate, fit, method, check, good, drawn: n };
}

/** The loosest tolerances that still do, run again. */
async function loosen(
  known: Known,
  runner: Runner,
  variances: readonly number[],
): Promise<LoosenedYield | undefined> {
  const { document, surrogate, pool, limit } = known;
  if (!document.loosen) return undefined;
  const { yield: wanted, weights, factors: range } = document.loosen;
  const task: LoosenTask = { surrogate, pool, limit, yield: wanted };
  const { spread } = document;
  const grades = spread.map(({ grades: list, plusMinus, percent }) =>
    list?.map((grade) => ({
      factor: grade.plusMinus / (plusMinus ?? percent ?? 1),
      cost: grade.cost,
    })),
  );
  const bought = grades.every((list) => list !== undefined)
    ? cheapestGrades(task, grades)
    : undefined;
  const areGrades = grades.every((list) => list !== undefined);
  const free = areGrades
    ? undefined
    : loosened(
        task,
        variances,
        spread.map(({ name }) => weights[name] ?? 1),
        range,
      );
  const factors =
    free?.factors ??
    bought?.chosen.map((grade, i) => grades[i]![grade]!.factor) ??
    spread.map(() => 1);
  const { estimate } = await shareOf(known, runner, factors);
  return {
    tolerances: Object.fromEntries(
      spread.map(({ name, plusMinus, percent }, i) => [
        name,
        (plusMinus ?? percent ?? 0) * factors[i]!,
      ]),
    ),
    ...estimate,
    cost: bought?.cost ?? null,
    isReached: free?.isReached ?? bought !== undefined,
  };
}

/**
 * The share of cameras that keep a limit, what makes the spread, and how loose the tolerances may
 * be.
 *
 * @param compute scores of cameras.
 * @param pictured how sure the score of the nominal camera is, once it was run.
 * @returns a problem where a camera at the end of a tolerance has no score.
 */
export async function findYield(
  document: YieldDocument,
  compute: ComputeYield,
  pictured: () => PicturedScore | undefined = () => undefined,
): Promise<YieldFindings | { readonly problem: string }> {
  const runner = runnerOf(compute);
  const { spread, isMinimised, limit: asked } = document;
  const turned = turnedBy(isMinimised);
  const [nominal, ...ends] = await sensitivitiesOf(document, runner);
  if (nominal === null || nominal === undefined)
    return { problem: 'The nominal camera has no score.' };
  const lost = ends.findIndex((value) => value === null);
  if (lost >= 0)
    return {
      problem: `A camera with ${spread[lost >> 1]!.name} at ${lost % 2 === 0 ? '-' : '+'}1 tolerance has no score.`,
    };
  const surrogate = surrogateOf(
    turned(nominal)!,
    spread.map((_, i) => ({
      minus: turned(ends[2 * i]!)!,
      plus: turned(ends[2 * i + 1]!)!,
    })),
  );
  const distributions = spread.map(({ distribution }) => distribution);
  const variances = variancesOf(surrogate, distributions);
  const total = variances.reduce((sum, value) => sum + value, 0);
  const pool = poolOf(document.seed, distributions);
  const limit = turned(asked)!;
  const known = { document, surrogate, pool, limit, turned };
  const { estimate, fit, method, check, good, drawn } = await shareOf(known, runner, undefined);
  const runs = runner.values.length;
  const loose = await loosen(known, runner, variances);
  const worstOf = (value: number | null): number => turned(value) ?? -Infinity;
  const values = runner.values.slice(0, runs);
  const ofPictures = pictured();
  return {
    ...estimate,
    method,
    r2: fit.r2,
    check,
    runs,
    nominal: { value: nominal, interval: ofPictures?.interval ?? null },
    limit: asked,
    sensitivities: spread.map(({ name, path }, i) => ({
      name,
      path: path ?? null,
      minus: ends[2 * i]!,
      plus: ends[2 * i + 1]!,
      share: total > 0 ? variances[i]! / total : 0,
    })),
    ...(loose && { loosen: loose }),
    notes: notesOf(document, { method, ...estimate, check, good, drawn }, ofPictures),
    values: runner.values,
    worst: values.toSorted((a, b) => worstOf(a.value) - worstOf(b.value)).slice(0, WORST),
  };
}

function notesOf(
  { runs, spread, limit, loosen: wanted }: YieldDocument,
  { method, low, high, check, good, drawn }: Found & ShareEstimate,
  ofPictures: PicturedScore | undefined,
): readonly string[] {
  const withGrades = spread.filter(({ grades }) => grades !== undefined).length;
  const always = [
    ...(wanted && withGrades > 0 && withGrades < spread.length
      ? ['grades count only where all of spread have them: none was bought']
      : []),
    ...picturesNotes(limit, ofPictures),
  ];
  if (method === 'plain') return always;
  return [
    ...always,
    ...(runs < ENOUGH_RUNS ? ['few runs: the interval may be too narrow'] : []),
    ...(good === 0 || good === drawn ? [oneSidedNote(good, drawn, check)] : []),
    ...(check.high < low || check.low > high
      ? ['the response is far from its linear model: plain runs decide']
      : []),
  ];
}

function picturesNotes(limit: number, ofPictures: PicturedScore | undefined): readonly string[] {
  if (!ofPictures?.interval) return [];
  const { pictures, interval } = ofPictures;
  return [
    ...(interval[0] <= limit && limit <= interval[1]
      ? ['the limit lies within the error of the pictures']
      : []),
    ...(fewPictures(pictures) === undefined
      ? []
      : ['few pictures: the interval of the score as designed is rough']),
  ];
}

/** What runs say that are all alike: the interval of the model is then as narrow as its belief. */
const oneSidedNote = (good: number, drawn: number, { runs, low, high }: Found['check']): string =>
  `${good === 0 ? 'none' : 'each'} of the ${drawn} cameras that were run is good, so the interval is the belief of the model; the first ${runs} runs alone show ${percent(low, 1)} to ${percent(high, 1)} %`;

const percent = (share: number, digits: number): string => (100 * share).toFixed(digits);
const plainNumber = (value: number): string =>
  String(Number(value.toPrecision(6))).replace(/^(-?)0\./, '$1.');

/** The last line of the command. */
export function yieldSentence(
  { share, low, high, runs, limit, sensitivities }: YieldFindings,
  { isMinimised, confidence }: YieldDocument,
): string {
  const plain = binomialInterval(Math.round(share * runs), runs, confidence);
  const most = sensitivities.reduce((best, one) => (one.share > best.share ? one : best));
  return `${percent(share, 1)} % of cameras ${isMinimised ? 'stay within' : 'reach'} ${plainNumber(limit)} (${percent(low, 1)} to ${percent(high, 1)} %, ${runs} runs; as many plain runs: ${percent(plain.low, 0)} to ${percent(plain.high, 0)} %). ${most.share > 0 ? `${most.name} makes ${percent(most.share, 0)} % of the spread.` : 'No tolerance changes the score.'}`;
}

import { readFile } from 'node:fs/promises';
import { gaussianOf, philox } from '@lumenloom/engine/arithmetic';
import { meanScores } from '../src/race/race-scores.ts';
import { Race, type RaceMethod } from '../src/race/race.ts';

/** Races of numpy and scipy: packages/engine/references/choose. */
const POWER = new URL('../../engine/references/choose/power.json', import.meta.url);
/**
 * Of the scores: their mean, and the deviations of the luck that all cameras share and of the luck
 * of each. These give the spread and the correlation of the marks in races.json.
 */
const MARKS = { count: 9, mean: 0.55, common: 0.22, own: 0.12 } as const;
/** The same of the scores of rare failures. */
const FAILING = { mean: 0.69, common: 0.1, own: 0.01, gain: 0.01 } as const;
/** How often all but the best fail wholly, and where a normal number is below it so often. */
const [RARE, TAIL] = [0.04, -1.750686];
/** Of losing the best, beside which chance is allowed for; of the share of runs, relative. */
export const LIMITS = { lost: 0.05, chance: 0.04, runs: 0.1 } as const;

interface GoldenRow {
  readonly case: string;
  readonly candidates: number;
  readonly pictures: number;
  /** `studentR` is Student's test with its allowance, the only one that is offered. */
  readonly method: string;
  readonly bestLost: number;
  readonly kept: number;
  readonly shareOfRuns: number;
}

/** What some races of one kind have given, beside those of the golden table. */
export interface PowerRow {
  readonly kind: string;
  readonly method: RaceMethod;
  readonly bestLost: number;
  readonly kept: number;
  readonly shareOfRuns: number;
  /** Share of the races whose statement is true: the leader is best or within so much of it. */
  readonly isTrue: number;
  readonly golden: GoldenRow;
}

const METHODS: Readonly<Record<string, RaceMethod>> = { betting: 'betting', studentR: 'student' };
/** How much better the first candidate is; in the last kind it alone never fails. */
const KINDS: Readonly<Record<string, number>> = {
  '40 equal': 0,
  '40, one better by .02': 0.02,
  '40, one better by .05': 0.05,
  '20, all but the best fail wholly in 4 % of the pictures and are .01 better elsewhere': NaN,
};

/** Standard normal numbers, others for each seed and purpose. */
function* normals(seed: number, purpose: number): Generator<number, never> {
  const words = new Uint32Array(4);
  for (let block = 0; ; block += 1) {
    philox([block, purpose, 0, 0], [seed, 68], words);
    for (const word of words) yield gaussianOf(word);
  }
}

/** Scores of candidates, the first of which is the best. */
function scoresOf(seed: number, { candidates, pictures, case: kind }: GoldenRow): Float64Array[] {
  const gain = KINDS[kind]!;
  const isFailing = Number.isNaN(gain);
  const { mean, common, own } = isFailing ? FAILING : MARKS;
  const shared = normals(seed, candidates);
  const luck = Float64Array.from({ length: pictures }, () => shared.next().value);
  const fails = Array.from({ length: pictures }, () => shared.next().value < TAIL);
  return Array.from({ length: candidates }, (_, candidate) => {
    const isBest = candidate === 0;
    const better = isFailing ? (isBest ? 0 : FAILING.gain) : isBest ? gain : 0;
    const next = normals(seed, candidate);
    return Float64Array.from(luck, (one, picture) => {
      const value = mean + better + common * one + own * next.next().value;
      const inside = Math.min(1, Math.max(0, value));
      if (isFailing) return fails[picture]! && !isBest ? 0 : inside;
      return Math.round(MARKS.count * inside) / MARKS.count;
    });
  });
}

/** By how much all others are behind the first candidate. */
const behindIn = ({ case: kind }: GoldenRow): number => {
  const gain = KINDS[kind]!;
  const { mean, gain: elsewhere } = FAILING;
  return Number.isNaN(gain) ? mean - (1 - RARE) * (mean + elsewhere) : gain;
};

/** Races synthetic scores, as many of each kind. */
export async function racePower(
  races: number,
  say: (row: PowerRow) => void,
): Promise<readonly PowerRow[]> {
  const { rows } = JSON.parse(await readFile(POWER, 'utf8')) as { readonly rows: GoldenRow[] };
  const found: PowerRow[] = [];
  for (const golden of rows) {
    const method = METHODS[golden.method];
    if (KINDS[golden.case] === undefined || method === undefined) continue;
    let [lost, kept, runs, held] = [0, 0, 0, 0];
    const behind = behindIn(golden);
    for (let seed = 1; seed <= races; seed += 1) {
      const { candidates, best, within, ...result } = raced(scoresOf(seed, golden), method);
      if (candidates[0]!.status === 'eliminated') lost += 1;
      kept += candidates.filter(({ status }) => status !== 'eliminated').length;
      if (best === 0 || within >= behind) held += 1;
      runs += result.runs / (golden.candidates * golden.pictures);
    }
    const row = {
      ...{ kind: golden.case, method, golden },
      ...{ bestLost: lost / races, kept: kept / races, shareOfRuns: runs / races },
      isTrue: held / races,
    };
    say(row);
    found.push(row);
  }
  return found;
}

function raced(values: readonly Float64Array[], method: RaceMethod) {
  const race = new Race(meanScores(values, [0, 1]), {
    ...{ method, alpha: 0.05, first: 20, growth: 1.5, indifference: 0 },
    ...{ goal: 'maximise', runsPerPicture: 1 },
  });
  for (let step = race.next(); step; step = race.next()) race.judge(step);
  return race.result;
}

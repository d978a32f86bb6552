import { fail, isObject, refuseUnknown, tableOf, type Table } from '@lumenloom/engine/quick';
import type { Hits, Interval } from '@lumenloom/scoring';
import { meanScores, precisionScores, type RaceScores } from './race-scores.ts';
import { RACE_METHODS, type RaceMethod, type RaceOptions } from './race.ts';

/** A race of scores that somebody has: docs/reference/choose.md#scores. */
export interface ScoreRace {
  readonly names: readonly string[];
  readonly front: readonly string[];
  /** Of each candidate, in the order of `front`. */
  readonly columns: readonly (readonly number[])[];
  readonly scores: RaceScores;
  readonly options: RaceOptions;
}

const [LONGEST_NAME, MOST_CANDIDATES, MOST_SCORES] = [200, 20_000, 50_000_000] as const;
const LARGEST_SEED = 2 ** 32 - 1;
const MOST_DRAWS = 100_000;

/** A condition, and how much it counts. */
interface Condition {
  readonly name: string | undefined;
  readonly weight: number;
}

/** Reads a table of scores. @throws SimulationError naming the place at fault. */
export function readScoreRace(json: unknown): ScoreRace {
  const table = tableOf(json, 'scores', 'The table');
  const keys = ['version', 'name', 'score', 'range', 'goal', 'conditions', 'front', 'candidates'];
  refuseUnknown(table, [...keys, 'race', 'truths'], '', 'The table');
  if (table['version'] !== 1) fail('version', 'Must be 1.');
  const score = oneOf(table, 'score', ['mean', 'ap'], 'mean', 'score');
  const goal = oneOf(table, 'goal', ['maximise', 'minimise'], 'maximise', 'goal');
  const range = rangeOf(table['range']);
  const conditions = conditionsOf(table['conditions']);
  const front = textsOf(table['front'] ?? [], 'front');
  const candidates = candidatesOf(table['candidates'], score, front);
  const race = raceOf(table['race'], score === 'mean' && range !== undefined);
  const scores =
    score === 'mean'
      ? meansOf(candidates, conditions, range)
      : precisionsOf(candidates, conditions, table['truths'], race);
  if (scores.pictures < 2)
    fail(
      'candidates',
      scores.pictures === 0 ? 'No picture is left.' : 'A race needs two pictures.',
    );
  const columns = candidates.map((one) => front.map((column) => one[column] as number));
  return {
    names: candidates.map((one) => one['name'] as string),
    front,
    columns,
    scores,
    options: {
      ...race,
      goal,
      runsPerPicture: 1,
      front: front.length === 0 ? undefined : columns,
    },
  };
}

function oneOf<const Choice extends string>(
  table: Table,
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
  path: string,
): Choice {
  const value = table[key] ?? fallback;
  return choices.find((one) => one === value) ?? fail(path, `One of ${choices.join(', ')}.`);
}

function rangeOf(value: unknown): Interval | undefined {
  if (value === undefined) return undefined;
  const [low, high] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
  return Number.isFinite(low) && Number.isFinite(high) && (low as number) < (high as number)
    ? [low as number, high as number]
    : fail('range', 'From low to high.');
}

function conditionsOf(value: unknown): readonly Condition[] {
  if (value === undefined) return [{ name: undefined, weight: 1 }];
  if (!Array.isArray(value) || value.length === 0) fail('conditions', 'A list of {name, weight}.');
  return value.map((entry: unknown, i): Condition => {
    const path = `conditions[${i}]`;
    const table = tableOf(entry, path, 'A condition');
    refuseUnknown(table, ['name', 'weight'], path, 'A condition');
    const { name, weight = 1 } = table;
    if (typeof name !== 'string') fail(`${path}.name`, 'Missing.');
    if (typeof weight !== 'number' || !(weight > 0)) fail(`${path}.weight`, 'Above 0.');
    return { name, weight };
  });
}

function textsOf(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) fail(path, 'A list of names.');
  return value.map((one: unknown, i) =>
    typeof one === 'string' && one !== '' && one !== 'name'
      ? one
      : fail(`${path}[${i}]`, 'A name of a column.'),
  );
}

function candidatesOf(
  value: unknown,
  score: 'mean' | 'ap',
  front: readonly string[],
): readonly Table[] {
  if (!Array.isArray(value)) fail('candidates', 'Missing.');
  if (value.length < 2) fail('candidates', 'A race needs two.');
  if (value.length > MOST_CANDIDATES)
    fail('candidates', `${value.length} candidates; at most ${MOST_CANDIDATES}.`);
  const names = new Set<string>();
  const known = ['name', score === 'mean' ? 'scores' : 'found', ...front];
  return value.map((entry: unknown, i) => {
    const path = `candidates[${i}]`;
    const candidate = tableOf(entry, path, 'A candidate');
    refuseUnknown(candidate, known, path, 'A candidate');
    const { name } = candidate;
    if (typeof name !== 'string' || name === '') fail(`${path}.name`, 'Missing.');
    if (name.length > LONGEST_NAME) fail(`${path}.name`, `At most ${LONGEST_NAME} letters.`);
    if (names.has(name)) fail(`${path}.name`, `There are two called ${name}.`);
    names.add(name);
    for (const [at, column] of front.entries())
      if (!Number.isFinite(candidate[column])) fail(`front[${at}]`, `${path} has no ${column}.`);
    return candidate;
  });
}

type RaceSettings = Omit<RaceOptions, 'goal' | 'front' | 'runsPerPicture'> & {
  readonly draws: number;
  readonly seed: number;
};

function raceOf(value: unknown, canBet: boolean): RaceSettings {
  const race = tableOf(value ?? {}, 'race', 'The race');
  const keys = ['method', 'alpha', 'first', 'growth', 'indifference', 'budget', 'draws', 'seed'];
  refuseUnknown(race, keys, 'race', 'The race');
  const budget = tableOf(race['budget'] ?? {}, 'race.budget', 'The budget');
  refuseUnknown(budget, ['pictures', 'runs', 'minutes'], 'race.budget', 'The budget');
  const { minutes = 1 } = budget;
  // A race of scores that are there lasts no minutes: the limit is only checked.
  if (typeof minutes !== 'number' || !(minutes > 0)) fail('race.budget.minutes', 'Above 0.');
  const number = (
    key: string,
    fallback: number,
    sentence: string,
    holds: (value: number) => boolean,
  ): number => {
    const wanted = race[key] ?? fallback;
    return typeof wanted === 'number' && holds(wanted) ? wanted : fail(`race.${key}`, sentence);
  };
  const whole = (low: number, high: number) => (wanted: number) =>
    Number.isInteger(wanted) && wanted >= low && wanted <= high;
  const limit = (key: string, least: number): number | undefined => {
    const wanted = budget[key];
    if (wanted === undefined) return undefined;
    return whole(least, Infinity)(wanted as number)
      ? (wanted as number)
      : fail(`race.budget.${key}`, `A whole number from ${least}.`);
  };
  return {
    method: methodOf(race['method'], canBet),
    alpha: number('alpha', 0.05, 'From .0001 to .5.', (one) => one >= 1e-4 && one <= 0.5),
    first: number('first', 20, 'At least 8 pictures.', whole(8, Infinity)),
    growth: number('growth', 1.5, 'From 1.1 to 4.', (one) => one >= 1.1 && one <= 4),
    indifference: number('indifference', 0, 'From 0.', (one) => one >= 0 && one < Infinity),
    draws: number('draws', 1000, `From 100 to ${MOST_DRAWS}.`, whole(100, MOST_DRAWS)),
    seed: number('seed', 1, 'A whole number from 0 to 2^32 - 1.', whole(0, LARGEST_SEED)),
    pictures: limit('pictures', 2),
    runs: limit('runs', 1),
  };
}

function methodOf(value: unknown, canBet: boolean): RaceMethod {
  const method = RACE_METHODS.find((one) => one === (value ?? (canBet ? 'betting' : 'student')));
  if (!method) fail('race.method', `One of ${RACE_METHODS.join(', ')}.`);
  if (method === 'betting' && !canBet)
    fail('race.method', 'betting needs range, and a score that is a mean over pictures.');
  return method;
}

/** Lists of each condition: without conditions the one that stands there. */
function listsOf(
  value: unknown,
  path: string,
  conditions: readonly Condition[],
): readonly { readonly list: readonly unknown[]; readonly path: string }[] {
  const list = (one: unknown, at: string) =>
    Array.isArray(one) ? { list: one as unknown[], path: at } : fail(at, 'A list of pictures.');
  if (conditions[0]!.name === undefined) return [list(value, path)];
  const { list: lists } = list(value, path);
  if (lists.length !== conditions.length)
    fail(path, `${lists.length} conditions, there are ${conditions.length}.`);
  return lists.map((one, i) => list(one, `${path}[${i}]`));
}

/** Of each candidate and condition its pictures, as many for all. */
function picturesOf(
  candidates: readonly Table[],
  key: 'scores' | 'found',
  conditions: readonly Condition[],
): readonly ReturnType<typeof listsOf>[] {
  const all = candidates.map((one, i) => listsOf(one[key], `candidates[${i}].${key}`, conditions));
  const first = all[0]![0]!.list.length;
  if (first * candidates.length * conditions.length > MOST_SCORES)
    fail('candidates', `More than ${MOST_SCORES} scores.`);
  for (const lists of all)
    for (const { list, path } of lists)
      if (list.length !== first) fail(path, `${list.length} pictures, candidates[0] has ${first}.`);
  return all;
}

function meansOf(
  candidates: readonly Table[],
  conditions: readonly Condition[],
  range: Interval | undefined,
): RaceScores {
  const scoreIn = (value: unknown, path: string): number =>
    typeof value !== 'number' || !Number.isFinite(value)
      ? fail(path, 'Not a number.')
      : range && (value < range[0] || value > range[1])
        ? fail(path, `${value} lies outside range.`)
        : value;
  /** Mean over seeds; NaN of a picture that failed. */
  const pictureIn = (value: unknown, path: string): number => {
    if (value === null) return NaN;
    if (!Array.isArray(value)) return scoreIn(value, path);
    if (value.length === 0) fail(path, 'Not a number.');
    return (
      value.reduce((sum: number, one, i) => sum + scoreIn(one, `${path}[${i}]`), 0) / value.length
    );
  };
  const weights = conditions.reduce((sum, { weight }) => sum + weight, 0);
  const values = picturesOf(candidates, 'scores', conditions).map((lists) => {
    const sums = new Float64Array(lists[0]!.list.length);
    for (const [k, { list, path }] of lists.entries())
      for (const [i, value] of list.entries())
        sums[i]! += conditions[k]!.weight * pictureIn(value, `${path}[${i}]`);
    return sums.map((sum) => sum / weights);
  });
  // A picture that failed for one of them counts for none.
  const kept = [...values[0]!.keys()].filter((i) => values.every((one) => !Number.isNaN(one[i]!)));
  return meanScores(
    values.map((one) => Float64Array.from(kept, (i) => one[i]!)),
    range,
  );
}

function precisionsOf(
  candidates: readonly Table[],
  conditions: readonly Condition[],
  truths: unknown,
  race: Pick<RaceSettings, 'draws' | 'seed'>,
): RaceScores {
  const found = picturesOf(candidates, 'found', conditions).map((lists) =>
    lists.map(({ list, path }) => list.map((hits, i) => hitsIn(hits, `${path}[${i}]`))),
  );
  const counts = listsOf(truths, 'truths', conditions).map(({ list, path }) => {
    if (list.length !== found[0]![0]!.length)
      fail(path, `${list.length} pictures, candidates[0] has ${found[0]![0]!.length}.`);
    return list.map((count, i) =>
      Number.isInteger(count) && (count as number) >= 0
        ? (count as number)
        : fail(`${path}[${i}]`, 'A whole number from 0.'),
    );
  });
  return precisionScores(
    conditions.map(({ weight }, k) => ({
      weight,
      truths: counts[k]!,
      found: found.map((lists) => lists[k]!),
    })),
    race,
  );
}

const hitsIn = (value: unknown, path: string): Hits =>
  Array.isArray(value)
    ? value.map((pair: unknown, i) =>
        isHit(pair) ? pair : fail(`${path}[${i}]`, '[score, 1 or 0].'),
      )
    : fail(path, 'A list of [score, 1 or 0].');

const isHit = (pair: unknown): pair is Hits[number] =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  Number.isFinite(pair[0]) &&
  (pair[1] === 0 || pair[1] === 1) &&
  !isObject(pair[0]);

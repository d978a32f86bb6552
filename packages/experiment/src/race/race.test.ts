import { readFileSync } from 'node:fs';
import { bettingBound, logCapital, picturesToRefute, type Interval } from '@lumenloom/scoring';
import { describe, expect, test } from 'vitest';
import { raceDocument } from './race-document.ts';
import { meanScores } from './race-scores.ts';
import { Race, type RaceOptions, type RaceResult } from './race.ts';
import { readScoreRace } from './score-table.ts';

interface Golden {
  readonly bets: readonly {
    readonly name: string;
    readonly differences: readonly number[];
    readonly m: number;
    readonly logCapital: readonly number[];
    readonly threshold: number;
    readonly upper: number;
    readonly pictures: number | null;
  }[];
  readonly cases: readonly {
    readonly name: string;
    readonly table: Readonly<Record<string, unknown>>;
    readonly expected: Readonly<Record<string, unknown>>;
  }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../engine/references/choose/races.json', import.meta.url), 'utf8'),
) as Golden;

const RELATIVE = 1e-6;
/** A step of the grid on which bets seek a bound. */
const STEP = 1e-3;

const run = (race: Race): RaceResult => {
  for (let step = race.next(); step; step = race.next()) race.judge(step);
  return race.result;
};

/** All that is expected, at its place; numbers with their tolerance. */
function expectIn(found: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number') {
    const allowed = /upper|within/.test(path)
      ? STEP
      : /morePictures/.test(path)
        ? Math.max(1, expected / 100)
        : RELATIVE * Math.max(1, Math.abs(expected));
    expect(Math.abs((found as number) - expected), path).toBeLessThanOrEqual(allowed);
  } else if (Array.isArray(expected)) {
    expect(found, path).toHaveLength(expected.length);
    for (const [i, one] of expected.entries())
      expectIn((found as readonly unknown[])[i], one, `${path}[${i}]`);
  } else if (typeof expected === 'object' && expected !== null)
    for (const [key, value] of Object.entries(expected))
      expectIn((found as Readonly<Record<string, unknown>>)[key], value, `${path}.${key}`);
  else expect(found, path).toBe(expected);
}

test.each(golden.bets.map((one) => [one.name, one] as const))('bets: %s', (_name, one) => {
  const { differences, m, threshold, upper, pictures } = one;
  expectIn([...logCapital(differences, m)], one.logCapital, 'capital');
  expect(Math.abs(bettingBound(differences, threshold) - upper)).toBeLessThan(1e-9);
  expect(picturesToRefute(differences, threshold)).toBe(pictures);
});

test.each(golden.cases.map((one) => [one.name, one] as const))('race: %s', (_name, one) => {
  const { options, ...table } = readScoreRace(one.table);
  expectIn(raceDocument(run(new Race(table.scores, options)), table, one.table), one.expected, '');
});

const OPTIONS: RaceOptions = {
  method: 'betting',
  alpha: 0.05,
  first: 20,
  growth: 1.5,
  indifference: 0,
  goal: 'maximise',
  runsPerPicture: 1,
};

/** Numbers from 0 to 1, other ones for each seed. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed * 2654435761 + 1; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    yield (state >>> 0) / 2 ** 32;
  }
}

/** Scores with a common part per picture; candidate i is better by `gains[i]`. */
function scoresOf(seed: number, pictures: number, gains: readonly number[]): Float64Array[] {
  const next = uniform(seed);
  const common = Array.from({ length: pictures }, () => next.next().value);
  return gains.map((gain) =>
    Float64Array.from(common, (part) => 0.2 + gain + 0.3 * part + 0.3 * next.next().value),
  );
}

const race = (
  values: readonly Float64Array[],
  options: Partial<RaceOptions> = {},
  range: Interval | undefined = [0, 1],
): RaceResult => run(new Race(meanScores(values, range), { ...OPTIONS, ...options }));

describe('a race', () => {
  const values = scoresOf(3, 300, [0, 0.15, 0.1, -0.05, 0.14]);

  test('has one answer whatever the order of its candidates', () => {
    const turned = race(values.toReversed());
    const straight = race(values);
    expect(4 - turned.best).toBe(straight.best);
    expect(turned.within).toBe(straight.within);
    expect(turned.candidates.toReversed().map(({ pictures }) => pictures)).toEqual(
      straight.candidates.map(({ pictures }) => pictures),
    );
  });

  test('of scores times 5 and 3 more has bounds 5 times as wide', () => {
    const scaled = race(
      values.map((one) => one.map((value) => 5 * value + 3)),
      {},
      [3, 8],
    );
    expect(scaled.within).toBeCloseTo(5 * race(values).within, 9);
    expect(scaled.best).toBe(race(values).best);
  });

  test('that minimises the negative is the same', () => {
    const least = race(
      values.map((one) => one.map((value) => -value)),
      { goal: 'minimise' },
      [-1, 0],
    );
    expect({ ...least, candidates: [], alike: [], looks: [] }).toEqual({
      ...race(values),
      candidates: [],
      alike: [],
      looks: [],
    });
  });

  test('of equal cameras loses nobody', () => {
    const [one] = scoresOf(1, 200, [0]);
    const { candidates, alike } = race([one!, one!, one!]);
    expect(candidates.map(({ status }) => status)).toEqual(['best', 'alike', 'alike']);
    expect(alike.every(({ morePictures }) => morePictures === null)).toBe(true);
  });

  test('that is stopped and extended is the race at once', () => {
    const short = new Race(meanScores(values, [0, 1]), { ...OPTIONS, runs: 300 });
    expect(run(short).stopped).toBe('runs');
    expect(run(new Race(meanScores(values, [0, 1]), OPTIONS)).looks).toEqual(
      expect.arrayContaining([...short.result.looks]),
    );
  });

  test('loses the best in at most 5 of 40', () => {
    const lost = Array.from({ length: 40 }, (_, seed) => {
      const { candidates } = race(scoresOf(seed + 1, 120, [0.02, 0, 0, 0, 0, 0]));
      return candidates[0]!.status === 'eliminated';
    });
    expect(lost.filter(Boolean).length).toBeLessThanOrEqual(5);
  });

  test('ends when nobody is dearer than one that beats it', () => {
    const { stopped, front } = race(scoresOf(2, 200, [0.2, 0]), { front: [[2], [1]] });
    expect({ stopped, front }).toEqual({ stopped: 'pictures', front: [0, 1] });
    const alone = race(scoresOf(2, 200, [0.2, 0, -0.2]), { front: [[2], [1], [1]] });
    expect(alone.candidates.map(({ by }) => by)).toEqual([undefined, undefined, 1]);
  });
});

const pictures = (n = 30): number[] => Array.from({ length: n }, (_, i) => (i % 7) / 7);
const TABLE = {
  version: 1,
  range: [0, 1],
  candidates: [
    { name: 'A', scores: pictures() },
    { name: 'B', scores: pictures() },
  ],
};
const withB = (change: object): object => ({
  ...TABLE,
  candidates: [TABLE.candidates[0], { ...TABLE.candidates[1], ...change }],
});

test.each<[string, string, object]>([
  ['version', 'Must be 1.', { ...TABLE, version: 2 }],
  ['candidates', 'Missing.', { version: 1 }],
  ['candidates', 'A race needs two.', { ...TABLE, candidates: [TABLE.candidates[0]] }],
  ['candidates[1].name', 'There are two called A.', withB({ name: 'A' })],
  ['candidates[1].name', 'At most 200 letters.', withB({ name: 'B'.repeat(10_000) })],
  ['candidates[1].scores', '29 pictures, candidates[0] has 30.', withB({ scores: pictures(29) })],
  [
    'candidates[1].scores[3]',
    '1.2 lies outside range.',
    withB({ scores: pictures().with(3, 1.2) }),
  ],
  [
    'candidates[1].scores[3]',
    'Not a number.',
    withB({ scores: [...pictures(3), 'NaN', ...pictures(26)] }),
  ],
  ['candidates', 'No picture is left.', withB({ scores: pictures().map(() => null) })],
  ['range', 'From low to high.', { ...TABLE, range: [1, 0] }],
  [
    'race.method',
    'betting needs range, and a score that is a mean over pictures.',
    { ...TABLE, range: undefined, race: { method: 'betting' } },
  ],
  ['race.method', 'One of betting, student, halving.', { ...TABLE, race: { method: 'luck' } }],
  ['race.alpha', 'From .0001 to .5.', { ...TABLE, race: { alpha: 0.6 } }],
  ['race.first', 'At least 8 pictures.', { ...TABLE, race: { first: 7 } }],
  [
    'race.budget.pictures',
    'A whole number from 2.',
    { ...TABLE, race: { budget: { pictures: 20.5 } } },
  ],
  [
    'candidates',
    'A race needs two pictures.',
    {
      ...TABLE,
      candidates: TABLE.candidates.map((one) => ({ ...one, scores: pictures(1) })),
    },
  ],
  ['race.growth', 'From 1.1 to 4.', { ...TABLE, race: { growth: 1 } }],
  ['front[0]', 'candidates[0] has no price.', { ...TABLE, front: ['price'] }],
  [
    'conditions[1].weight',
    'Above 0.',
    { ...TABLE, conditions: [{ name: 'day' }, { name: 'dusk', weight: 0 }] },
  ],
  [
    'candidates[1].colour',
    'A candidate has a field that is not known, colour; its fields are name, scores.',
    withB({ colour: 3 }),
  ],
])('a table is refused at %s: %s', (field, message, table) => {
  expect(() => readScoreRace(JSON.parse(JSON.stringify(table)))).toThrow(
    expect.objectContaining({ field, message }),
  );
});

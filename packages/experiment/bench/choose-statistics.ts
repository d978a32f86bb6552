import { Race } from '../src/race/race.ts';
import { meanScores, precisionScores, type RaceScores } from '../src/race/race-scores.ts';
import { poolOf } from '../src/yield/pool.ts';
import { planChoice } from '../src/choose/plan-choice.ts';

/** A piece of arithmetic, and how long it may take. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
  readonly limit: number;
}

const [PICTURES, CANDIDATES, PRECISIONS, DRAWS, VARIABLES] = [400, 2000, 50, 1000, 60];

/** Numbers from 0 to 1 that repeat late. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    yield (state >>> 0) / 2 ** 32;
  }
}

const timed = async (name: string, limit: number, work: () => unknown): Promise<Timed> => {
  const start = performance.now();
  await work();
  return { name, seconds: (performance.now() - start) / 1000, limit };
};

/** A look at all pictures, with the bounds of those that are left. */
function lookOnce(scores: RaceScores, method: 'betting' | 'student'): void {
  const race = new Race(scores, {
    ...{ method, alpha: 0.05, first: PICTURES, growth: 1.5, indifference: 0 },
    ...{ goal: 'maximise', runsPerPicture: 1 },
  });
  for (let step = race.next(); step; step = race.next()) race.judge(step);
  void race.result;
}

/** Scores of candidates that are left in the end, or not. @param spread of their means. */
function scoresOf(candidates: number, spread: number): RaceScores {
  const next = uniform(candidates);
  const gains = Array.from({ length: candidates }, () => spread * next.next().value);
  return meanScores(
    gains.map((gain) =>
      Float64Array.from({ length: PICTURES }, () => gain + 0.5 * next.next().value),
    ),
    [0, 1],
  );
}

/** Found marks of four objects a picture. */
function precisions(): RaceScores {
  const next = uniform(7);
  const truths = Array.from({ length: PICTURES }, () => 4);
  const found = Array.from({ length: PRECISIONS }, (_, candidate) =>
    truths.map((count) =>
      Array.from({ length: count + 1 }, (): readonly [number, 0 | 1] => [
        next.next().value,
        next.next().value < 0.5 + candidate / 500 ? 1 : 0,
      ]),
    ),
  );
  return precisionScores([{ weight: 1, truths, found }], { draws: DRAWS, seed: 1 });
}

/** Every published lens with every published sensor under five lights, 20,000 of them at most. */
const CHECKED = {
  version: 1,
  recipe: { scene: 'Macbeth', illuminant: 'D65' },
  parts: {
    lens: ['published:*'],
    sensor: ['published:*'],
    light: [100, 200, 300, 400].map((value) => ({
      name: `${value} cd/m2`,
      set: { sceneLuminance: value },
    })),
  },
  requirements: { imageCircle: true, workingDistanceM: 2, objectPixelsPerMm: 5 },
  goal: { figure: 'sensor.snrAtGrey18' },
};

/** Times what C12 of docs/reference/choose.md limits. */
export async function timeStatistics(say: (one: Timed) => void): Promise<readonly Timed[]> {
  const apart = scoresOf(CANDIDATES, 0.5);
  const near = scoresOf(50, 0);
  const detections = precisions();
  const works: readonly (readonly [string, number, () => unknown])[] = [
    [`${CANDIDATES} candidates, ${PICTURES} pictures, bets`, 2, () => lookOnce(apart, 'betting')],
    [`bounds of 50 candidates, ${PICTURES} pictures, bets`, 1, () => lookOnce(near, 'betting')],
    [
      `average precision of ${PRECISIONS} candidates, ${PICTURES} pictures, ${DRAWS} draws`,
      10,
      () => lookOnce(detections, 'student'),
    ],
    [
      `a pool of ${VARIABLES} tolerances`,
      1,
      () =>
        poolOf(
          1,
          Array.from({ length: VARIABLES }, () => 'normal' as const),
        ),
    ],
    [
      '17,664 cameras checked, or as many as there are',
      5,
      async () => {
        const planned = await planChoice(CHECKED, {});
        if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
      },
    ],
  ];
  const found: Timed[] = [];
  for (const [name, limit, work] of works) {
    const one = await timed(name, limit, work);
    say(one);
    found.push(one);
  }
  return found;
}

import { hashToSeed } from '@lumenloom/contract';
import { describe, expect, test } from 'vitest';
import { raceCsv } from '../race/race-document.ts';
import type { NoiseLine, RunsOfRace } from './choice-lines.ts';
import { choiceResults } from './choice-results.ts';
import { planChoice, type PlannedChoice } from './plan-choice.ts';
import type { RaceBench, RunLine, Wanted } from './race-bench.ts';
import { raceCameras, type EndedRace } from './race-cameras.ts';

const PICTURES = 120;

interface Trial {
  readonly names?: readonly string[];
  /** Of each camera by its name: how much better than the mean. */
  readonly better?: Readonly<Record<string, number>>;
  readonly fails?: (camera: string, picture: number) => boolean;
  readonly race?: object;
  readonly more?: object;
  readonly before?: readonly RunLine[];
  /** Runs after which it is stopped. */
  readonly stopAfter?: number;
}

const planOf = async ({ names = ['a', 'b', 'c', 'd'], race = {}, more = {} }: Trial) => {
  const set = { sensor: 'Bayer-grbg', 'sensorParams.rows': 60, 'sensorParams.cols': 90 };
  const read = await planChoice(
    {
      version: 1,
      recipe: { scene: 'Macbeth', illuminant: 'D65', sceneLuminance: 30 },
      parts: { sensor: names.map((name) => ({ name, set })) },
      goal: { figure: 'sensor.snrAtGrey18', range: [0, 1] },
      race,
      ...more,
    },
    {},
  );
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
};

/** A number from 0 to 1 that a picture and a camera have. */
const uniform = (...parts: readonly unknown[]): number => hashToSeed(parts) / 2 ** 32;

/** Scores without a camera: luck of the picture, which all share, and luck of the camera. */
const scoreOf = ({ better = {} }: Trial, camera: string, picture: number): number =>
  0.3 + 0.3 * uniform('luck', picture) + 0.1 * uniform(camera, picture) + (better[camera] ?? 0);

async function raced(trial: Trial) {
  const planned: PlannedChoice = await planOf(trial);
  const computed: string[] = [];
  const lines: RunLine[] = [...(trial.before ?? [])];
  const isStopped = (): boolean => computed.length >= (trial.stopAfter ?? Infinity);
  const bench: RaceBench = {
    order: Array.from({ length: PICTURES }, (_, i) => String(i)),
    notes: [],
    compute: async ({ cameras, images }: Wanted, ended) => {
      for (const image of images)
        for (const { name } of cameras) {
          if (isStopped()) return;
          computed.push(`${name} ${image}`);
          const about = { image, camera: name, condition: '' };
          const line: NoiseLine = trial.fails?.(name, Number(image))
            ? { ...about, status: 'failed', message: 'it failed.' }
            : {
                ...about,
                status: 'done',
                value: scoreOf(trial, name, Number(image)),
                exposureSeconds: 1,
              };
          lines.push(line);
          await ended([line]);
        }
    },
    scores: (names, runs) => {
      const done = (camera: number, image: string) =>
        (runs as RunsOfRace<NoiseLine>).done(names[camera]!, image)?.[0];
      return {
        range: [0, 1],
        isThere: (camera, image) => done(camera, image) !== undefined,
        ofPicture: (camera, image) => {
          const line = done(camera, image);
          return line?.status === 'done' ? line.value! : NaN;
        },
      };
    },
    end: async () => undefined,
  };
  const ended = await raceCameras(
    planned,
    bench,
    {
      before: trial.before ?? [],
      add: async () => undefined,
      kept: (line) => line as NoiseLine,
      look: () => undefined,
      say: () => undefined,
      begins: () => undefined,
    },
    isStopped,
  );
  const programs = { version: '1', node: 'v1' };
  return {
    computed,
    lines,
    ended,
    results: ended && choiceResults(planned, programs, ended, []),
  };
}

const left = ({ cameras, result }: EndedRace): readonly string[] =>
  result.candidates.flatMap(({ status }, at) =>
    ['best', 'alike'].includes(status) ? [cameras[at]!.name] : [],
  );

const BEST = { better: { c: 0.2 } };

describe('a race of cameras', () => {
  test('finds the planted one, computes nothing twice, and says so', async () => {
    const { computed, ended, results } = await raced(BEST);
    expect(left(ended!)).toEqual(['c']);
    expect(results!.sentence).toBe('c is the best (95 %): the other 3 are behind it.');
    expect(new Set(computed).size).toBe(computed.length);
    expect(results!.runs).toBe(computed.length);
    expect(results!.runs).toBeLessThan(4 * PICTURES);
  });

  test('the order of candidates changes nothing but their places', async () => {
    const [one, other] = [await raced(BEST), await raced({ ...BEST, names: ['d', 'c', 'b', 'a'] })];
    const scores = ({ results }: typeof one) =>
      Object.fromEntries(
        results!.candidates.map(({ name, score, status }) => [name, [score, status]]),
      );
    expect(scores(one)).toEqual(scores(other));
  });

  test('equal cameras: nobody goes', async () => {
    const { ended } = await raced({ race: { budget: { pictures: 60 } } });
    expect(left(ended!)).toEqual(['a', 'b', 'c', 'd']);
    expect(ended!.result.stopped).toBe('pictures');
  });

  test('a race that is stopped, or gets a larger budget, ends as one at once', async () => {
    const whole = await raced(BEST);
    const stopped = await raced({ ...BEST, stopAfter: 33 });
    expect(stopped.ended).toBeUndefined();
    const resumed = await raced({ ...BEST, before: stopped.lines });
    expect(resumed.results).toEqual(whole.results);
    expect(resumed.computed.length).toBe(whole.computed.length - 33);
    const small = await raced({ race: { budget: { pictures: 30 } } });
    const large = await raced({ race: { budget: { pictures: 90 } }, before: small.lines });
    expect(large.results).toEqual((await raced({ race: { budget: { pictures: 90 } } })).results);
  });

  test('pictures that chose who races do not judge it', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `n${i}`);
    const { ended, results, computed } = await raced({
      names,
      better: { n7: 0.2 },
      race: { preview: { pictures: 12, share: 0.1 } },
    });
    expect(ended!.cameras).toHaveLength(2);
    expect(ended!.cameras.map(({ name }) => name)).toContain('n7');
    const judged = new Set(ended!.scores.order);
    for (let picture = PICTURES - 12; picture < PICTURES; picture += 1)
      expect(judged.has(String(picture))).toBe(false);
    expect(ended!.result.family).toBe(1);
    expect(results!.sentence).toMatch(
      /^Of the 2 that were raced \(18 were left out by a preview, without proof\), n7 is /,
    );
    expect(results!.runs).toBe(computed.length);
    expect(results!.preview).toMatchObject({ pictures: 12, runs: 240 });
  });

  test('a picture that fails for one counts for none, and the next takes its place', async () => {
    const { ended } = await raced({
      fails: (camera, picture) => camera === 'b' && picture % 4 === 1,
      race: { budget: { pictures: 20 } },
    });
    expect(ended!.result.pictures).toBe(20);
    expect(ended!.scores.order.slice(0, 20).some((image) => Number(image) % 4 === 1)).toBe(false);
    const half = await raced({ fails: (_, picture) => picture % 2 === 0 });
    expect(half.ended!.scores.pictures).toBe(PICTURES / 2);
  });

  test('a camera without any score leaves before the first look; without all there is no race', async () => {
    const { results } = await raced({ ...BEST, fails: (camera) => camera === 'a' });
    expect(results!.broken).toEqual([{ name: 'a', message: 'it failed.' }]);
    expect(results!.family).toBe(2);
    await expect(raced({ fails: () => true })).rejects.toThrow('No camera has a score: it failed.');
  });

  test('a budget below the first look is refused', async () => {
    await expect(raced({ race: { budget: { runs: 20 } } })).rejects.toThrow(
      'Too few for a first look.',
    );
  });

  test('names that spreadsheets would evaluate are text', async () => {
    const { results } = await raced({ names: ['=1+1', '@b'], race: { budget: { pictures: 20 } } });
    expect(raceCsv(results!, [])).toContain("\n'=1+1,");
  });
});

test('40 small races lose the best at most 5 times', async () => {
  let lost = 0;
  for (let seed = 0; seed < 40; seed += 1) {
    const names = Array.from({ length: 5 }, (_, i) => `${seed} ${i}`);
    const { ended } = await raced({ names, better: { [`${seed} 2`]: 0.02 } });
    if (!left(ended!).includes(`${seed} 2`)) lost += 1;
  }
  expect(lost).toBeLessThanOrEqual(5);
});

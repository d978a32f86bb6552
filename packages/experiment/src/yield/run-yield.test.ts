import { binomialInterval } from '@lumenloom/scoring';
import { describe, expect, it } from 'vitest';
import golden from '../../../engine/references/choose/yield.json' with { type: 'json' };
import { planYield } from './plan-yield.ts';
import { findYield, yieldSentence, type YieldFindings } from './run-yield.ts';

const found = async (document: object): Promise<YieldFindings> => {
  const planned = await planYield(document);
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const { document: read, scoreOf } = planned.value;
  const findings = await findYield(read, async (runs) => runs.map((run) => scoreOf(run, {})));
  if ('problem' in findings) throw new Error(findings.problem);
  return findings;
};
const withSeed = (document: object, seed: number, more: object = {}) => ({
  ...document,
  loosen: undefined,
  seed,
  ...more,
});

describe.each(golden.cases.map((one) => [one.name, one] as const))(
  '%s',
  (name, { document, expected }) => {
    it('has the sensitivities of the formulas', async () => {
      const { sensitivities, nominal } = await found(withSeed(document, 1));
      expect(nominal.value).toBeCloseTo(expected.nominal, 12);
      expect(nominal.interval).toBeNull();
      expected.sensitivities.forEach((one, i) => {
        const mine = sensitivities[i]!;
        expect(mine.name).toBe(one.name);
        expect(mine.plus).toBeCloseTo(one.plus, 10);
        expect(mine.minus).toBeCloseTo(one.minus, 10);
        expect(mine.share).toBeCloseTo(one.share, 5);
      });
    });

    it('has the share of four million draws, with half of the deviation of plain runs', async () => {
      const seeds = Array.from({ length: name === 'linear' ? 20 : 8 }, (_, i) => i + 1);
      const shares: number[] = [];
      for (const seed of seeds) shares.push((await found(withSeed(document, seed))).share);
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      const deviation = Math.sqrt(
        shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1),
      );
      const { plainStandardDeviation: plain } = expected.modelOfTheReference;
      expect(deviation).toBeLessThan(plain / 2);
      expect(Math.abs(mean - expected.share)).toBeLessThan(
        4 * Math.hypot(deviation / Math.sqrt(shares.length), expected.shareError),
      );
    });
  },
);

describe('loosen', () => {
  it.each(
    golden.cases.flatMap((one) => ('loosen' in one.expected ? [[one.name, one] as const] : [])),
  )('%s within 2 %', async (_, { document, expected }) => {
    const { loosen } = await found(document);
    expect(loosen!.isReached).toBe(true);
    for (const [name, value] of Object.entries(expected.loosen!))
      expect(Math.abs(loosen!.tolerances[name]! / value - 1)).toBeLessThan(0.02);
    expect(loosen!.high).toBeGreaterThan(0.97);
  });

  it('buys the cheapest grades', async () => {
    const { document, expected } = golden.grades;
    const { loosen } = await found(document);
    expect(loosen!.cost).toBe(expected.cost);
    const grades = document.spread.map(({ name, grades: list }) =>
      list.findIndex(({ plusMinus }) => Math.abs(plusMinus - loosen!.tolerances[name]!) < 1e-12),
    );
    expect(expected.equal).toContainEqual(grades);
  });
});

it('intervals of Clopper and Pearson', () => {
  for (const { passed, runs, low, high } of golden.clopper) {
    const mine = binomialInterval(passed, runs);
    expect(mine.low).toBeCloseTo(low, 10);
    expect(mine.high).toBeCloseTo(high, 10);
  }
});

describe('methods', () => {
  const [linear] = golden.cases;

  it('plain runs have the exact interval, and no model', async () => {
    const { method, share, low, high, check } = await found(
      withSeed(linear!.document, 3, { method: 'plain' }),
    );
    expect(method).toBe('plain');
    const exact = binomialInterval(Math.round(100 * share), 100);
    expect([low, high]).toEqual([exact.low, exact.high]);
    expect(check.runs).toBe(20);
  });

  it('a response that no parabola follows is left to plain runs', async () => {
    const document = {
      spread: [{ name: 'x', plusMinus: 1, distribution: 'uniform' }],
      score: { expression: 'cos(9*x)' },
      limit: 0.5,
    };
    expect((await found(document)).method).toBe('plain');
  });

  it('says what it found', async () => {
    const planned = await planYield(withSeed(linear!.document, 1));
    const findings = await found(withSeed(linear!.document, 1));
    expect(yieldSentence(findings, planned.ok ? planned.value.document : undefined!)).toMatch(
      /^9\d\.\d % of cameras reach 9\.9359 \(9\d\.\d to 9\d\.\d %, 113 runs; as many plain runs: 8\d to 9\d %\)\. x4 makes 28 % of the spread\.$/,
    );
  });
});

it('tells of a score that no tolerance changes, and of grades that are not used', async () => {
  const document = {
    spread: [
      { name: 'x', plusMinus: 1, grades: [{ plusMinus: 2, cost: 1 }] },
      { name: 'y', plusMinus: 1 },
    ],
    score: { expression: '5' },
    limit: 1,
    loosen: { yield: 0.9 },
  };
  const planned = await planYield(document);
  const findings = await found(document);
  expect(yieldSentence(findings, planned.ok ? planned.value.document : undefined!)).toMatch(
    / No tolerance changes the score\.$/,
  );
  expect(findings.notes).toEqual([
    'grades count only where all of spread have them: none was bought',
    'each of the 100 cameras that were run is good, so the interval is the belief of the model; the first 20 runs alone show 83.2 to 100.0 %',
  ]);
});

describe('the pictures of a data set', () => {
  const onPictures = (score: object) =>
    planYield({
      recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg' },
      evaluate: { dataset: 'example:marks', network: 'example:marks' },
      spread: [{ name: 'noise', path: 'sensorParams.read_noise', nominal: 2, plusMinus: 1 }],
      limit: 0.6,
      score,
    });
  const run = { deviations: [0] };
  const draws = [0.4, 0.6].map((value) => ({ 'dataset.map50': value }));
  const outcome = { figures: { 'dataset.map50': 0.5 }, sample: { pictures: 20, draws } };

  it('give the score as designed an interval, beside which the limit is judged', async () => {
    const planned = await onPictures({ figure: 'dataset.map50' });
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    const { document, picturedOf } = planned.value;
    const pictured = picturedOf(run, outcome)!;
    // Student's t of 19 is 2.093024, the deviation of two draws .2/sqrt(2).
    const half = (2.0930240544 * 0.2) / Math.SQRT2;
    expect(pictured.interval![0]).toBeCloseTo(0.5 - half, 9);
    expect(pictured.interval![1]).toBeCloseTo(0.5 + half, 9);
    const findings = await findYield(
      document,
      async (runs) => runs.map(({ deviations: [u] }) => 0.5 + 0.02 * u!),
      () => pictured,
    );
    expect(findings).toMatchObject({
      nominal: { value: 0.5, interval: pictured.interval },
      notes: expect.arrayContaining([
        'the limit lies within the error of the pictures',
        'few pictures: the interval of the score as designed is rough',
      ]) as object,
    });
  });

  it('give none to a score that does not depend on them', async () => {
    const planned = await onPictures({ expression: '0 * dataset.map50 + 1' });
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    expect(planned.value.picturedOf(run, outcome)).toBeUndefined();
  });
});

describe('refusals', () => {
  const right = { spread: [{ name: 'x', plusMinus: 1 }], score: { expression: 'x' }, limit: 0 };
  it.each([
    [{ ...right, limit: undefined }, 'limit', 'Missing.'],
    [{ ...right, spread: [] }, 'spread', 'At least one.'],
    [
      { ...right, spread: [{ name: 'x', plusMinus: 1, percent: 2 }] },
      'spread[0]',
      'plusMinus or percent, not both.',
    ],
    [
      { ...right, spread: [{ name: 'x', plusMinus: 1, distribution: 'cauchy' }] },
      'spread[0].distribution',
      'One of uniform, normal, ends.',
    ],
    [
      { ...right, spread: [{ name: 'x', plusMinus: 1, grades: [{ plusMinus: 1, cost: 0 }] }] },
      'spread[0].grades[0].cost',
      'Above 0.',
    ],
    [{ ...right, runs: 19 }, 'runs', 'A whole number from 20 to 100,000.'],
    [{ ...right, runs: 1e9 }, 'runs', 'A whole number from 20 to 100,000.'],
    [
      { ...right, score: { expression: 'x + z' } },
      'score.expression',
      'z is no figure, and no spread without a path has this name.',
    ],
    [
      { ...right, spread: [{ name: 'x', percent: 5 }] },
      'spread[0].percent',
      '5 % of 0 is no tolerance; give plusMinus, or a nominal value.',
    ],
    [{ ...right, loosen: { yield: 1 } }, 'loosen.yield', 'Between 0 and 1.'],
    [{ ...right, limt: 3 }, 'limt', 'There is no key of this name; did you mean limit?'],
    [
      { ...right, score: { figure: 'sensor.beauty' }, recipe: {} },
      'score.figure',
      'There is no figure sensor.beauty.',
    ],
    [
      {
        ...right,
        recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg' },
        score: { figure: 'sensor.snrAtGrey18' },
        spread: [{ path: 'sensorParams.pixel_size', nominal: 2, plusMinus: 3 }],
      },
      'spread[0]',
      'sensorParams.pixel_size = -1: ',
    ],
  ])('%o', async (document, field, message) => {
    const planned = await planYield(document);
    expect(planned.ok).toBe(false);
    const [problem] = planned.ok ? [] : planned.problems;
    expect(problem!.field).toContain(field);
    expect(problem!.message).toContain(message);
  });
});

import { expect, test } from 'vitest';
import golden from '../../references/intervals.json' with { type: 'json' };
import { detectionSummary } from '../detection/figures.ts';
import { matchDetections } from '../detection/match.ts';
import type { CocoResult } from '../detection/coco.ts';
import { bootstrap, type Bootstrap } from './bootstrap.ts';
import {
  fewPictures,
  intervalAround,
  meanBootstrap,
  spreadDifferences,
  spreadIntervals,
} from './spread.ts';
import { studentQuantile } from './student.ts';

const share = () => [0, 1] as const;

// By scipy 1.17, stats.t.isf.
test.each([
  [0.4, 1, 0.32491969623290634],
  [0.05, 2, 2.9199855803537256],
  [0.025, 29, 2.045229642132704],
  [1e-7, 1, 3183098.8618378025],
  [1e-7, 3, 222.5715909471987],
  [1e-7, 19, 7.905112633688786],
  [1e-5, 49.5, 4.715915790750028],
  [1e-7, 199, 5.388166627583942],
  [1e-7, 100_000, 5.199701988365053],
])("Student's quantile of a tail of %f and %f degrees of freedom", (tail, degrees, expected) => {
  expect(Math.abs(studentQuantile(tail, degrees) / expected - 1)).toBeLessThan(1e-7);
});

/** One object of a picture or one result: found where their places agree. */
const box = (place: number) => ({ bbox: [20 * place, 0, 10, 10], area: 100 });

/** A bootstrap of the average precision of lists of [score, hit]. */
function drawsOf(
  truths: readonly number[],
  found: readonly (readonly (readonly number[])[])[],
  how: { readonly draws: number; readonly seed: number },
) {
  const annotations = truths.flatMap((count, image_id) =>
    Array.from({ length: count }, (_, at) => ({ image_id, category_id: 1, ...box(at) })),
  );
  const results = found.flatMap((list, image_id) => {
    let hits = 0;
    return list.map(([score, hit], at): CocoResult => {
      const place = hit === 1 ? (hits += 1) - 1 : 1000 + at;
      return { image_id, category_id: 1, score: score!, bbox: box(place).bbox };
    });
  });
  const matches = matchDetections(
    { images: truths.map((_, id) => ({ id })), categories: [{ id: 1 }], annotations },
    results,
  );
  return bootstrap({
    images: truths.length,
    draws: how.draws,
    seed: how.seed,
    figuresOf: (weights) => ({ map: detectionSummary(matches, weights).map }),
  });
}

const meanOver = (
  candidate: { readonly found: number[][][][] },
  one: (typeof golden.cases)[number],
): Bootstrap =>
  meanBootstrap(
    candidate.found.map((found, at) => ({
      weight: 1,
      bootstrap: drawsOf(one.truths[at]!, found, one),
    })),
    one.truths[0]!.length,
  );

test.each(golden.cases)('$name: estimate, interval and paired difference', (one) => {
  const draws = new Map(
    one.candidates.map((candidate) => [candidate.name, meanOver(candidate, one)]),
  );
  for (const { name, score, interval } of one.candidates) {
    const own = draws.get(name)!;
    expect(own.whole['map']).toBeCloseTo(score, 9);
    const [low, high] = spreadIntervals(own, share)['map']!;
    expect([low, high]).toEqual(interval.map((end) => expect.closeTo(end, 6) as number));
  }
  if (!one.difference) return;
  const { from, to, value, deviation } = one.difference;
  const { map } = spreadDifferences(draws.get(from)!, draws.get(to)!, share);
  expect(map!.value).toBeCloseTo(value, 9);
  const half = studentQuantile(0.025, one.truths[0]!.length - 1) * deviation;
  expect(map!.interval![1] - value).toBeCloseTo(half, 6);
  expect(spreadDifferences(draws.get(from)!, draws.get(from)!, share)['map']).toEqual({
    value: 0,
    interval: [0, 0],
  });
});

test('an interval is cut at the range of its figure, and one picture has none', () => {
  expect(intervalAround(0.99, [0.9, 1], 20, [0, 1])![1]).toBe(1);
  expect(intervalAround(0.1, [0, 0.2], 3, [0, Infinity])![0]).toBe(0);
  expect(intervalAround(0.5, [0.5, 0.5], 1)).toBeNull();
  expect(intervalAround(0, [0, 0], 1)).toEqual([0, 0]);
  expect(intervalAround(null, [0.5], 9)).toBeNull();
});

test('a draw without a figure that a condition has counts for no mean', () => {
  const part = (values: readonly (number | null)[], whole: number | null): Bootstrap => ({
    images: 4,
    whole: { map: whole },
    draws: values.map((map) => ({ map })),
  });
  const mean = meanBootstrap(
    [
      { weight: 3, bootstrap: part([0.4, null, 0.8], 0.6) },
      { weight: 1, bootstrap: part([0.8, 0.8, 0.4], 0.2) },
      { weight: 9, bootstrap: part([null, null, null], null) },
    ],
    4,
  );
  expect(mean.whole['map']).toBeCloseTo(0.5, 12);
  expect(mean.draws.map(({ map }) => map)).toEqual([
    expect.closeTo(0.5, 12),
    null,
    expect.closeTo(0.7, 12),
  ]);
});

test('below 30 pictures a word is said', () => {
  expect(fewPictures(29)).toMatch(/few pictures/);
  expect(fewPictures(30)).toBeUndefined();
});

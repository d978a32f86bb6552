import { describe, expect, it, test } from 'vitest';
import golden from '../../references/keypoints.json' with { type: 'json' };
import pairs from '../../references/tasks.json' with { type: 'json' };
import type { CocoTruth } from './coco.ts';
import { keypointSummary } from './figures.ts';
import { defaultSigmas, keypointLikeness, keypointSimilarity } from './keypoints.ts';
import { matchDetections } from './match.ts';

/** Digits after the point within which numbers of other programs are met. */
const DIGITS = 9;

test.each(pairs.keypoints)('the similarity of pair %# is the golden one', (pair) => {
  const { truth, found, area, sigmas, oks } = pair;
  const object = { points: truth, area, box: undefined };
  expect(keypointSimilarity({ points: found }, object, sigmas)).toBeCloseTo(oks, DIGITS);
});

it("is exp(-1/2) where each point is one deviation off, twice COCO's sigma times the scale", () => {
  const sigmas = [0.05, 0.1];
  const points = [10, 20, 2, 30, 40, 1];
  // The scale of an area of 400 is 20: 2 and 4 pixels.
  const found = { points: [12, 20, 1, 30, 36, 1] };
  const object = { points, area: 400, box: undefined };
  expect(keypointSimilarity(found, object, sigmas)).toBeCloseTo(Math.exp(-0.5), DIGITS);
});

describe.each(Object.entries(golden.cases))("%s, beside COCO's own evaluator", (_, one) => {
  it('has its ten numbers', () => {
    const matches = matchDetections(one, one.results, {
      likeness: keypointLikeness(one.sigmas),
    });
    const figures = keypointSummary(matches);
    for (const [name, value] of Object.entries(one.expected))
      expect([name, figures[name as keyof typeof figures]]).toEqual([
        name,
        expect.closeTo(value, DIGITS),
      ]);
    expect(figures).toEqual(keypointSummary(matches, new Uint32Array(8).fill(1)));
    // Twice every picture changes recalls of nothing.
    expect(keypointSummary(matches, new Uint32Array(8).fill(2)).mar50).toBe(figures.mar50);
  });
});

it('refuses key points of another number by their place', () => {
  const { persons } = golden.cases;
  expect(() =>
    matchDetections(persons as CocoTruth, persons.results, {
      likeness: keypointLikeness(defaultSigmas(5)),
    }),
  ).toThrow(/^annotations\[0\]\.keypoints must have 15 numbers/);
});

import { matchDetections, detectionFigures, type CocoTruth } from '@lumenloom/scoring';
import { cornersOf, type TurnedRectangle } from '@lumenloom/engine';
import { expect, it } from 'vitest';
import golden from '../../../../references/oriented.json' with { type: 'json' };
import { orientedLikeness } from './oriented-likeness.ts';

const figuresOf = (truth: unknown, results: typeof golden.results) =>
  detectionFigures(matchDetections(truth as CocoTruth, results, { likeness: orientedLikeness }));

it("has the mAP of COCO's evaluator with overlaps of turned boxes", () => {
  const figures = figuresOf(golden, golden.results);
  for (const [name, value] of Object.entries(golden.expected))
    expect([name, figures[name as 'map']]).toEqual([name, expect.closeTo(value, 9)]);
});

it('reads corners as it reads middle, sides and angle', () => {
  const annotations = golden.annotations.map(({ rbox, ...rest }) => ({
    ...rest,
    segmentation: [cornersOf(rbox as unknown as TurnedRectangle).flat()],
  }));
  expect(figuresOf({ ...golden, annotations }, golden.results).map).toBeCloseTo(
    golden.expected.map,
    9,
  );
});

it('refuses by place what is no rectangle', () => {
  const [first] = golden.results;
  expect(() => figuresOf(golden, [{ ...first!, rbox: [1, 2, 3] }])).toThrow(
    'results[0].rbox must have five numbers.',
  );
});

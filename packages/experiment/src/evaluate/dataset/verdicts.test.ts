import { expect, it } from 'vitest';
import { lossSentences, neededSentences, stageLosses, verdictsOf } from './verdicts.ts';

const MAP = { key: 'dataset.map', label: 'mAP', more: true } as const;
const ERROR = { ...MAP, label: 'relative error', more: false } as const;

const difference = (
  value: number,
  interval: readonly [number, number],
  shares: Readonly<Record<string, number>> = {},
) => ({
  from: 'a',
  to: 'b',
  covers: 'pictures and noise',
  figures: { 'dataset.map': { value, interval, imagesToShow: 327 } },
  ladder: Object.entries(shares).map(([stage, share]) => ({
    stage,
    figures: { 'dataset.map': share },
  })),
});

it.each([
  [
    difference(0.053, [0.02, 0.08], { framing: 0.001, optics: 0.018, pixel: -0.006, isp: 0.04 }),
    MAP,
    'b is better than a by .053 in mAP (.020 to .080), and .040 of it is the ISP, .018 the lens, -.006 the pixels.',
  ],
  [
    difference(-0.053, [-0.08, -0.02], { noise: -0.053 }),
    MAP,
    'a is better than b by .053 in mAP (.020 to .080), and .053 of it is the noise.',
  ],
  [
    difference(0.053, [0.02, 0.08], { noise: 0.053 }),
    ERROR,
    'a is better than b by .053 in relative error (.020 to .080), and .053 of it is the noise.',
  ],
  [difference(0.053, [0.02, 0.08]), MAP, 'b is better than a by .053 in mAP (.020 to .080).'],
  [
    difference(0.003, [-0.01, 0.02], { optics: 0.003 }),
    MAP,
    'b against a: no difference in mAP beyond chance, .003 (-.010 to .020).',
  ],
])('says which camera is better and why', (one, lead, sentence) => {
  expect(verdictsOf({ differences: [one] }, [lead])).toEqual([sentence]);
});

it('says how many pictures would show a difference where they are few', () => {
  const differences = [difference(0.003, [-0.01, 0.02])];
  expect(neededSentences({ differences, images: 99 }, MAP)).toEqual([
    'A difference of .02 in mAP between a and b would show with about 327 pictures (80 % power).',
  ]);
  expect(neededSentences({ differences, images: 100 }, MAP)).toEqual([]);
});

const RECALL = { key: 'dataset.mar100', label: 'recall', more: true } as const;
const withRecall = (
  one: ReturnType<typeof difference>,
  value: number,
  ends: readonly [number, number],
) => ({
  ...one,
  figures: { ...one.figures, [RECALL.key]: { value, interval: ends, imagesToShow: 90 } },
});

it.each([
  [
    withRecall(difference(0.004, [-0.01, 0.018]), -0.05, [-0.08, -0.02]),
    'b against a: no difference in mAP beyond chance, .004 (-.010 to .018), but a is better by .050 in recall (.020 to .080).',
  ],
  [
    withRecall(difference(0.004, [-0.01, 0.018]), 0.01, [-0.08, 0.1]),
    'b against a: no difference in mAP or recall beyond chance, .004 in mAP (-.010 to .018).',
  ],
  [
    withRecall(difference(0.053, [0.02, 0.08]), -0.05, [-0.08, -0.02]),
    'b is better than a by .053 in mAP (.020 to .080). But it is worse by .050 in recall (.020 to .080).',
  ],
  [withRecall(difference(0, [0, 0]), 0, [0, 0]), 'b against a: the same in mAP and recall.'],
])('compares every figure of the headline', (one, sentence) => {
  expect(verdictsOf({ differences: [one] }, [MAP, RECALL])).toEqual([sentence]);
});

it('says that two cameras at the floor have no difference', () => {
  const floor =
    'a and b: there is no difference to measure, because through both the network finds nothing.';
  expect(verdictsOf({ differences: [{ ...difference(0, [0, 0]), floor }] }, [MAP])).toEqual([
    floor,
  ]);
});

const rung = (stage: string, map: number, loss: number) => ({
  stage,
  figures: { 'dataset.map': map },
  loss: { 'dataset.map': loss },
});
const ladder = [rung('source', 0.5, 0), rung('framing', 0.74, -0.24), rung('isp', 0.7, 0.04)];
const seenBy = { name: 'a', figures: {}, intervals: {}, covers: '' };

it('names the part and the condition that cost most', () => {
  const at = (condition: string, isp: number) => ({
    condition,
    images: 9,
    figures: {},
    intervals: {},
    ladder: [rung('source', 0.5, 0), rung('framing', 0.48, 0.02), rung('isp', 0.4, isp)],
  });
  const byCondition = [at('day', -0.01), at('dusk', 0.155)];
  expect(lossSentences({ cameras: [{ ...seenBy, ladder, byCondition }] }, MAP)).toEqual([
    'a: most is lost to the ISP at dusk, .155 of mAP.',
  ]);
  const one = {
    ...difference(0.06, [0.02, 0.1], { isp: 0.06 }),
    byCondition: [
      {
        condition: 'day',
        figures: {},
        ladder: [{ stage: 'isp', figures: { 'dataset.map': 0.01 } }],
      },
      {
        condition: 'dusk',
        figures: {},
        ladder: [{ stage: 'isp', figures: { 'dataset.map': 0.11 } }],
      },
    ],
  };
  expect(verdictsOf({ differences: [one] }, [MAP])).toEqual([
    'b is better than a by .060 in mAP (.020 to .100), and .060 of it is the ISP (most at dusk: .110).',
  ]);
});

it('takes the loss of the framing over the objects that are in the frame', () => {
  const outside = { objects: 2, cut: 0, of: 4, source: { 'dataset.map': 1 } };
  expect(stageLosses({ ladder, outside }, MAP.key)).toEqual([
    { stage: 'framing', loss: 0.26 },
    { stage: 'isp', loss: 0.04 },
  ]);
  expect(stageLosses({ ladder }, MAP.key)[0]).toEqual({ stage: 'framing', loss: -0.24 });
});

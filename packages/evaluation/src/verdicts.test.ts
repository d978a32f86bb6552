import { expect, it } from 'vitest';
import { neededSentences, verdictsOf } from './verdicts.ts';

const MAP = { key: 'dataset.map', label: 'mAP', more: true } as const;
const ERROR = { ...MAP, label: 'relative error', more: false } as const;

const difference = (
  value: number,
  interval: readonly [number, number],
  shares: Readonly<Record<string, number>> = {},
) => ({
  ...{ from: 'a', to: 'b', covers: 'pictures and noise' },
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

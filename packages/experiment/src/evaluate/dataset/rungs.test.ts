import { expect, test } from 'vitest';
import { CAMERA_PARTS, type SimulationPlan } from '@lumenloom/engine';
import {
  ALL_SUBSETS,
  FRAMING,
  STAGES,
  SUBSET_OF_STAGE,
  WHOLE,
  effective,
  partsOf,
  shapleyLosses,
  subsetsFor,
} from './rungs.ts';

test('each rung has one part more than the rung before', () => {
  expect(STAGES.map((stage) => SUBSET_OF_STAGE[stage])).toEqual([
    '',
    'lens',
    'lens+pixel',
    'lens+pixel+noise',
    'lens+pixel+noise+isp',
  ]);
  expect(subsetsFor(false)).toEqual([WHOLE]);
  expect(subsetsFor(true)).toHaveLength(5);
  expect(new Set(subsetsFor('shapley')).size).toBe(16);
});

test('Shapley: shares sum to the whole loss, and are the plain ones where parts do not interact', () => {
  const costs = { lens: 0.2, pixel: 0.05, noise: 0.1, isp: -0.03 };
  const additive = (subset: string): number =>
    0.9 - [...partsOf(subset)].reduce((sum, part) => sum + costs[part], 0);
  const losses = shapleyLosses(additive);
  for (const part of CAMERA_PARTS) expect(losses[part]).toBeCloseTo(costs[part], 12);
  // Noise costs nothing before an ISP that clips it away: its share is half of the pair's.
  const clipped = (subset: string): number => {
    const parts = partsOf(subset);
    return parts.has('noise') && !parts.has('isp') ? 0.5 : 0.8;
  };
  const shared = shapleyLosses(clipped);
  expect(shared.noise).toBeCloseTo(0.15, 12);
  expect(shared.isp).toBeCloseTo(-0.15, 12);
  const random = new Map(ALL_SUBSETS.map((subset, at) => [subset, Math.sin(at * 12.9898) * 43.7]));
  const sum = Object.values(shapleyLosses((subset) => random.get(subset)!)).reduce(
    (a, b) => a + b,
    0,
  );
  expect(sum).toBeCloseTo(random.get(FRAMING)! - random.get(WHOLE)!, 9);
});

test('parts that a plan does not have are the same on and off', () => {
  const plan = (rest: object): SimulationPlan =>
    ({ sensor: { order: 'grbg' }, isp: {}, noise: true, ...rest }) as unknown as SimulationPlan;
  expect(effective(WHOLE, plan({}))).toBe(WHOLE);
  expect(effective(WHOLE, plan({ isp: undefined }))).toBe('lens+pixel+noise');
  expect(effective(WHOLE, plan({ sensor: { tile: [] } }))).toBe('lens+pixel+noise');
  expect(effective(WHOLE, plan({ sensor: undefined }))).toBe('lens');
  expect(effective(WHOLE, plan({ noise: false }))).toBe('lens+pixel+isp');
});

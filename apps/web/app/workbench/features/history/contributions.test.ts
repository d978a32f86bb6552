import { expect, it } from 'vitest';
import { constant } from '../../model/store.ts';
import { benchForTests } from '../../shell/bench/bench-for-tests.ts';
import { contribute } from './contributions.tsx';

it.each([
  ['Back', 'back', -1, 'Nothing to undo.'],
  ['Forward', 'forward', 1, 'Nothing to do again.'],
] as const)('%s is there while there is a step, and names it', async (label, way, by, none) => {
  const without = contribute(benchForTests().bench).actions![label]!;
  expect(without.now.current().reason).toBe(none);
  const steps = constant({ back: undefined, forward: undefined, [way]: 'optics A → B' });
  const { bench } = benchForTests({ steps });
  const action = contribute(bench).actions![label]!;
  expect(action.now.current()).toEqual({ hint: 'optics A → B', reason: undefined });
  await action.perform();
  expect(bench.move).toHaveBeenCalledExactlyOnceWith(by);
});

import { expect, test, vi } from 'vitest';
import { endTogether } from './end-together.ts';

test('when one work fails the others are stopped, and have ended before the failure is known', async () => {
  let end: () => void = () => undefined;
  let hasEnded = false;
  const other = new Promise<void>((resolve) => {
    end = resolve;
  }).then(() => {
    hasEnded = true;
  });
  const failing = Promise.reject(new Error('the disk is full'));
  const stop = vi.fn(() => setTimeout(end, 10));
  await expect(endTogether([other, failing], stop)).rejects.toThrow('the disk is full');
  expect(hasEnded).toBe(true);
  expect(stop).toHaveBeenCalledOnce();
});

test('works that end well are not stopped', async () => {
  const stop = vi.fn();
  await endTogether([Promise.resolve(), Promise.resolve()], stop);
  expect(stop).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writable } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('calls its listeners once for all values that are set soon, and at once for one that is set', () => {
  const value = writable(0);
  const heard: number[] = [];
  value.subscribe(() => heard.push(value.current()));
  value.setSoon(1);
  value.setSoon(2);
  expect([value.current(), heard]).toEqual([2, []]);
  vi.runAllTimers();
  expect(heard).toEqual([2]);
  value.setSoon(3);
  value.set(4);
  expect(heard).toEqual([2, 4]);
  vi.runAllTimers();
  value.set(4);
  value.setSoon(5);
  value.setSoon(4);
  vi.runAllTimers();
  expect(heard).toEqual([2, 4]);
});

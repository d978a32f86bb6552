import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writable } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('calls its listeners once for all frequent changes, and at once for another one', () => {
  const value = writable(0);
  const heard: number[] = [];
  value.subscribe(() => heard.push(value.current()));
  value.set(1, true);
  value.set(2, true);
  expect([value.current(), heard]).toEqual([2, []]);
  vi.runAllTimers();
  expect(heard).toEqual([2]);
  value.set(3, true);
  value.set(4);
  expect(heard).toEqual([2, 4]);
  vi.runAllTimers();
  const calls = heard.length;
  value.set(4);
  value.set(4, true);
  vi.runAllTimers();
  expect([heard.length, heard.at(-1)]).toEqual([calls, 4]);
});

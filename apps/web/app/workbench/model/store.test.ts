import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { derived, writable } from './store.ts';

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

it('keeps a listener that came by two ways when one of them ends', () => {
  const value = writable(0);
  const heard: number[] = [];
  const listener = () => heard.push(value.current());
  const ends = [value, derived([value], () => value.current())].map((one) =>
    one.subscribe(listener),
  );
  ends[1]!();
  value.set(1);
  expect(heard).toEqual([1]);
});

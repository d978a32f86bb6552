import { afterEach, describe, expect, it, vi } from 'vitest';
import { networkOf, SteadyStore } from './rate-limits.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('the counts of a route', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('end with their window, whatever the time of day says meanwhile', () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'], now: 1_800_000_000_000 });
    const store = new SteadyStore();
    const ask = (network: string): { readonly current: number; readonly ttl: number } => {
      let answer = { current: 0, ttl: 0 };
      store.incr(
        network,
        (_error, result) => {
          answer = result;
        },
        60_000,
      );
      return answer;
    };
    expect(ask('a')).toEqual({ current: 1, ttl: 60_000 });
    vi.advanceTimersByTime(20_000);
    vi.setSystemTime(1_700_000_000_000);
    expect(ask('a')).toEqual({ current: 2, ttl: 40_000 });
    expect(ask('b').current).toBe(1);
    vi.advanceTimersByTime(40_000);
    expect(ask('a')).toEqual({ current: 1, ttl: 60_000 });
    expect(ask('b').current).toBe(2);
  });
});

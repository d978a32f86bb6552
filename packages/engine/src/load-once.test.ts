import { describe, expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

describe('load once', () => {
  it('loads a value once per key, for all who ask', async () => {
    const store = new Map<string, Promise<string>>();
    let loads = 0;
    const load = (key: string) =>
      loadOnce(store, key, async () => {
        loads += 1;
        return `${key} ${loads}`;
      });
    const [first, second] = [load('a'), load('a')];
    expect(await Promise.all([first, second, load('b')])).toEqual(['a 1', 'a 1', 'b 2']);
    expect(await load('a')).toBe('a 1');
  });

  it('forgets a load that failed and tries again', async () => {
    const store = new WeakMap<object, Promise<string>>();
    const key = {};
    const fail = () => loadOnce(store, key, () => Promise.reject(new Error('disk is busy')));
    await expect(Promise.all([fail(), fail()])).rejects.toThrow('disk is busy');
    expect(await loadOnce(store, key, async () => 'there')).toBe('there');
    expect(await loadOnce(store, key, async () => 'again')).toBe('there');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, loadChunk } from './chunk-load.ts';

const address = '/assets/pricing-page-FEy8qi11.js';

describe('loadChunk', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('hands over the module and forgets the clock', async () => {
    await expect(loadChunk(address, () => Promise.resolve({ page: 1 }))).resolves.toEqual({
      page: 1,
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('names the chunk that failed, and why', async () => {
    const cause = new TypeError('Failed to fetch');
    await expect(loadChunk(address, () => Promise.reject(cause))).rejects.toMatchObject({
      name: 'ChunkLoadError',
      message: 'Loading chunk pricing-page-FEy8qi11 failed.',
      cause,
    });
  });

  it('waits two minutes and no longer', async () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
    const outcome = loadChunk(address, () => new Promise(() => undefined)).catch(
      (error: unknown) => error,
    );
    const settled = vi.fn();
    void outcome.then(settled);
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      name: 'ChunkLoadError',
      message: 'Loading chunk pricing-page-FEy8qi11 failed.',
    });
  });
});

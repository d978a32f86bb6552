import { digestOf } from './digest.ts';

/** Keeps results of stages by their keys. What it gives must not be changed. */
export interface StageMemory {
  /** Results that need more than this, in bytes, are not kept. */
  readonly largest: number;
  readonly find: (key: string) => unknown;
  /** @param bytes that the result occupies. */
  readonly keep: (key: string, result: unknown, bytes: number) => void;
}

/** A result, its key, which the key of the next stage contains, and whether it was in memory. */
export interface RememberedResult<Result> {
  readonly result: Result;
  readonly key: string;
  readonly isKept: boolean;
}

/**
 * Share of the memory that one result may occupy, so that a single large picture does not evict
 * everything else.
 */
const LARGEST_SHARE = 1 / 8;
/** Rough memory of an entry besides its arrays. */
const ENTRY_BYTES = 1000;

/** A memory of at most that many bytes, from which the least recently used results are dropped. */
export function stageMemory(maximumBytes: number): StageMemory & { readonly bytes: () => number } {
  /** The least recently used first. */
  const entries = new Map<string, { readonly result: unknown; readonly bytes: number }>();
  const largest = maximumBytes * LARGEST_SHARE;
  let total = 0;
  const drop = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    largest,
    bytes: () => total,
    find: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.result;
    },
    keep: (key, result, resultBytes) => {
      const bytes = resultBytes + ENTRY_BYTES;
      if (bytes > largest) return;
      drop(key);
      entries.set(key, { result, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maximumBytes) break;
        drop(oldest);
      }
    },
  };
}

/**
 * The part of a memory that belongs to an owner: no owner can read the results of another, or infer
 * them from the time of a run.
 */
export const memoryOf = (memory: StageMemory, owner: string): StageMemory => ({
  largest: memory.largest,
  find: (key) => memory.find(`${owner} ${key}`),
  keep: (key, result, bytes) => {
    memory.keep(`${owner} ${key}`, result, bytes);
  },
});

/**
 * Finds a result in memory, or makes and keeps it.
 *
 * @param inputs all that the result depends on: plain data, and the key of the stage before.
 * @param bytesOf what a result occupies.
 */
export async function recall<Result extends object>(
  memory: StageMemory | undefined,
  inputs: readonly unknown[],
  make: () => Result | Promise<Result>,
  bytesOf: (result: Result) => number,
): Promise<RememberedResult<Result>> {
  const key = memory ? digestOf(inputs) : '';
  const known = memory?.find(key) as Result | undefined;
  if (known) return { result: known, key, isKept: true };
  const result = await make();
  memory?.keep(key, result, bytesOf(result));
  return { result, key, isKept: false };
}

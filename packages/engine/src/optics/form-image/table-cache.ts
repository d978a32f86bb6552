import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';

/** Tables in memory, the least recently used first. */
const tables = new Map<string, Float32Array>();
const MOST_BYTES = 256e6;

/** A table, and whether it had to be computed. */
export interface CachedTable {
  readonly table: Float32Array;
  readonly isNew: boolean;
}

/**
 * Gives a table from memory, else from the host's cache; else computes it and keeps it in both.
 *
 * @param key name of the table; must change with everything that the table depends on.
 * @param length numbers in the table.
 * @param make fills the table, which lies in shared memory.
 */
export async function cachedTable(
  key: string,
  length: number,
  { cache }: Partial<Pick<Host, 'cache'>>,
  make: (table: Float32Array) => Promise<void>,
): Promise<CachedTable> {
  const known = tables.get(key);
  if (known) {
    keep(key, known);
    return { table: known, isNew: false };
  }
  const table = sharedFloat32(length);
  const stored = await cache?.get(key);
  // A file of another size is damaged, for example cut off, and is not used.
  const isNew = stored?.byteLength !== table.byteLength;
  if (isNew) {
    await make(table);
    await cache?.set(key, new Uint8Array(table.buffer));
  } else new Uint8Array(table.buffer).set(stored);
  keep(key, table);
  return { table, isNew };
}

/** A table that is in memory; undefined when it would have to be made. */
export const tableInMemory = (key: string): Float32Array | undefined => tables.get(key);

function keep(key: string, table: Float32Array): void {
  tables.delete(key);
  tables.set(key, table);
  let bytes = 0;
  for (const { byteLength } of tables.values()) bytes += byteLength;
  for (const [oldest, { byteLength }] of tables) {
    if (bytes <= MOST_BYTES || tables.size === 1) break;
    tables.delete(oldest);
    bytes -= byteLength;
  }
}

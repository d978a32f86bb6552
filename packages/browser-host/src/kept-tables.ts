import type { Host } from '@lumenloom/engine';

const STORE = 'tables';
/** Tables that are kept. One of a lens and a sensor of ordinary size has some megabytes. */
const MOST_TABLES = 24;

/** A table with its key and the time at which it was used last, ms since 1970. */
interface KeptTable {
  readonly key: string;
  readonly usedAt: number;
  readonly bytes: Uint8Array;
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('IndexedDB refuses.'));
    };
  });

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open('lumenloom', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('usedAt', 'usedAt');
  };
  return resultOf(opening);
}

/**
 * Keeps lens tables in the browser's database. Where that is denied or full, tables are computed
 * again.
 */
export function keptTables(): NonNullable<Host['cache']> {
  let database: Promise<IDBDatabase> | undefined;
  const store = async (): Promise<IDBObjectStore> => {
    database ??= open();
    return (await database).transaction(STORE, 'readwrite').objectStore(STORE);
  };
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const tables = await store();
    await resultOf(tables.put({ key, bytes, usedAt: Date.now() } satisfies KeptTable));
    const surplus = (await resultOf(tables.count())) - MOST_TABLES;
    if (surplus <= 0) return;
    const oldest = await resultOf(tables.index('usedAt').getAllKeys(null, surplus));
    for (const old of oldest) tables.delete(old);
  };
  return {
    get: async (key) => {
      try {
        const found = (await resultOf((await store()).get(key))) as KeptTable | undefined;
        if (found) await put(key, found.bytes);
        return found?.bytes;
      } catch {
        return undefined;
      }
    },
    set: async (key, bytes) => {
      // Shared memory cannot be stored.
      await put(key, bytes.slice()).catch(() => undefined);
    },
  };
}

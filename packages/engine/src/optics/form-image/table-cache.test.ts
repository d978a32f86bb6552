import { expect, test } from 'vitest';
import { cachedTable } from './table-cache.ts';

/** A host's cache that holds these bytes under every key. */
function holding(bytes: Uint8Array | undefined) {
  const written: Uint8Array[] = [];
  return {
    written,
    cache: {
      get: () => Promise.resolve(bytes),
      set: (_: string, value: Uint8Array) => {
        written.push(value.slice());
        return Promise.resolve();
      },
    },
  };
}
const fill = (table: Float32Array): Promise<void> => Promise.resolve(void table.fill(7));

test.each([
  ['nothing', undefined],
  ['a table that was cut off', new Uint8Array(5)],
  ['a table that is too long', new Uint8Array(64)],
])('%s is made anew, said to be new and written back', async (name, bytes) => {
  const host = holding(bytes);
  const { table, isNew } = await cachedTable(`new ${name}`, 3, host, fill);
  expect(isNew).toBe(true);
  expect([...table]).toEqual([7, 7, 7]);
  expect(host.written).toEqual([new Uint8Array(new Float32Array([7, 7, 7]).buffer)]);
});

test('a table of the right size is taken as it is, and from memory the next time', async () => {
  const host = holding(new Uint8Array(new Float32Array([1, 2, 3]).buffer));
  const first = await cachedTable('kept', 3, host, fill);
  expect([first.isNew, ...first.table]).toEqual([false, 1, 2, 3]);
  const second = await cachedTable('kept', 3, holding(undefined), fill);
  expect(second.isNew).toBe(false);
  expect(second.table).toBe(first.table);
  expect(host.written).toEqual([]);
});

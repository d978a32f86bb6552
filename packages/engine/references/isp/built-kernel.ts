import { readFileSync } from 'node:fs';

/** Bytes of a compiled kernel; it throws when there is none, since then the fast path would pass its tests by being the plain one. */
export const builtKernel = async (name: string): Promise<Uint8Array> =>
  readFileSync(new URL(`../../wasm/${name}.wasm`, import.meta.url));

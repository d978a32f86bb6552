import { readFile } from 'node:fs/promises';

/** Folder of the compiled kernels. */
const folder = new URL('../../engine/wasm/', import.meta.url);

/**
 * Bytes of a compiled kernel; undefined when it is not built, or when LUMENLOOM_SIMD=off selects
 * the plain twins.
 */
export async function loadKernel(name: string): Promise<Uint8Array | undefined> {
  if (process.env['LUMENLOOM_SIMD'] === 'off') return undefined;
  return readFile(new URL(`${name}.wasm`, folder)).catch(() => undefined);
}

import { readFile } from 'node:fs/promises';

/** Compiled kernels lie beside the engine's sources. */
const folder = new URL('../../engine/wasm/', import.meta.url);

/** Bytes of a compiled kernel; undefined when it was not built or LUMENLOOM_SIMD=off asks for the plain twins. */
export async function loadKernel(name: string): Promise<Uint8Array | undefined> {
  if (process.env['LUMENLOOM_SIMD'] === 'off') return undefined;
  return readFile(new URL(`${name}.wasm`, folder)).catch(() => undefined);
}

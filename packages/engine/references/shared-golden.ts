import { existsSync, readFileSync } from 'node:fs';

/** The note of a skipped test that needs such a file. */
export const NO_SHARED = 'skipped: no ../shared';

const folder = new URL('../../../../shared/golden/', import.meta.url);

/**
 * Reads a file derived from another project's data: it may lie beside the repository, but must not
 * be committed to it.
 *
 * @param path below shared/golden, for example 'isp/manifest.json'.
 * @returns undefined where the file is missing.
 */
export function sharedFile(path: string): URL | undefined {
  const file = new URL(path, folder);
  return existsSync(file) ? file : undefined;
}

/** The same as float32 numbers. */
export function sharedFloats(path: string): Float32Array | undefined {
  const file = sharedFile(path);
  return file && new Float32Array(Uint8Array.from(readFileSync(file)).buffer);
}

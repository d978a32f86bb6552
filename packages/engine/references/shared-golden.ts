import { existsSync, readFileSync } from 'node:fs';

/** What a test that needs such an array says when it cannot run. */
export const NO_SHARED = 'skipped: no ../shared';

const folder = new URL('../../../../shared/golden/', import.meta.url);

/**
 * Reads a float32 array that came out of another project's files: it may be read beside the repository but not committed to it.
 *
 * @param path below shared/golden, for example 'radiometry/volts_grbg_72x88.f32'.
 * @returns undefined where the folder is not there.
 */
export function sharedFloats(path: string): Float32Array | undefined {
  const file = new URL(path, folder);
  if (!existsSync(file)) return undefined;
  const bytes = Uint8Array.from(readFileSync(file));
  return new Float32Array(bytes.buffer);
}

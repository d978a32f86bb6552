import { readFile } from 'node:fs/promises';
import type { Host, RgbImage } from '../src/index.ts';
import { checkStopped } from '../src/stage.ts';

/** The built kernels; `npm run build` makes them. */
export const builtKernel = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`../wasm/${name}.wasm`, import.meta.url));

/** A small colourful picture: every channel runs over its whole range. */
const picture: RgbImage = {
  rows: 8,
  columns: 12,
  rgb: Uint8Array.from({ length: 8 * 12 * 3 }, (_, i) => (i * 37) % 256),
};

/**
 * A host without threads, cache or image decoder. `order` is the order in which parts run; no
 * result may depend on it.
 */
export function testHost({
  path = 'SIMD',
  order = 'forwards',
}: { readonly path?: 'SIMD' | 'plain'; readonly order?: 'forwards' | 'backwards' } = {}): Host {
  const loadKernel = path === 'SIMD' ? builtKernel : () => Promise.resolve(undefined);
  return {
    threads: 1,
    loadKernel,
    loadImage: () => Promise.resolve(picture),
    now: () => performance.now(),
    parallel: async (job, parts, watch) => {
      for (const [index, part] of (order === 'forwards' ? parts : parts.toReversed()).entries()) {
        checkStopped(watch);
        await job(part, { loadKernel });
        watch.done?.(index + 1);
      }
    },
  };
}

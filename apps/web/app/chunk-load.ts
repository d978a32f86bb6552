import { siteMessages } from '@lumenloom/contract';

/** Longest time for loading a part of the site, ms (specified). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** The code of a page could not be loaded. */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads a part of the site. The router calls it for every page's module (vite-chunk-errors.ts).
 *
 * @param address of the module, such as '/assets/pricing-page-FEy8qi11.js'; the file name is the id
 * of the chunk.
 * @throws ChunkLoadError when it cannot be fetched, or has not arrived after CHUNK_TIMEOUT_MS.
 */
export async function loadChunk<Module>(
  address: string,
  load: () => Promise<Module>,
): Promise<Module> {
  const id = /([^/]+?)(\.\w+)?(\?.*)?$/.exec(address)?.[1] ?? address;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It has not arrived after ${CHUNK_TIMEOUT_MS} ms.`));
    }, CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new ChunkLoadError(siteMessages.chunkFailed(id), { cause });
  } finally {
    clearTimeout(timer);
  }
}

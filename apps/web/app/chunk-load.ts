import { siteMessages } from '@lumenloom/contract';

/** How long a part of the site may take to arrive, ms. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A page's code did not arrive. */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads a part of the site. The router calls it for every page's module (vite-chunk-errors.ts).
 *
 * @param address of the module, as in '/assets/pricing-page-FEy8qi11.js'; its file's name is the chunk's id.
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

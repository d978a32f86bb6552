import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { OwnFile } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import { readPart } from './library-files.ts';
import type { StoredPart } from './part-figures-worker.ts';

/**
 * Computes the figures of lenses and sensors that arrived before the program had figures, one after
 * the other, once the server is ready. A part of which they cannot be computed is left as it is.
 */
export function missingFigures(app: FastifyInstance, library: string): void {
  let isClosing = false;
  let work: Promise<void> | undefined;
  app.addHook('onReady', async () => {
    work = fill().catch((error: unknown) => {
      app.log.warn(error, 'figures of files could not be computed; the next start tries again');
    });
  });
  app.addHook('onClose', async () => {
    isClosing = true;
    await work;
  });

  async function fill(): Promise<void> {
    const rows = await app.database
      .selectFrom('libraryFiles')
      .select(['id', 'kind', 'key'])
      .where('figures', 'is', null)
      .where('kind', 'in', ['lens', 'sensor'])
      .execute();
    if (rows.length === 0) return;
    const thread = new Piscina<StoredPart, OwnFile['figures']>({
      filename: new URL('./part-figures-worker.js', import.meta.url).href,
      maxThreads: 1,
      execArgv: [...THREAD_ARGUMENTS],
    });
    try {
      for (const { id, kind, key } of rows) {
        if (isClosing) return;
        try {
          const { part } = await readPart(library, key);
          const figures = await thread.run({ kind: kind as StoredPart['kind'], part });
          await app.database
            .updateTable('libraryFiles')
            .set({ figures: JSON.stringify(figures) })
            .where('id', '=', id)
            .execute();
        } catch (error) {
          app.log.warn(error, `figures of the file ${id} could not be computed`);
        }
      }
    } finally {
      await thread.destroy();
    }
  }
}

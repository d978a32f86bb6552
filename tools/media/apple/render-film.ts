import { Worker } from 'node:worker_threads';
import { CHANNELS, type Film, createFilm } from './film.ts';
import type { RenderSettings } from './render-row.ts';
import type { RenderedRow } from './render-worker.ts';

/** Renders a film on `threads` worker threads; `onProgress` gets the share that is done, 0..1. */
export async function renderFilm(
  settings: RenderSettings,
  threads: number,
  onProgress: (share: number) => void,
): Promise<Film> {
  const film = createFilm(settings.width, settings.height);
  let nextRow = 0;
  let done = 0;

  const runWorker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./start-worker.mjs', import.meta.url), {
        workerData: settings,
        execArgv: [],
      });
      const feed = (): void => {
        if (nextRow < settings.height) worker.postMessage(nextRow++);
        else void worker.terminate().then(() => resolve(), reject);
      };
      worker.on('error', reject);
      worker.on('message', ({ y, row }: RenderedRow) => {
        film.data.set(row, y * settings.width * CHANNELS);
        done++;
        onProgress(done / settings.height);
        feed();
      });
      feed();
    });

  await Promise.all(Array.from({ length: threads }, runWorker));
  return film;
}

import { parentPort, workerData } from 'node:worker_threads';
import { CHANNELS } from './film.ts';
import { type RenderSettings, createRowRenderer } from './render-row.ts';
import type { Still } from './still.ts';

/** What a worker sends back for each row number it receives. */
export interface RenderedRow {
  readonly y: number;
  readonly row: Float32Array;
}

const settings = workerData as RenderSettings;
const { still } = (await import(settings.stillModule)) as { readonly still: Still };
const renderRow = createRowRenderer(settings, still);

parentPort?.on('message', (y: number) => {
  const row = new Float32Array(settings.width * CHANNELS);
  renderRow(y, row);
  const message: RenderedRow = { y, row };
  parentPort?.postMessage(message, [row.buffer]);
});

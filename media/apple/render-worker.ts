import { parentPort, workerData } from 'node:worker_threads';
import { CHANNELS } from './film.ts';
import { type RenderSettings, createRowRenderer } from './render-row.ts';

/** What a worker sends back for each row number it receives. */
export interface RenderedRow {
  readonly y: number;
  readonly row: Float32Array;
}

const settings = workerData as RenderSettings;
const renderRow = createRowRenderer(settings);

parentPort?.on('message', (y: number) => {
  const row = new Float32Array(settings.width * CHANNELS);
  renderRow(y, row);
  const message: RenderedRow = { y, row };
  parentPort?.postMessage(message, [row.buffer]);
});

import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readEvaluationDocument } from '@lumenloom/contract';
import { noPostgres } from '../tests/run-postgres.ts';
import { killed, PAUSE_MS, workUnder, type Work } from './folder-work.ts';
import type { Row } from './row.ts';
import { mountTmpfs, noMounts, unmount } from './storage.ts';

const PICTURES = 30;

const decoded = readEvaluationDocument({
  name: 'Faults',
  dataset: 'example:marks',
  network: 'example:marks',
  scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
  images: PICTURES,
  cameras: {
    small: {
      optics: 'Double-Gauss',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 60, cols: 80, pixel_size: 9 },
      isp: 'Fast-openISP',
    },
  },
  bootstrap: { draws: 20 },
});
if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));

const work: Work = {
  goal: 'evaluations',
  document: decoded.value,
  parts: PICTURES,
  note: `evaluations of ${PICTURES} pictures`,
  files: ['images.ndjson', 'results.json', 'report.html'],
};

/** kill -9 of a server without workers, which starts again. */
export const evaluationServerKilled: Row = {
  name: 'evaluation-server-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => workUnder(work, { tries, isOnWorkers: false, fault: killed }),
};

/** kill -9 of one of two workers at a random moment; the other one goes on. */
export const evaluationWorkerKilled: Row = {
  name: 'evaluation-worker-killed',
  tries: 100,
  impossible: () => noPostgres,
  run: (tries) => workUnder(work, { tries, isOnWorkers: true, fault: killed }),
};

/** The disk of the evaluations is full for a while: pictures that could not be kept come again. */
export const evaluationDiskFull: Row = {
  name: 'evaluation-disk-full',
  tries: 3,
  impossible: () => noPostgres ?? noMounts(),
  run: (tries) => {
    let filler = '';
    const fill = async (): Promise<void> => {
      try {
        for (const chunk = Buffer.alloc(4096); ;) await appendFile(filler, chunk);
      } catch {
        await setTimeout(3 * PAUSE_MS);
      } finally {
        await rm(filler);
      }
    };
    const useFolder = async (folder: string, during: () => Promise<void>): Promise<void> => {
      filler = join(folder, 'filler');
      await mkdir(folder, { recursive: true });
      mountTmpfs(folder);
      try {
        await during();
      } finally {
        unmount(folder);
      }
    };
    return workUnder(work, { tries, isOnWorkers: false, fault: fill, useFolder });
  },
};

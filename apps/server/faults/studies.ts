import { readStudyDocument } from '@lumenloom/contract';
import { noPostgres } from '../tests/run-postgres.ts';
import { killed, upgraded, workUnder, type Work } from './folder-work.ts';
import type { Row } from './row.ts';

const RUNS = 40;
/** Runs of a study that has not ended when its worker is killed. */
const MANY_RUNS = 160;

const decoded = readStudyDocument({
  name: 'Faults',
  recipe: {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 120, cols: 180, pixel_size: 8 },
    isp: 'Fast-openISP',
    illuminant: 'D65',
  },
  vary: [
    { path: 'ispParams.awbR', name: 'red', from: 800, to: 3000, scale: 'log' },
    { path: 'ispParams.awbB', name: 'blue', from: 800, to: 6000, scale: 'log' },
  ],
  objectives: [{ figure: 'measurements.colour.mean', goal: 'minimise' }],
  algorithm: { name: 'cma-es' },
  budget: { runs: RUNS },
});
if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));

const work: Work = {
  goal: 'studies',
  document: decoded.value,
  parts: RUNS,
  note: `studies of ${RUNS} runs`,
  // results.json counts what each process computed.
  files: ['results.csv', 'results.ndjson', 'report.html', 'best-recipe.json'],
};

/** kill -9 of a server without workers, which starts again. */
export const studyServerKilled: Row = {
  name: 'study-server-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => workUnder(work, { tries, isOnWorkers: false, fault: killed }),
};

/** kill -9 of one of two workers at a random moment; the other one goes on. */
export const studyWorkerKilled: Row = {
  name: 'study-worker-killed',
  tries: 100,
  impossible: () => noPostgres,
  run: (tries, shared) => workUnder(work, { tries, isOnWorkers: true, fault: killed, shared }),
};

/** kill -9 of the worker that computes; one of another version with the same bits goes on. */
export const studyUpgraded: Row = {
  name: 'study-upgraded',
  tries: 3,
  impossible: () => noPostgres,
  run: (tries, shared) => {
    // A report names the version that made it.
    const files = work.files.filter((name) => name !== 'report.html');
    const document = { ...decoded.value, budget: { ...decoded.value.budget, runs: MANY_RUNS } };
    return workUnder(
      { ...work, files, document, parts: MANY_RUNS },
      { tries, isOnWorkers: true, fault: upgraded, shared },
    );
  },
};

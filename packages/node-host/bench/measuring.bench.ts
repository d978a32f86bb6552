import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edgeSfr, measuredRegion, simulate } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

const SIDE = 200;
const SLOPE = Math.tan((5 * Math.PI) / 180);

/** A blurred edge 5 degrees from the columns, with some noise. */
function edge() {
  const data = Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [row, column] = [Math.floor(i / SIDE), i % SIDE];
    const distance = column - SIDE / 2 - SLOPE * (row - SIDE / 2);
    return 200 + 600 / (1 + Math.exp(-distance)) + ((i * 7919) % 101) / 25;
  });
  return { rows: SIDE, columns: SIDE, channels: 1, data } as const;
}

const main = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));

/** Measuring after the picture of a run, whose stages come from memory. */
const inARun = (scene: string): Benchmark => ({
  name: `measuring in a run, ${scene} 650 x 450`,
  runs: 30,
  fast: () => {
    const choices = { scene, optics: 'Double-Gauss', isp: 'Fast-openISP' };
    const plan = planOf(choices, 650, 450, 20);
    const host = nodeHost(1, { folder: '', precisions: {} }, 256e6);
    return async () => {
      let since = NaN;
      await simulate(plan, host, {
        ...quiet,
        picture: () => {
          since = performance.now();
        },
      });
      return performance.now() - since;
    };
  },
  ms: (outcome) => outcome as number,
});

/**
 * What issue 'The lab' sets: 5 ms for the SFR, 20 ms for what a run measures, 30 s for the report
 * on two threads.
 */
export const measuring: readonly Benchmark[] = [
  {
    name: `SFR of ${SIDE} x ${SIDE}`,
    runs: 100,
    fast: () => {
      const picture = edge();
      return () => edgeSfr(measuredRegion(picture, { encoding: 'linear' }));
    },
  },
  ...['Slanted Edge', 'Macbeth', 'Gridlines'].map(inARun),
  {
    name: 'EMVA report, 2 threads',
    runs: 3,
    fast: () => () => {
      const out = mkdtempSync(join(tmpdir(), 'lumenloom-bench-'));
      const command = [main, 'emva1288', '--sensor', 'Bayer-grbg', '--threads', '2', '--out', out];
      execFileSync(process.execPath, command);
      rmSync(out, { recursive: true });
    },
  },
];

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edgeSfr, measuredRegion } from '@lumenloom/engine';
import type { Benchmark } from './benchmark.ts';

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

/** What issue 'The lab' sets: 5 ms for the SFR, 30 s for the report on two threads. */
export const measuring: readonly Benchmark[] = [
  {
    name: `SFR of ${SIDE} x ${SIDE}`,
    runs: 100,
    fast: () => {
      const picture = edge();
      return () => edgeSfr(measuredRegion(picture, { encoding: 'linear' }));
    },
  },
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

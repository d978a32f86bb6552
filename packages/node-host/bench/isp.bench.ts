import { toIspParameters } from '@lumenloom/contract';
import { runIsp, type Host, type IspResult } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { plainHost } from './plain-host.ts';

const [COLUMNS, ROWS, BITS] = [1920, 1080, 12];

/**
 * A mosaic similar to the mosaic of a photograph: soft shading, edges, fine texture, and shot noise
 * of a well of 9000 electrons.
 */
function photograph(): Uint16Array {
  const raw = new Uint16Array(new SharedArrayBuffer(ROWS * COLUMNS * 2));
  let state = 12345;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const scene =
        0.12 +
        0.1 * Math.sin(column / 150) * Math.cos(row / 110) +
        (((column >> 6) + (row >> 6)) & 1 ? 0.06 : 0) +
        0.02 * Math.sin(column / 3 + row / 5);
      const electrons = 9000 * scene * [0.55, 1, 1, 0.25][(row & 1) * 2 + (column & 1)]!;
      const noise = Math.sqrt(3 * electrons) * (random() + random() + random() + random() - 2);
      raw[row * COLUMNS + column] = Math.min(
        Math.max(Math.round(((electrons + noise) / 9000) * (2 ** BITS - 1)), 0),
        2 ** BITS - 1,
      );
    }
  }
  return raw;
}

/** Develops the mosaic with default parameters; reports the time of each module. */
function ispOf(threads: number): Benchmark {
  const raw = photograph();
  const decoded = toIspParameters(undefined, BITS);
  if (!decoded.ok) throw new Error('the defaults are refused');
  const { parameters } = decoded.value;
  const run = (host: Host) => () =>
    runIsp(
      { codes: raw, rows: ROWS, columns: COLUMNS, order: 'rggb', bits: BITS },
      parameters,
      host,
      {
        stopped: () => false,
        log: () => undefined,
        progress: () => undefined,
      },
    );
  return {
    parts: (result) =>
      (result as IspResult).report.modules.map(({ label, ms }) => ({ name: label, ms })),
    name: `isp ${COLUMNS}x${ROWS} defaults, ${threads} thread${threads === 1 ? '' : 's'}`,
    runs: 9,
    fast: () => run(nodeHost(threads)),
    ...(threads === 1 && { plain: () => run(plainHost(nodeHost(1))) }),
  };
}

/** The ISP alone, all defaults (issue 'Fast-openISP'). */
export const isp: readonly Benchmark[] = [ispOf(1), ispOf(2)];

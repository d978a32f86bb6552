import { SplitMix } from '../../random/split-mix.ts';
import { fail, numberIn, refuseUnknown, tableOf } from '../../text/json-fields.ts';

/** A chart of dead leaves: discs that lie on each other. */
export interface LeavesChart {
  readonly seed: number;
  /** Side of the square, in the unit of the radii: pixels of the scene. */
  readonly size: number;
  readonly smallest: number;
  readonly largest: number;
  /** Greys. */
  readonly low: number;
  readonly high: number;
}

/** Samples of a chart, and how many leaves were laid until all were covered. */
export interface LaidLeaves {
  /** [side, side], greys. */
  readonly samples: Float32Array;
  readonly leaves: number;
}

/** Samples along the side, and leaves: a chart with more does not end soon. */
const [MOST_SAMPLES, MOST_LEAVES] = [8192, 50_000_000] as const;

/**
 * Lays the leaves of a chart, the first on top, until each of side x side samples is covered;
 * sample i stands at (i + .5) size/side.
 *
 * @see docs/reference/lab.md#leaves
 */
export function layLeaves(chart: LeavesChart, side: number): LaidLeaves {
  const { size, smallest, largest, low, high } = chart;
  if (side > MOST_SAMPLES) fail('chart.size', `is too large: ${side} samples along a side.`);
  const samples = new Float32Array(side * side);
  // The next sample of a row that is not yet covered, as a chain.
  const next = Int32Array.from({ length: side * (side + 1) }, (_, i) => i % (side + 1));
  const open = (row: number, from: number): number => {
    const start = row * (side + 1);
    let at = from;
    while (next[start + at] !== at) at = next[start + at]!;
    for (let walk = from; walk !== at;) {
      const further = next[start + walk]!;
      next[start + walk] = at;
      walk = further;
    }
    return at;
  };
  const draws = new SplitMix(chart.seed);
  const step = size / side;
  let [left, leaves] = [side * side, 0];
  while (left > 0) {
    if (leaves >= MOST_LEAVES)
      fail('chart.smallest', `${MOST_LEAVES} leaves do not cover the chart: choose larger ones.`);
    const x = draws.next() * (size + 2 * largest) - largest;
    const y = draws.next() * (size + 2 * largest) - largest;
    const radius = 1 / Math.sqrt(smallest ** -2 + draws.next() * (largest ** -2 - smallest ** -2));
    const grey = low + (high - low) * draws.next();
    leaves += 1;
    const bottom = Math.min(side - 1, Math.ceil((y + radius) / step));
    for (let row = Math.max(0, Math.floor((y - radius) / step)); row <= bottom; row += 1) {
      const down = (row + 0.5) * step - y;
      const half = Math.sqrt(radius * radius - down * down);
      if (!(half >= 0)) continue;
      const first = Math.max(0, Math.floor((x - half) / step - 1));
      const last = Math.min(side - 1, Math.ceil((x + half) / step));
      for (let at = first <= last ? open(row, first) : side; at <= last; at = open(row, at + 1)) {
        const across = (at + 0.5) * step - x;
        if (across * across + down * down > radius * radius) continue;
        samples[row * side + at] = grey;
        next[row * (side + 1) + at] = at + 1;
        left -= 1;
      }
    }
  }
  return { samples, leaves };
}

const KEYS = ['seed', 'size', 'smallest', 'largest', 'low', 'high'] as const;

/** Reads a chart of leaves, which a scene or a file describes. @throws SimulationError. */
export function readLeavesChart(json: unknown): LeavesChart {
  const table = tableOf(json, 'chart', 'The chart');
  refuseUnknown(table, KEYS, 'chart', 'The chart');
  const at = (key: string, fallback?: number): number =>
    table[key] === undefined && fallback !== undefined
      ? fallback
      : numberIn(table, key, 'chart', 'The chart');
  const chart = {
    seed: at('seed', 1),
    size: at('size'),
    smallest: at('smallest', 2),
    largest: at('largest', 40),
    low: at('low', 0.1),
    high: at('high', 0.9),
  };
  if (!Number.isInteger(chart.seed) || chart.seed < 0 || chart.seed >= 2 ** 32)
    fail('chart.seed', 'must be a whole number from 0 to 4294967295.');
  if (!Number.isInteger(chart.size) || chart.size < 64)
    fail('chart.size', 'must be a whole number from 64.');
  if (chart.smallest < 0.5) fail('chart.smallest', 'must be at least .5.');
  if (chart.smallest >= chart.largest) fail('chart.smallest', 'must be below largest.');
  if (chart.low < 0 || chart.low >= chart.high) fail('chart.low', 'must be below high.');
  return chart;
}

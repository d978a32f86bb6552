import {
  exposeSensor,
  sharedFloat32,
  simulate,
  type SensorPlan,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

const SIZE = { rows: 1080, columns: 1920 };
const kernel = [
  [0, 0.02, 0],
  [0.02, 0.92, 0.02],
  [0, 0.02, 0],
];

/** Every field of the pixel array (docs/reference/sensor-depth.md#pixel-array). */
const ARRAY: SensorPlan['chip'] = {
  crosstalk: { optical: { kernel }, electrical: kernel },
  darkNonUniformity: 0.5,
  defects: {
    hot: { perMillion: 500, electronsPerSecond: 1000 },
    dead: { perMillion: 100 },
    stuck: { perMillion: 100, code: 0 },
    columns: { perMillion: 100, code: 0 },
  },
  rowNoiseElectrons: 1,
  columnNoiseElectrons: 1,
  rowOffsetElectrons: 1,
  columnOffsetElectrons: 1,
  randomTelegraph: { perMillion: 1000, electrons: 10 },
  opticalBlackRows: 16,
  blackDriftElectrons: 1,
  nonLinearity: [-0.02, 0],
};

/** Three exposures, one after the other, merged. */
const captures = ({ parameters }: SensorPlan): SensorPlan['chip'] => ({
  captures: [1, 1 / 8, 1 / 64].map((exposureRatio, k) => ({
    name: `capture${k}`,
    exposureRatio,
    sensitivity: 1,
    parameters,
  })),
  merge: { rule: 'pick', knee: 0.9, blend: 0.1, linearBits: 16, blackLevel: 0 },
});

/** The read-out of a sensor, with or without a chip. */
function readOutOf(chipOf: (sensor: SensorPlan) => SensorPlan['chip']) {
  const sensor = planOf({ scene: 'Macbeth' }, SIZE.columns, SIZE.rows, 10).sensor!;
  const chip = chipOf(sensor);
  const pixels = SIZE.rows * SIZE.columns;
  const light = sharedFloat32(pixels);
  for (let pixel = 0; pixel < pixels; pixel += 1)
    light[pixel] = (((pixel * 7919) % pixels) / pixels) * 9000;
  const exposure = {
    sensor: chip ? { ...sensor, chip } : sensor,
    size: SIZE,
    light,
    lightUnit: 'electrons',
    exposureSeconds: 0.01,
    noise: true,
    seeds: { temporal: 1, fixedPattern: 2 },
  } as const;
  const host = nodeHost(1);
  return () => () => exposeSensor(exposure, host);
}

/** A run without and with three captures. */
function runOf(hasCaptures: boolean) {
  const plan = planOf({ scene: 'Macbeth', optics: 'Double-Gauss' }, 650, 450, 10);
  const sensor = plan.sensor!;
  const host = nodeHost(1);
  const asked: SimulationPlan = hasCaptures
    ? { ...plan, sensor: { ...sensor, chip: captures(sensor)! } }
    : plan;
  return () => () => simulate(asked, host, { ...quiet, measures: false });
}

/** Read-out with a chip beside one without. */
export const readOut: readonly Benchmark[] = [
  {
    name: 'read-out: 1920x1080, 1 thread; beside it every field of the pixel array',
    runs: 20,
    limit: { ratio: 2.5 },
    fast: readOutOf(() => undefined),
    plain: readOutOf(() => ARRAY),
  },
  {
    name: 'read-out: 1920x1080 of three captures, merged, 1 thread',
    runs: 20,
    fast: readOutOf(captures),
  },
  {
    name: 'captures: one run 650x450, 1 thread; beside it three captures, merged',
    runs: 10,
    limit: { ratio: 1.6 },
    fast: runOf(false),
    plain: runOf(true),
  },
];

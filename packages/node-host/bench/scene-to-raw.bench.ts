import {
  jobs,
  readOutPlain,
  simulate,
  type ReadOutSettings,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { plainHost } from './plain-host.ts';
import { planOf, quiet } from './recipes.ts';

const SCENES = ['Macbeth', 'Point Array', 'Gridlines', 'Slanted Edge', 'Rings Rays', 'apple.jpg'];
const sceneToRawOf = (
  name: string,
  plan: SimulationPlan,
  runs: number,
  threads = 1,
): Pick<Benchmark, 'name' | 'runs' | 'fast' | 'plain'> => {
  const host = nodeHost(threads);
  return {
    name,
    runs,
    fast: () => () => simulate(plan, host, quiet),
    plain: () => () => simulate(plan, plainHost(host), quiet),
  };
};

/**
 * A scene that fills 4000 or 2000 columns: the same picture in different sizes, so that times per
 * pixel can be compared.
 */
const large = (columns: number, rows: number, threads: number): Benchmark => {
  const { name, runs, fast } = sceneToRawOf(
    `scene-to-raw ${columns}x${rows} Macbeth, ${threads} thread${threads === 1 ? '' : 's'}`,
    planOf({ scene: 'Macbeth' }, columns, rows, 56.5 * (columns / 4000)),
    3,
    threads,
  );
  return { name, runs, fast, ownProcess: true };
};

function noise(): Benchmark {
  const pixels = 1920 * 1080;
  // Signals from dark to full well, in mixed order.
  const light = Float32Array.from(
    { length: pixels },
    (_, pixel) => (((pixel * 7919) % pixels) / pixels) * 9000,
  );
  const raw = new Uint16Array(pixels);
  const settings: ReadOutSettings = {
    electronsPerUnit: 1,
    darkElectrons: 0.01,
    wellCapacity: 9000,
    conversionGain: 1.15 / 9000,
    readNoise: 0.96e-3,
    prnu: 0.002218,
    dsnu: 1e-3,
    offset: 0,
    gain: 1,
    swing: 1.15,
    levels: 1024,
    noise: true,
    temporalSeed: 1,
    fixedPatternSeed: 2,
  };
  const full = new Uint8Array(Math.ceil(pixels / 8));
  const host = nodeHost(1);
  return {
    name: 'noise 1920x1080, 1 thread',
    runs: 20,
    fast: () => () =>
      jobs.readOutPixels(
        { settings, light, raw, volts: undefined, full, from: 0, to: pixels },
        host,
      ),
    plain: () => () => {
      readOutPlain(settings, light, 0, { raw, full });
    },
  };
}

/** Scene to raw through the ideal lens (issue 'First light'). */
export const sceneToRaw: readonly Benchmark[] = [
  ...SCENES.map((scene) =>
    sceneToRawOf(`scene-to-raw 650x450 ${scene}, 1 thread`, planOf({ scene }, 650, 450, 10), 30),
  ),
  sceneToRawOf(
    'scene-to-raw 1920x1080 apple.jpg, 1 thread',
    planOf({ scene: 'apple.jpg' }, 1920, 1080, 28.9),
    10,
  ),
  noise(),
  large(2000, 1500, 1),
  large(4000, 3000, 1),
  large(4000, 3000, 2),
];

import { toPlan } from '@lumenloom/contract';
import { simulate, stageMemory, type SimulationResult } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';

/** Holds the light of a picture of this size, so that the runs develop only. */
const MEMORY_BYTES = 1e9;

/** The reference ISP alone, on one thread, with a tone operator. */
const referenceOf = (operator: 'linear' | 'reinhard'): Benchmark => ({
  name: `reference isp 1920x1080 ${operator}, 1 thread`,
  runs: 9,
  limit: { ms: 400 },
  ms: (result) =>
    (result as SimulationResult).report.stages.find(({ name }) => name === 'isp')?.ms ?? NaN,
  fast: () => {
    const decoded = toPlan({
      scene: 'Macbeth',
      sensor: 'Bayer-grbg',
      isp: 'Reference ISP',
      sensorParams: { rows: 1080, cols: 1920 },
      toneMap: { operator },
    });
    if (!decoded.ok || !decoded.value.plan) throw new Error('the recipe is refused');
    const { plan } = decoded.value;
    const host = { ...nodeHost(1), memory: stageMemory(MEMORY_BYTES) };
    return () =>
      simulate(plan, host, {
        stopped: () => false,
        log: () => undefined,
        progress: () => undefined,
        stage: () => undefined,
        measures: false,
      });
  },
});

/** Linear light to sRGB (docs/reference/isp.md#reference-isp). */
export const reference: readonly Benchmark[] = [referenceOf('linear'), referenceOf('reinhard')];

import { expect, it } from 'vitest';
import { jobNameOf, jobs, runJob } from './jobs.ts';

it.each(Object.entries(jobs))('%s is found by its function', (name, job) => {
  expect(jobNameOf(job)).toBe(name);
});

it('refuses a job that is not listed', () => {
  const sweep = (): void => undefined;
  expect(() => jobNameOf(sweep)).toThrow('The job sweep is not listed in pipeline/jobs.ts.');
});

it('runs a part by the name of its job', async () => {
  const raw = new Uint16Array(1);
  const part = {
    // 600 electrons of 0.5 mV, of 1 V in 1000 steps.
    settings: {
      electronsPerUnit: 2,
      darkElectrons: 0,
      wellCapacity: 2000,
      conversionGain: 0.5e-3,
      readNoise: 0,
      prnu: 0,
      dsnu: 0,
      offset: 0,
      gain: 1,
      swing: 1,
      levels: 1000,
      noise: false,
      temporalSeed: 0,
      fixedPatternSeed: 0,
    },
    light: Float32Array.of(300),
    raw,
    volts: undefined,
    full: new Uint8Array(1),
    from: 0,
    to: 1,
  };
  await runJob('readOutPixels', [part], { loadKernel: async () => undefined });
  expect(raw[0]).toBe(300);
});

import { expect, test } from 'vitest';
import type { FormingFacts } from '../../optics/forming-facts.ts';
import type { SimulationReport } from '../report.ts';
import { computedLine } from './computed-line.ts';

const forming: FormingFacts = {
  oversampling: 2,
  workingPitch: 1.1e-6,
  kernelSamples: 65,
  nodes: 91,
  bands: 31,
  tables: 'traced',
  tracedMilliseconds: 1234.5,
  lostShare: 0.0042,
  darkenedShare: 2e-4,
};
const line = (facts?: FormingFacts, device?: SimulationReport['device']): string =>
  computedLine({
    optics: { ...(facts && { forming: facts }) } as SimulationReport['optics'],
    stages: [{ name: 'scene', ms: 3.2 }],
    totalMs: 480,
    path: 'SIMD',
    threads: 2,
    ...(device && { device }),
    version: '1.2.3',
  });

test('path, threads, sampling, tables, light that is lost and added, time per stage, version', () => {
  expect(line(forming)).toBe(
    'Time: scene 3 ms, total 480 ms; SIMD path, up to 2 threads; 2 × 2 samples of 1.1 µm per pixel, the picture of a point computed on 65 × 65 samples, at 91 places of the field and 31 wavelengths, tables traced in 1235 ms, at most 0.42 % of its light falls further out and is added as diffraction spreads it, setting negative pixels to 0 added 0.02 % of the light; Lumenloom 1.2.3.',
  );
});

test('cached tables are said to be cached; light added is said from 1e-4 on', () => {
  const { tracedMilliseconds: _, ...rest } = forming;
  const text = line({ ...rest, tables: 'cached', darkenedShare: 1e-4 });
  expect(text).toContain(
    'tables cached, at most 0.42 % of its light falls further out and is added as diffraction spreads it; Lumenloom',
  );
});

test('an ideal lens has nothing to say of its forming', () => {
  expect(line()).toBe(
    'Time: scene 3 ms, total 480 ms; SIMD path, up to 2 threads; Lumenloom 1.2.3.',
  );
});

test('a device has a name and a tolerance', () => {
  expect(line(undefined, { name: 'NVIDIA H100', kind: 'hardware', tolerance: 1e-5 })).toBe(
    "Time: scene 3 ms, total 480 ms; SIMD path, up to 2 threads, GPU path on NVIDIA H100, light differs from the processor's by at most 1.00e-5 of the largest; Lumenloom 1.2.3.",
  );
  expect(line(undefined, { name: 'SwiftShader', kind: 'software', tolerance: 1e-5 })).toContain(
    'GPU path on SwiftShader, which is software, light differs',
  );
});

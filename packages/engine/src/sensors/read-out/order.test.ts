import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasSteps, ORDER, PIXEL_STEPS, stepsFor } from './order.ts';
import { KERNEL_NUMBERS, KERNEL_STEPS } from './read-out-pixels.ts';
import { WITHOUT_CHIP } from './read-out-plain.ts';

const source = readFileSync(new URL('assembly/read-out.ts', import.meta.url), 'utf8');
const entry = /export function readOut\((.*?)\): void \{\n(.*?)\n\}\n/s.exec(source)!;
const settings = {
  ...WITHOUT_CHIP,
  electronsPerUnit: 1,
  darkElectrons: 0,
  wellCapacity: 1,
  conversionGain: 1,
  swing: 1,
  readNoise: 1,
  prnu: 1,
  dsnu: 1,
  offset: 0,
  gain: 1,
  levels: 2,
  temporalSeed: 1,
  fixedPatternSeed: 1,
};

describe('the kernel', () => {
  test('has its steps in the order of the list', () => {
    const marked = [...entry[2]!.matchAll(/\/\/ Step (\w+)\./g)].map(([, name]) => name);
    expect(marked).toEqual(KERNEL_STEPS);
    const ordered = PIXEL_STEPS.map(({ name }) => name).filter((name) =>
      KERNEL_STEPS.includes(name),
    );
    expect(ordered).toEqual(KERNEL_STEPS);
  });

  test('takes the numbers of its steps in their order', () => {
    const taken = entry[1]!.split(',').flatMap((line) => /(\w+):/.exec(line)?.[1] ?? []);
    expect(taken.slice(3)).toEqual(KERNEL_NUMBERS);
  });
});

describe('a device', () => {
  test('declines pixels that need a step which it lacks, and no others', () => {
    const without = (name: string) => KERNEL_STEPS.filter((one) => one !== name);
    const phases = ['charge', 'convert'] as const;
    const noisy = { ...settings, noise: true };
    const quiet = { ...settings, noise: false };
    expect(hasSteps(KERNEL_STEPS, phases, noisy)).toBe(true);
    expect(hasSteps(without('prnu'), phases, noisy)).toBe(false);
    expect(hasSteps(without('prnu'), phases, quiet)).toBe(true);
    expect(hasSteps(without('prnu'), ['charge'], noisy)).toBe(true);
    expect(hasSteps(without('well'), phases, quiet)).toBe(false);
    expect(stepsFor(['charge'], quiet).map(({ name }) => name)).toEqual(['collect']);
  });
});

test('no two steps have one name, nor two terms of noise', () => {
  const names = ORDER.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

import {
  chargeWork,
  collectCharge,
  convertCharge,
  convertWork,
  hasSteps,
  type ChargePart,
  type ConvertPart,
} from '@lumenloom/engine/accelerate';
import { describe, expect, it } from 'vitest';
import { gpuDevice } from '../src/gpu-device.ts';
import { SHADER_STEPS } from '../src/read-out/shader.ts';
import { skipped, testGpu } from './adapter.ts';

const plain = { loadKernel: () => Promise.resolve(undefined) };
const watch = { stopped: () => false };
/** Volts are in single precision after four sums: a share of the swing. */
const VOLTS_TOLERANCE = 1e-6;

function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const marked = (pixels: number): NonNullable<ChargePart['marked']> => {
  const within = (...list: number[]) => Uint32Array.from(list.filter((pixel) => pixel < pixels));
  return {
    dead: within(3, 70),
    stuck: within(5, 41),
    jumping: within(6, 90),
    inBadColumns: within(7, 38),
  };
};

describe.skipIf(skipped)(`a chip on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  const columns = 31;
  const sizes = [[1], [7], [40]] as const;

  const LINEAR = {
    electronsPerUnit: 1,
    darkElectrons: 0.7,
    darkSeconds: 0.013,
    wellCapacity: 12_000,
    conversionGain: 9e-5,
    second: 0,
    third: 0,
    readNoise: 8e-4,
    prnu: 0.012,
    dsnu: 5e-4,
    offset: 0.01,
    gain: 1.3,
    swing: 0.9,
    levels: 4096,
    noise: true,
    temporalStream: 33,
    temporalSeed: 7,
    responseStream: 18,
    darkStream: 50,
    fixedPatternSeed: 2 ** 31 + 5,
  };

  it.each([
    ['the same dark current', {}],
    ['dark currents of its own', { hasRates: true }],
    ['rows without light at the end of the counter', { firstPixel: 2 ** 32 - 4096 }],
    ['light in double precision', { isDouble: true }],
  ])('counts the electrons of its twin: %s', async (_, changes) => {
    const {
      hasRates,
      firstPixel = 0,
      isDouble,
    } = changes as Partial<Record<'hasRates' | 'isDouble', boolean>> & {
      readonly firstPixel?: number;
    };
    for (const [rows] of sizes) {
      const pixels = rows * columns;
      const random = randomly(rows);
      const lights = Array.from({ length: pixels }, () => 30_000 * random() ** 4);
      const part: ChargePart = {
        settings: { ...LINEAR, temporalStream: 17, temporalSeed: 99 },
        arrived: {
          plane: isDouble ? Float64Array.from(lights) : Float32Array.from(lights),
          electronsPerUnit: Float64Array.from({ length: rows }, (__, row) => 0.7 + row / 100),
        },
        columns,
        firstPixel,
        darkRates: hasRates ? Float32Array.from(lights, () => 3000 * random()) : undefined,
        marked: marked(pixels),
        charge: new Float32Array(pixels),
        from: 0,
        to: pixels,
      };
      const twin = { ...part, charge: new Float32Array(pixels) };
      await collectCharge(twin, plain);
      await gpuDevice(testGpu()).compute(chargeWork, part, watch);
      expect(part.charge).toEqual(twin.charge);
    }
  });

  it('leaves charge without noise, and mixed charge, to the threads', () => {
    const settings = { ...LINEAR, noise: false };
    const { compute } = gpuDevice(testGpu());
    expect(compute(chargeWork, { settings } as ChargePart, watch)).toBeUndefined();
    expect(compute(convertWork, { weights: [], settings } as never, watch)).toBeUndefined();
  });

  it.each([
    ['a straight response', {}],
    ['a curved response', { second: -0.06, third: 0.02 }],
    ['a curved response of 16 bits', { second: -0.06, third: 0.02, levels: 65_536 }],
    ['one stream for both patterns', { darkStream: 18, levels: 256 }],
    ['no noise', { noise: false, second: 0.05 }],
  ])('gives the codes of its twin: %s', async (_, changes) => {
    const settings = { ...LINEAR, ...changes };
    for (const [rows] of [...sizes, [700] as const]) {
      const pixels = rows * columns;
      const random = randomly(rows + 1);
      const part: ConvertPart = {
        settings,
        charge: Float32Array.from({ length: pixels }, (__, pixel) =>
          pixel % 3 === 0 ? 14_000 * random() : Math.floor(14_000 * random()),
        ),
        pixels: { rows, columns, layout: [[0]] },
        weights: undefined,
        lines: {
          rows: Float32Array.from({ length: rows }, () => 9 * random() - 4),
          columns: Float32Array.from({ length: columns }, () => 9 * random() - 4),
        },
        marked: marked(pixels),
        telegraph: { electrons: 20, stream: 77 },
        stuckCode: 200,
        columnCode: 11,
        firstPixel: 8 * rows,
        raw: new Uint16Array(pixels),
        volts: new Float32Array(pixels),
        full: new Uint8Array(Math.ceil(pixels / 8)),
        from: 0,
        to: pixels,
      };
      const twin = {
        ...part,
        raw: new Uint16Array(pixels),
        volts: new Float32Array(pixels),
        full: new Uint8Array(Math.ceil(pixels / 8)),
      };
      await convertCharge(twin, plain);
      await gpuDevice(testGpu()).compute(convertWork, part, watch);
      expect(part.raw).toEqual(twin.raw);
      expect(part.full).toEqual(twin.full);
      for (const [pixel, value] of part.volts!.entries())
        expect(Math.abs(value - twin.volts[pixel]!) / settings.swing).toBeLessThan(VOLTS_TOLERANCE);
    }
  });

  /** Another value of each number of the steps; those of the charge first. */
  const CHANGES = {
    electronsPerUnit: 1.2,
    darkElectrons: 40,
    darkSeconds: 0.5,
    temporalStream: 34,
    temporalSeed: 8,
    wellCapacity: 9000,
    conversionGain: 7e-5,
    second: 0.05,
    third: 0.05,
    readNoise: 4e-3,
    prnu: 0.05,
    dsnu: 4e-3,
    offset: 0.02,
    gain: 1.1,
    swing: 0.8,
    levels: 1024,
    responseStream: 19,
    darkStream: 51,
    fixedPatternSeed: 3,
  } satisfies Record<Exclude<keyof typeof LINEAR, 'noise'>, number>;
  const OF_CHARGE = new Set(['electronsPerUnit', 'darkElectrons', 'darkSeconds']);

  it.each(Object.entries(CHANGES))('has a use for %s', async (key, value) => {
    const pixels = 8 * columns;
    const range = { from: 0, to: pixels, firstPixel: 0, marked: undefined };
    const light = Float32Array.from({ length: pixels }, (_, pixel) => 11_000 * (pixel / pixels));
    const written = async (settings: typeof LINEAR) => {
      const arrived = { plane: light, electronsPerUnit: new Float64Array(8).fill(1) };
      const [charge, raw] = [new Float32Array(pixels), new Uint16Array(pixels)];
      const darkRates = key === 'darkSeconds' ? light : undefined;
      const collected = { ...range, settings, arrived, columns, darkRates, charge };
      await gpuDevice(testGpu()).compute(chargeWork, collected, watch);
      const converted = {
        ...range,
        settings,
        charge: light,
        raw,
        volts: undefined,
        pixels: { rows: 8, columns, layout: [[0]] },
        weights: undefined,
        lines: undefined,
        telegraph: undefined,
        stuckCode: 0,
        columnCode: 0,
        full: new Uint8Array(pixels / 8),
      };
      await gpuDevice(testGpu()).compute(convertWork, converted, watch);
      return OF_CHARGE.has(key) ? charge : raw;
    };
    expect(await written({ ...LINEAR, [key]: value })).not.toEqual(await written(LINEAR));
  });

  it('has every step of a pixel, and would decline one that it lacks', () => {
    const phases = ['charge', 'convert'] as const;
    expect(hasSteps(SHADER_STEPS, phases, LINEAR)).toBe(true);
    for (const name of SHADER_STEPS)
      expect(
        hasSteps(
          SHADER_STEPS.filter((step) => step !== name),
          phases,
          LINEAR,
        ),
      ).toBe(false);
  });
});

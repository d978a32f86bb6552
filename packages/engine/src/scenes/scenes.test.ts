import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  limitProblem,
  toEngineUnits,
  type FieldValue,
  type NumberField,
} from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import { nativeLight } from '../illuminants/light.ts';
import { BANDS } from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import { scenes } from './list.ts';
import { planeCount, rowSampler } from './patterns/pattern.ts';
import type { RasterSize, SceneDescriptor } from './scene-descriptor.ts';
import { mean, type Scene } from './scene.ts';

/** Requirements for every scene: docs/reference/physics.md#p3, docs/adding-a-scene.md. */

const members: readonly { readonly label: string; readonly descriptor: SceneDescriptor }[] =
  Object.values(scenes).map((descriptor) => ({ label: descriptor.label, descriptor }));

/** The picture for scenes that load one: 6 x 8 pixels of various codes. */
const host: Pick<Host, 'loadImage'> = {
  loadImage: () =>
    Promise.resolve({
      rows: 6,
      columns: 8,
      rgb: Uint8Array.from({ length: 6 * 8 * 3 }, (_, i) => (i * 37) % 256),
    }),
};

/** Largest raster that these tests build, samples. */
const SMALL = 1 << 18;

async function paint(
  { fields, load }: SceneDescriptor,
  values: Readonly<Record<string, FieldValue>> = {},
): Promise<Scene> {
  const { build } = await load();
  return (build as (parameters: unknown, host: Pick<Host, 'loadImage'>) => Scene | Promise<Scene>)(
    toEngineUnits(fields, values),
    host,
  );
}

const numberFields = ({ fields }: SceneDescriptor): NumberField[] =>
  fields.filter((field) => field.kind === 'number');

/**
 * Values at the limits (just inside where the limit itself is not allowed), and values just
 * outside.
 */
function aroundLimits({ min, above, max, below, whole }: NumberField): {
  readonly inside: number[];
  readonly outside: number[];
} {
  const step = whole ? 1 : 1e-6 * Math.max(1, Math.abs(max ?? below ?? 1));
  return {
    inside: [
      min,
      above !== undefined ? above + step : undefined,
      max,
      below !== undefined ? below - step : undefined,
    ].filter((value) => value !== undefined),
    outside: [
      min !== undefined ? min - step : undefined,
      above,
      max !== undefined ? max + step : undefined,
      below,
    ].filter((value) => value !== undefined),
  };
}

function expectSound(scene: Scene): void {
  expect(scene.rows).toBeGreaterThan(0);
  expect(scene.columns).toBeGreaterThan(0);
  expect(scene.spectra.length).toBe(planeCount(scene.pattern));
  expect(scene.planeMeans.length).toBe(scene.spectra.length);
  for (const spectrum of scene.spectra) {
    expect(spectrum.length).toBe(BANDS);
    expect(spectrum.every((value) => value >= 0 && Number.isFinite(value))).toBe(true);
  }
  for (const k of scene.spectra.keys()) {
    const plane = scene.raster(k);
    expect(plane.length).toBe(scene.rows * scene.columns);
    expect(plane.every((value) => value >= 0 && value <= 1)).toBe(true);
    // Planes are single precision, their means double.
    expect(Math.abs(mean(plane) - scene.planeMeans[k]!)).toBeLessThan(1e-6);
  }
  expect(scene.planeMeans.some((value) => value > 0)).toBe(true);
}

describe('the list and the folders', () => {
  const here = new URL('./', import.meta.url);
  const folders = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const sceneFolders = folders.filter((name) => existsSync(new URL(`${name}/descriptor.ts`, here)));

  test.each(sceneFolders)('%s/ has its line in list.ts, a build and a test', async (name) => {
    const exports = Object.values(
      (await import(`./${name}/descriptor.ts`)) as Record<string, unknown>,
    );
    expect(members.filter(({ descriptor }) => exports.includes(descriptor))).toHaveLength(1);
    expect(existsSync(new URL(`${name}/build.ts`, here))).toBe(true);
    expect(existsSync(new URL(`${name}/build.test.ts`, here))).toBe(true);
  });
  test('there are as many lines as folders, and no folder without a descriptor except patterns', () => {
    expect(members).toHaveLength(sceneFolders.length);
    expect(folders.filter((name) => !sceneFolders.includes(name))).toEqual(['patterns']);
  });
  test('labels and wire keys are unlike each other', () => {
    expect(new Set(members.map(({ label }) => label)).size).toBe(members.length);
    expect(new Set(members.map(({ descriptor }) => descriptor.wireKey)).size).toBe(members.length);
  });
});

describe.each(members)('$label', ({ descriptor }) => {
  test('describes itself', () => {
    expect(descriptor.fields[0]).toMatchObject({ key: 'hfov', default: 10 });
    expect(new Set(descriptor.fields.map(({ key }) => key)).size).toBe(descriptor.fields.length);
    for (const field of numberFields(descriptor))
      expect(limitProblem(field, field.default)).toBeUndefined();
    expect(
      nativeLight(descriptor.nativeIlluminant).energy.every(
        (value) => value > 0 && Number.isFinite(value),
      ),
    ).toBe(true);
  });

  test('builds with its defaults', async () => {
    expectSound(await paint(descriptor));
  });

  test('says the size of its raster before it paints', async () => {
    const scene = await paint(descriptor);
    const { rasterSize } = descriptor;
    if (rasterSize)
      expect(
        (rasterSize as (parameters: unknown) => RasterSize)(toEngineUnits(descriptor.fields, {})),
      ).toEqual({ rows: scene.rows, columns: scene.columns });
  });

  test('has the same raster each time', async () => {
    const [one, other] = [await paint(descriptor), await paint(descriptor)];
    expect(one.raster(0)).toEqual(other.raster(0));
    expect(one.planeMeans).toEqual(other.planeMeans);
  });

  describe.each(numberFields(descriptor))('$label', (field) => {
    const { inside, outside } = aroundLimits(field);
    test('has a lower and an upper limit', () => {
      expect(inside).toHaveLength(2);
    });
    test.each(outside)('refuses %d with a sentence', (value) => {
      expect(limitProblem(field, value)).toMatch(
        new RegExp(`^${field.label} must be .*, not .*\\.$`),
      );
    });
    test.each(inside)('takes %d', async (value) => {
      expect(limitProblem(field, value)).toBeUndefined();
      const values = { [field.key]: value };
      const size = (descriptor.rasterSize as ((parameters: unknown) => RasterSize) | undefined)?.(
        toEngineUnits(descriptor.fields, values),
      );
      // Larger rasters are not built here, but must be within the budget of a run
      // (plan.maximumSceneSamples, 16 million).
      if (size && size.rows * size.columns > SMALL) {
        expect(size.rows * size.columns).toBeLessThanOrEqual(4096 ** 2);
        return;
      }
      const painted = await paint(descriptor, values).catch((error: unknown) => {
        // Values of two fields may be incompatible, such as a spacing wider than the scene.
        if (error instanceof SimulationError) return error;
        throw error;
      });
      if (!(painted instanceof SimulationError)) {
        expectSound(painted);
        return;
      }
      // The error names one of the two fields.
      const [wireKey, key] = painted.field!.split('.');
      expect(wireKey).toBe(descriptor.wireKey);
      expect(descriptor.fields.map((one) => one.key)).toContain(key);
    });
  });

  describe('its pattern', async () => {
    const scene = await paint(descriptor);
    const { pattern, rows, columns } = scene;
    const { kind } = pattern.kind === 'weighted' ? pattern.formula : pattern;
    const outputs = (count: number): Float32Array[] =>
      Array.from({ length: planeCount(pattern) }, () => new Float32Array(count));
    const sampled = (
      xEdges: Float64Array,
      yEdges: Float64Array,
    ): { readonly means: Float32Array[]; readonly wholes: number[] } => {
      const [width, height] = [xEdges.length - 1, yEdges.length - 1];
      const sample = rowSampler(pattern, xEdges);
      const line = outputs(width);
      const means = outputs(width * height);
      const wholes = means.map(() => 0);
      for (let row = 0; row < height; row += 1) {
        sample(yEdges[row]!, yEdges[row + 1]!, line);
        line.forEach((values, plane) => {
          means[plane]!.set(values, row * width);
          values.forEach((value, i) => {
            wholes[plane]! +=
              value * (xEdges[i + 1]! - xEdges[i]!) * (yEdges[row + 1]! - yEdges[row]!);
          });
        });
      }
      return { means, wholes };
    };
    const even = (count: number): Float64Array =>
      Float64Array.from({ length: count + 1 }, (_, i) => i / count);
    /** Uneven widths from 0.2 to 1.8 of the mean. */
    const uneven = (count: number): Float64Array =>
      Float64Array.from({ length: count + 1 }, (_, i) =>
        i === 0 ? 0 : i === count ? 1 : (i + 0.4 * Math.sin(5 * i)) / count,
      );

    /**
     * Cells and edges are exact in single precision; rays are averaged exactly or by 64 samples,
     * and their errors are random in sign. A star has nine times as many rays as Rings Rays.
     */
    const WHOLE = kind !== 'rays' ? 1e-6 : pattern.kind === 'weighted' ? 4e-5 : 2e-5;

    test('holds the same whole in any partition', () => {
      const [one, other, third] = [
        sampled(even(columns), even(rows)),
        sampled(uneven(97), uneven(103)),
        sampled(even(200), uneven(61)),
      ];
      one.wholes.forEach((whole, plane) => {
        expect(Math.abs(other.wholes[plane]! - whole)).toBeLessThan(WHOLE);
        expect(Math.abs(third.wholes[plane]! - whole)).toBeLessThan(WHOLE);
      });
    });
    test('is finite and between the darkest and the brightest sample', () => {
      for (const plane of sampled(uneven(37), uneven(300)).means)
        expect(plane.every((value) => value >= 0 && value <= 1 + 1e-6)).toBe(true);
    });
    test('is the raster, where each sample is one rectangle', () => {
      const { means } = sampled(even(columns), even(rows));
      means.forEach((plane, k) => {
        const raster = scene.raster(k);
        const distances = plane.map((value, sample) => Math.abs(value - raster[sample]!));
        if (pattern.kind === 'cells') expect(Math.max(...distances)).toBeLessThan(1e-6);
        else {
          // Analytic patterns cover a sample partly where the raster has only black or white: on
          // the edge and at the rim of the disc.
          expect(distances.filter((distance) => distance > 0.1).length).toBeLessThan(
            2 * (rows + columns),
          );
          expect(mean(distances)).toBeLessThan(5e-3);
          // No difference is larger than half of that between black and white.
          const largest = distances.reduce((most, one) => Math.max(most, one), 0);
          expect(largest).toBeLessThanOrEqual(0.5 + 1e-6);
        }
      });
    });
    test('has the mean of the raster', () => {
      // The raster of an edge counts the samples on the edge itself as dark, which is half a row of
      // samples.
      const tolerance = kind === 'edge' ? 0.5 / columns : kind === 'rays' ? 1e-3 : 1e-6;
      sampled(even(columns), even(rows)).wholes.forEach((whole, plane) => {
        expect(Math.abs(whole - scene.planeMeans[plane]!)).toBeLessThan(tolerance);
      });
    });
  });
});

/**
 * The stages that a page lays open are the arrays that a run gives its sink, and what follows from
 * them.
 */
import { describe, expect, it } from 'vitest';
import { irradianceOf, stageMemory, stagesOf } from '../src/index.ts';
import { luminanceOf } from '../src/colour/xyz.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { runIsp } from '../src/isps/fast-open-isp/run-isp.ts';
import type { ReplacedArray } from '../src/isps/isp-code.ts';
import { asShown } from '../src/isps/fast-open-isp/output.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { loadLens } from '../src/optics/load-lens.ts';
import { lightSceneStage } from '../src/pipeline/light-scene-stage.ts';
import { chartMap } from '../src/pipeline/measurements/chart-map.ts';
import { readSensorOverlay } from '../src/sensors/read-sensor-file.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import { BANDS, BAND_WIDTH, photonsToEnergy } from '../src/quantities/wavelengths.ts';
import { planOf, runWatched } from './run.ts';
import { testHost } from './test-host.ts';

/**
 * Share of the largest value by which the irradiance that is formed at once may differ from the sum
 * over the bands.
 */
const AT_ONCE = 1e-4;
/** Rounding of single precision over 24 planes and 31 bands. */
const ROUNDING = 1e-5;

const running = () => false;
const isp = { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) };

describe.each([undefined, 'cooke-triplet' as const])('stages through %s', (optics) => {
  const plan = planOf({}, { optics, isp });

  it('are the arrays of the sink', async () => {
    const host = { ...testHost(), memory: stageMemory(1e8) };
    const { arrays, image } = await runWatched(plan);
    // The second time, scene and light come from memory.
    for (let time = 0; time < 2; time += 1) {
      const { sensed, developed } = await stagesOf(plan, host, running);
      expect(Float64Array.from(sensed!.electrons)).toEqual(arrays.electrons.data);
      expect(Float64Array.from(sensed!.raw)).toEqual(arrays.raw.data);
      const written: ReplacedArray[] = [];
      const { rows, columns } = plan.grid;
      const result = await runIsp(
        { codes: sensed!.raw, rows, columns, order: 'grbg', bits: 10 },
        isp.parameters,
        testHost(),
        { stopped: running, log: () => undefined, progress: () => undefined },
        {
          write: (array) => {
            written.push({ ...array, data: array.data.slice() });
            return Promise.resolve();
          },
        },
      );
      expect(developed!.written).toEqual(written);
      expect(asShown(result.image).data).toEqual(image.data);
    }
  });

  it('have the irradiance of the bands, and nearly that at once', async () => {
    const { arrays } = await runWatched(plan);
    const { irradiance: atOnce } = await stagesOf(plan, testHost(), running);
    const exact = await irradianceOf(plan, testHost(), running);
    const sum = new Float64Array(exact.length);
    for (const [at, value] of arrays.irradiance.data.entries())
      sum[at % sum.length]! += value * BAND_WIDTH;
    expect(exact).toEqual(sum);
    const most = Math.max(...sum);
    expect(Math.max(...sum.map((value, at) => Math.abs(value - atOnce[at]!)))).toBeLessThan(
      AT_ONCE * most,
    );
  });

  it('are in proportion to the luminance', async () => {
    const bright = { ...plan, exposureSeconds: 0.001 };
    const at = async (value: number) => {
      const stages = await stagesOf(
        { ...bright, luminance: { of: 'scene mean', value } },
        testHost(),
        running,
      );
      return { electrons: stages.sensed!.electrons, irradiance: stages.irradiance };
    };
    const [one, other] = [await at(100), await at(259)];
    for (const name of ['electrons', 'irradiance'] as const)
      for (const [pixel, value] of one[name].entries())
        expect(Math.abs(other[name][pixel]! - 2.59 * value)).toBeLessThanOrEqual(1e-6 * value);
    // Each band is formed at the luminance itself.
    const { arrays } = await runWatched({ ...bright, luminance: { of: 'scene mean', value: 259 } });
    const [pixels, most] = [other.irradiance.length, Math.max(...other.irradiance)];
    for (let pixel = 0; pixel < pixels; pixel += 7) {
      let sum = 0;
      for (let band = 0; band < BANDS; band += 1)
        sum += arrays.irradiance.data[band * pixels + pixel]! * BAND_WIDTH;
      expect(Math.abs(sum - other.irradiance[pixel]!)).toBeLessThan(AT_ONCE * most);
    }
  });

  it('have the luminance of the scene', async () => {
    const { arrays } = await runWatched(plan);
    const { scene } = await stagesOf(plan, testHost(), running);
    const { shape, data } = arrays.scene;
    expect(shape).toEqual([BANDS, scene.rows, scene.columns]);
    const samples = scene.rows * scene.columns;
    for (let sample = 0; sample < samples; sample += 97) {
      const photons = Float64Array.from({ length: BANDS }, (_, at) => data[at * samples + sample]!);
      const expected = luminanceOf(photonsToEnergy(photons));
      expect(Math.abs(scene.luminance[sample]! / expected - 1)).toBeLessThan(ROUNDING);
    }
  });

  it('know which sample of the scene a pixel shows', async () => {
    const { scene, sceneAt } = await stagesOf(plan, testHost(), running);
    const lens = await loadLens(plan.optics);
    const { result: lit } = await lightSceneStage(plan, testHost());
    const map = chartMap({ plan, lens, lit });
    const { columns } = plan.grid;
    let inside = 0;
    for (const [pixel, sample] of sceneAt.entries()) {
      if (sample < 0) continue;
      inside += 1;
      const [row, column] = [Math.floor(sample / scene.columns), sample % scene.columns];
      // The pixel's centre lies between the images of the sample's corners.
      const [left, top] = map(column / scene.columns, row / scene.rows);
      const [right, bottom] = map((column + 1) / scene.columns, (row + 1) / scene.rows);
      const [x, y] = [(pixel % columns) + 0.5, Math.floor(pixel / columns) + 0.5];
      // Distortion bends the sides of a sample by less than this, pixels.
      const bend = 0.5;
      expect(x).toBeGreaterThan(left - bend);
      expect(x).toBeLessThan(right + bend);
      expect(y).toBeGreaterThan(top - bend);
      expect(y).toBeLessThan(bottom + bend);
    }
    expect(inside).toBeGreaterThan(sceneAt.length / 2);
  });
});

describe('stages of a frame of two exposures', () => {
  it('are its captures in electrons, and the first of them that is below its knee', async () => {
    const plain = planOf({}, { noise: false });
    const { parameters, label, order, bits } = plain.sensor!;
    const captures = [{ name: 'long' }, { name: 'short', exposureRatio: 1 / 16 }];
    const { sensor: file } = readSensorOverlay(
      { captures },
      { name: label, order, bits, parameters: {} },
    );
    const metered = { ...plain, sensor: sensorOfFile(file, parameters) };
    // Bright enough for the long exposure to reach its knee in a part of the picture.
    const { exposureSeconds } = (await runWatched(metered)).report.sensor!;
    const plan = { ...metered, exposureSeconds: 4 * exposureSeconds };
    const { sensed } = await stagesOf(plan, testHost(), running);
    const { report } = await runWatched(plan);
    const read = report.sensor!.captures!;
    const darkPerSecond =
      (parameters.dark_voltage * parameters.well_capacity) / parameters.voltage_swing;
    const { hdr, raw } = sensed!;
    expect(hdr!.captures.map(({ name }) => name)).toEqual(['long', 'short']);
    expect(hdr!.fullElectrons).toBeCloseTo(16 * read[1]!.saturationElectrons, 6);
    let bright = 0;
    for (let pixel = 0; pixel < raw.length; pixel += 1) {
      const [long, short] = hdr!.captures.map(
        ({ raw: codes }, k) =>
          codes[pixel]! * read[k]!.electronsPerCode - darkPerSecond * read[k]!.exposureSeconds,
      ) as [number, number];
      expect(Math.abs(hdr!.captures[0]!.electrons[pixel]! - long)).toBeLessThan(ROUNDING * 9000);
      expect(Math.abs(hdr!.captures[1]!.electrons[pixel]! - short)).toBeLessThan(ROUNDING * 9000);
      const isPicked = long < 0.9 * read[0]!.saturationElectrons;
      bright += Number(!isPicked);
      const expected = isPicked ? long : 16 * short;
      expect(Math.abs(hdr!.merged[pixel]! - expected)).toBeLessThan(ROUNDING * hdr!.fullElectrons);
    }
    // Both captures count somewhere.
    expect(bright).toBeGreaterThan(0);
    expect(bright).toBeLessThan(raw.length);
    expect((await stagesOf(plain, testHost(), running)).sensed!.hdr).toBeUndefined();
  });
});

describe('stages of a recipe without parts', () => {
  it('end at the irradiance without a sensor, and at raw without an ISP', async () => {
    const { sensed } = await stagesOf(planOf({ hasSensor: false }), testHost(), running);
    expect(sensed).toBeUndefined();
    const { sensed: raw, developed } = await stagesOf(planOf(), testHost(), running);
    expect(raw!.filters.channels).toEqual(['red', 'green', 'blue']);
    expect(developed).toBeUndefined();
  });

  it('stop when they are told to', async () => {
    await expect(stagesOf(planOf({}, { isp }), testHost(), () => true)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

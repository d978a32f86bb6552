import { describe, expect, it } from 'vitest';
import { photonsToEnergy, BANDS } from '../src/quantities/wavelengths.ts';
import { characteriseSensor, monochromaticLight } from '../src/pipeline/characterise-sensor.ts';
import { FIGURES_NM, modelSensor } from '../src/pipeline/sensor-model.ts';
import { suitLight } from '../src/scenes/macbeth/chart-colours.ts';
import { sensorColour } from '../src/pipeline/measurements/sensor-colour.ts';
import { readSensorFile } from '../src/sensors/read-sensor-file.ts';
import { writeSensorFile } from '../src/sensors/write-sensor-file.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import { QUANTUM_EFFICIENCY } from '../src/sensors/bayer/quantum-efficiency.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { testHost } from './test-host.ts';

/** Equal photons in all bands. */
const EVEN = photonsToEnergy(new Float64Array(BANDS).fill(1e18));
/** None of some hundred deviates exceeds so many standard errors; the seeds are fixed. */
const MOST_ERRORS = 5;
/** Relative: levels stand sixteen to a factor of ten, and a line goes between them. */
const BETWEEN = 0.004;
/** Relative, of two ways to the same number. */
const ROUNDING = 1e-9;

async function planOf(file: object) {
  const { sensor } = await readSensorFile(JSON.stringify(file), 'test');
  return sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters));
}
const designOf = async (file: object) => ({
  sensor: await planOf(file),
  energy: EVEN,
  fNumber: 4,
  exposureSeconds: 0.01,
  reflectance: 0.18,
  lux: [100],
  dieMm: undefined,
});
const FILE = {
  name: 'Test',
  bits: 12,
  readNoiseElectrons: 3,
  blackLevel: 100,
  sensorParams: { well_capacity: 12000, prnu: 1, dsnu: 0.2, rows: 128, cols: 128, pixel_size: 3 },
};

describe('the curves of a sensor', () => {
  it.each([
    ['a plain sensor', FILE],
    [
      'crosstalk of electrons, and a response that is no line',
      {
        ...FILE,
        nonLinearity: [-0.1, 0],
        crosstalk: {
          electrical: [
            [0, 0.02, 0],
            [0.02, 0.92, 0.02],
            [0, 0.02, 0],
          ],
        },
      },
    ],
  ])('are those that frames measure: %s', async (_, file) => {
    const design = await designOf(file);
    const { levels } = modelSensor(design);
    const { channels, first } = await characteriseSensor(
      design.sensor,
      {
        light: monochromaticLight(FIGURES_NM),
        frames: 2,
        seeds: { temporal: 1, fixedPattern: 2 },
      },
      testHost(),
    );
    const { series, pixels } = channels.find(({ name }) => name === first)!;
    const { means } = series.dark[0]!.stack;
    const dark = means.reduce((sum, value) => sum + value, 0) / means.length;
    // Up to where the brightest pixels are cut.
    const measured = series.bright.filter(
      ({ pair }) => pair.mean - dark < 0.85 * levels.at(-1)!.signal,
    );
    expect(measured.length).toBeGreaterThan(30);
    for (const { photons, pair } of measured) {
      const at = levels.findIndex((level) => level.photons >= photons);
      const [low, high] = [levels[at - 1]!, levels[at]!];
      const share = (photons - low.photons) / (high.photons - low.photons);
      const between = (figure: (level: typeof low) => number): number =>
        figure(low) * (1 - share) + figure(high) * share;
      const variance = between(({ shot, read }) => shot + read);
      const error = variance * Math.sqrt(2 / pixels.count);
      expect(Math.abs(pair.temporalVariance - variance)).toBeLessThan(
        MOST_ERRORS * error + BETWEEN * variance,
      );
      const uneven = Math.sqrt((between(({ prnu }) => prnu) + variance) / pixels.count);
      expect(Math.abs(pair.mean - dark - between(({ signal }) => signal))).toBeLessThan(
        MOST_ERRORS * uneven + BETWEEN * pair.mean,
      );
    }
  });

  it('end at the root of the well where photons are all the noise', async () => {
    const { levels, figures } = modelSensor(
      await designOf({
        ...FILE,
        readNoiseElectrons: 0,
        sensorParams: { ...FILE.sensorParams, prnu: 0, dsnu: 0, dark_voltage: 0 },
        bits: 16,
      }),
    );
    expect(levels.at(-1)!.temporalSnrDb).toBeCloseTo(
      10 * Math.log10(figures.saturationElectrons),
      2,
    );
  });

  it('of other pixels on the die: half the pitch is four times the pixels and a quarter of the light', async () => {
    const { sizes } = modelSensor(await designOf(FILE));
    const at = (micrometres: number) => sizes.find((size) => size.micrometres === micrometres)!;
    const [small, large] = [at(1.5), at(3)];
    expect(small.megapixels).toBeCloseTo(4 * large.megapixels, 9);
    expect(small.well).toBeCloseTo(large.well / 4, 6);
    // Without diffraction to speak of the sinc of the pixel alone is a half at .6034/pitch.
    const { sizes: fast } = modelSensor({ ...(await designOf(FILE)), fNumber: 0.01 });
    const six = fast.find(({ micrometres }) => micrometres === 6)!;
    expect(six.mtf50).toBeCloseTo(0.60335 / 6e-3, 0);
  });
});

describe('the colours of a sensor', () => {
  it('have the matrix that suits the light, found by other equations', () => {
    const { matrix } = sensorColour(EVEN, QUANTUM_EFFICIENCY)!;
    const suited = suitLight(EVEN, QUANTUM_EFFICIENCY).matrix;
    for (const [i, row] of matrix.entries())
      for (const [j, value] of row.entries())
        expect(Math.abs(value - suited[i]![j]!)).toBeLessThan(ROUNDING);
  });

  it('are none with two channels, or with three that are alike', () => {
    expect(sensorColour(EVEN, QUANTUM_EFFICIENCY.slice(1))).toBeUndefined();
    const [red] = QUANTUM_EFFICIENCY;
    expect(sensorColour(EVEN, [red!, red!, red!])).toBeUndefined();
  });
});

describe('a sensor as a file', () => {
  it.each([
    [FILE],
    [
      {
        ...FILE,
        pattern: 'rgbw',
        darkCurrent: { electronsPerSecond: 7, nonUniformityPercent: 20 },
      },
    ],
    [
      {
        ...FILE,
        pattern: ['wrb', 'gwr'],
        quantumEfficiency: {
          nm: [400, 700],
          red: [0, 0.5],
          green: [0.4, 0.4],
          blue: [0.3, 0],
          white: [0.9, 0.8],
        },
        shutter: { kind: 'rolling', lineSeconds: 1e-5 },
        captures: [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }],
        defects: { hot: { perMillion: 50, electronsPerSecond: 100 } },
        crosstalk: { optical: { nm: [400, 700], share: [0.1, 0.2] } },
        microlens: { heightMicrometres: 3, apertureMicrometres: 1 },
      },
    ],
  ])('is read back as it was', async (file) => {
    const { sensor } = await readSensorFile(JSON.stringify(file), 'test');
    const { sensor: again } = await readSensorFile(JSON.stringify(writeSensorFile(sensor)), 'x');
    expect(again).toEqual(sensor);
  });

  it('has its hot pixels at the temperature of the sensor', async () => {
    const { sensor } = await readSensorFile(
      JSON.stringify({
        darkCurrent: {
          electronsPerSecond: 5,
          atCelsius: 20,
          doublingKelvin: 10,
          sensorCelsius: 40,
        },
        defects: { hot: { perMillion: 50, electronsPerSecond: 100 } },
      }),
      'test',
    );
    expect(writeSensorFile(sensor)).toMatchObject({
      darkCurrent: { electronsPerSecond: 20 },
      defects: { hot: { electronsPerSecond: 400 } },
    });
  });
});

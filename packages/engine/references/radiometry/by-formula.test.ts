import { describe, expect, test } from 'vitest';
import { testHost } from '../../laws/test-host.ts';
import type { LitScene } from '../../src/illuminants/light.ts';
import { idealLens } from '../../src/optics/ideal-lens.ts';
import { build as buildRingsRays } from '../../src/scenes/rings-rays/build.ts';
import { mosaicOf } from '../../src/sensors/colour-filters.ts';
import { meterExposure } from '../../src/sensors/exposure.ts';
import { readOutSensor, readOutSettings } from '../../src/sensors/read-out/read-out-sensor.ts';
import { largestDeviation, largestRelativeDeviation } from '../deviation.ts';
import { expectHeld } from '../held.ts';
import { referenceSensor } from '../reference-sensor.ts';
import bayer from './sensor_bayer_grbg_noiseless.json' with { type: 'json' };
import ringsRays from './scene_rings_rays_8_64.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };

/**
 * The checks of the tests that read ISETCam arrays from outside the repository, repeated with
 * arrays from closed formulas. The formulas are written out here and share nothing with the engine.
 */

/**
 * Planes, light and volts are kept in single precision, 6e-8 per value; a handful of such errors
 * add up.
 */
const SINGLE_PRECISION = 1e-6;
/** Exposures are rounded to six significant digits. */
const ROUNDED = 5e-6;

describe('rings and rays, every sample of the plane', () => {
  /**
   * cos(2·frequency·atan(y/x)) stretched to 1..256, the disc over the centre at 128, divided by
   * 256.
   */
  function publishedPlane(frequency: number, size: number): number[] {
    const middle = (size + 1) / 2;
    const places = Array.from({ length: size * size }, (_, i) => ({
      row: Math.floor(i / size) + 1,
      column: (i % size) + 1,
    }));
    const waves = places.map(({ row, column }) => {
      const [x, y] = [column - size / 2, row - size / 2];
      const angle = x === 0 ? (Math.sign(y) * Math.PI) / 2 : Math.atan(y / x);
      return Math.cos(2 * frequency * angle);
    });
    const [low, high] = [Math.min(...waves), Math.max(...waves)];
    const radius = Math.round((2 * frequency) / Math.PI);
    return places.map(({ row, column }, i) => {
      if (Math.hypot(row - middle, column - middle) <= radius) return 128 / 256;
      return (1 + (255 * (waves[i]! - low)) / (high - low)) / 256;
    });
  }

  test.each([
    [ringsRays.radialFreq, ringsRays.size],
    [3, 32],
    [21, 128],
    [7.5, 48],
  ])('frequency %d, %d samples', async (radialFreq, size) => {
    const scene = await buildRingsRays(
      { hfov: 0.1, radialFreq, size },
      { loadImage: () => Promise.reject(new Error('a chart loads no image')) },
    );
    expectHeld(
      'rings-rays',
      largestDeviation(scene.raster(0), publishedPlane(radialFreq, size)),
      ringsRays.tolerance.abs,
    );
  });
});

/**
 * A picture of steps: ramps along columns and along rows, each with a spectrum of its own, so that
 * brightness and colour change from cell to cell. It is narrower and higher than the sensor, and
 * its cells are no multiple of the pixels.
 */
const IMAGE = { rows: 40, columns: 30, cell: bayer.oi_sample_spacing_m } as const;
const across = (cell: number): number => 1 + cell / 32;
const down = (cell: number): number => 3 - cell / 16;
/** Irradiance per band of both ramps where they are 1, photons/(s·m²·nm). */
const acrossSpectrum = Array.from({ length: 31 }, (_, band) => 1e15 * (1 + band / 10));
const downSpectrum = Array.from({ length: 31 }, (_, band) => 4e14 * (5 - band / 10));

const {
  rows,
  cols: columns,
  pixel_size_m: pitch,
  fill_factor: fillFactor,
  conversion_gain: conversionGain,
  voltage_swing: swing,
} = bayer.sensor;
const mosaic = mosaicOf({ order: 'grbg' });
const { layout } = mosaic;
const sensor = referenceSensor({
  voltage_swing: swing,
  well_capacity: swing / conversionGain,
  pixel_size: pitch,
  fill_factor: fillFactor,
  dark_voltage: 0,
});
const grid = { rows, columns, pitch };

/**
 * Sum of a ramp first + slope·cell from cell 0 to a place, parts of cells included; nothing before
 * 0 and beyond the last.
 */
function rampSum(first: number, slope: number, cells: number, place: number): number {
  const inside = Math.min(Math.max(place, 0), cells);
  const whole = Math.min(Math.floor(inside), cells - 1);
  return (
    first * whole + (slope * whole * (whole - 1)) / 2 + (inside - whole) * (first + slope * whole)
  );
}

/**
 * Means over each pixel of a line: of a ramp that lies round the middle of it, and the share that
 * the ramp covers.
 */
function pixelMeans(pixels: number, cells: number, [first, slope]: readonly [number, number]) {
  const places = Array.from(
    { length: pixels + 1 },
    (_, edge) => ((edge - pixels / 2) * pitch) / IMAGE.cell + cells / 2,
  );
  const meanOf = (start: number, step: number): number[] =>
    places
      .slice(1)
      .map(
        (place, pixel) =>
          ((rampSum(start, step, cells, place) - rampSum(start, step, cells, places[pixel]!)) *
            IMAGE.cell) /
          pitch,
      );
  return { ramp: meanOf(first, slope), covered: meanOf(1, 0) };
}

/** Electrons/(s·m²) of a spectrum in a channel. */
function rateOf(spectrum: readonly number[], channel: number): number {
  let rate = 0;
  for (const [band, photons] of spectrum.entries())
    rate += photons * tables.isetcam_default_RGB_31x3[band]![channel]! * 10;
  return rate;
}

/**
 * Electrons per second and pixel, by the formulas; and the brightest of the cells of 2 x 2 pixels
 * that lie inside the picture.
 */
function expectedPicture() {
  const [x, y] = [
    pixelMeans(columns, IMAGE.columns, [across(0), across(1) - across(0)]),
    pixelMeans(rows, IMAGE.rows, [down(0), down(1) - down(0)]),
  ];
  const electrons = Array.from({ length: rows * columns }, (_, pixel) => {
    const [row, column] = [Math.floor(pixel / columns), pixel % columns];
    // Green, red / blue, green.
    const channel = row % 2 === column % 2 ? 1 : row % 2 === 0 ? 0 : 2;
    return (
      (x.ramp[column]! * y.covered[row]! * rateOf(acrossSpectrum, channel) +
        x.covered[column]! * y.ramp[row]! * rateOf(downSpectrum, channel)) *
      pitch ** 2 *
      fillFactor
    );
  });
  let brightest = 0;
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < columns; column += 2) {
      if ((x.covered[column]! + x.covered[column + 1]!) / 2 < 0.99) continue;
      const at = row * columns + column;
      const green = (electrons[at]! + electrons[at + columns + 1]!) / 2;
      brightest = Math.max(brightest, green, electrons[at + 1]!, electrons[at + columns]!);
    }
  }
  return { electrons, brightest };
}

/**
 * The picture of steps as a scene in front of the ideal lens: f/4, 8.2 mm, object at infinity, so E
 * = π·L/65.
 */
function litSteps(): { readonly lit: LitScene; readonly hfov: number } {
  const radianceOf = (irradiance: readonly number[]): Float64Array =>
    Float64Array.from(irradiance, (photons) => (photons * 65) / Math.PI);
  const planes = [across, down].map((ramp, index) =>
    Float32Array.from({ length: IMAGE.rows * IMAGE.columns }, (_, cell) =>
      ramp(index === 0 ? cell % IMAGE.columns : Math.floor(cell / IMAGE.columns)),
    ),
  );
  const flat = new Float64Array(31).fill(1);
  return {
    lit: {
      scene: {
        rows: IMAGE.rows,
        columns: IMAGE.columns,
        spectra: [flat, flat],
        planeMeans: [1, 1],
        pattern: { kind: 'cells', rows: IMAGE.rows, columns: IMAGE.columns, planes },
        raster: (plane) => planes[plane]!,
      },
      radiance: [radianceOf(acrossSpectrum), radianceOf(downSpectrum)],
      white: flat,
      whiteLuminance: 1,
      meanLuminance: 1,
    },
    hfov: 2 * Math.atan((IMAGE.columns * IMAGE.cell) / 2 / 8.2e-3),
  };
}

describe('a picture of steps on the Bayer sensor of ISETCam’s baseline', async () => {
  const { electrons, brightest } = expectedPicture();
  const host = testHost();
  const watch = { stopped: () => false, progress: () => undefined };
  const { lit, hfov } = litSteps();
  const light = await idealLens.formImage(
    { lit, hfov },
    {
      grid,
      receptors: {
        responses: [0, 1, 2].map((channel) =>
          Float64Array.from(tables.isetcam_default_RGB_31x3, (band) => band[channel]!),
        ),
        layout,
      },
    },
    host,
    watch,
  );
  // The brightest channel at 95 % of the swing, which here is the well too.
  const expectedSeconds = (0.95 * swing) / (brightest * conversionGain);

  test('the meter: the brightest channel of the cells inside the picture at 95 %', () => {
    const footprint = idealLens.footprint(hfov, lit.scene, grid);
    const { seconds, metered } = meterExposure(light, { grid, mosaic, footprint }, sensor);
    expect(metered!.of).toBe('inside the scene');
    expect(Math.abs(seconds / expectedSeconds - 1)).toBeLessThan(ROUNDED);
  });

  test('volts of every pixel: bands, cells and borders integrated', async () => {
    const { volts } = await readOutSensor(
      light,
      readOutSettings(sensor, expectedSeconds, {
        noise: false,
        seeds: { temporal: 0, fixedPattern: 0 },
      }),
      true,
      host,
      watch,
    );
    const expected = electrons.map((perSecond) => perSecond * expectedSeconds * conversionGain);
    // Six columns to each side lie beside the picture: 0 is expected there, and only 0 will do.
    expect(expected.filter((value) => value === 0)).toHaveLength(12 * rows);
    expect(largestRelativeDeviation(volts!, expected)).toBeLessThan(SINGLE_PRECISION);
  });
});

import { describe, expect, test } from 'vitest';
import { SRGB_TO_LINEAR } from '../../colour/srgb.ts';
import { lightScene } from '../../illuminants/light.ts';
import { illuminants } from '../../illuminants/list.ts';
import { BANDS, energyToPhotons, photonsToEnergy } from '../../quantities/wavelengths.ts';
import type { Scene } from '../scene.ts';
import { build, displayWhite } from './build.ts';

/** Two rows of three: white, black, mid grey; red, green, blue. */
const picture = {
  rows: 2,
  columns: 3,
  rgb: Uint8Array.of(255, 255, 255, 0, 0, 0, 128, 128, 128, 255, 0, 0, 0, 255, 0, 0, 0, 255),
};
const asked: string[] = [];
const host = {
  loadImage: (name: string) => {
    asked.push(name);
    return Promise.resolve(picture);
  },
};

const scene = await build({}, host);
const reflectance = ({ spectra, raster }: Scene, sample: number): number[] =>
  Array.from({ length: BANDS }, (_, band) =>
    spectra.reduce((sum, spectrum, plane) => sum + raster(plane)[sample]! * spectrum[band]!, 0),
  );

/** Planes are single precision. */
const SINGLE = 1e-7;

describe('a picture as a scene', () => {
  test('asks for its picture by its name, and has its size', () => {
    expect(asked).toEqual(['apple.jpg']);
    expect([scene.rows, scene.columns]).toEqual([2, 3]);
    expect(scene.pattern).toMatchObject({ kind: 'cells', rows: 2, columns: 3 });
  });
  test('white reflects everything in every band, black nothing', () => {
    for (const value of reflectance(scene, 0)) expect(value).toBeCloseTo(1, 12);
    for (const value of reflectance(scene, 1)) expect(value).toBe(0);
  });
  test('grey is linear light, not code values', () => {
    for (const value of reflectance(scene, 2))
      expect(Math.abs(value - SRGB_TO_LINEAR[128]!)).toBeLessThan(SINGLE);
  });
  test('the primaries add up to white, and each is where it belongs', () => {
    const [red, green, blue] = [3, 4, 5].map((sample) => reflectance(scene, sample)) as [
      number[],
      number[],
      number[],
    ];
    for (let band = 0; band < BANDS; band += 1)
      expect(red[band]! + green[band]! + blue[band]!).toBeCloseTo(1, 12);
    // 450, 540 and 620 nm.
    expect(blue[5]).toBeGreaterThan(0.9);
    expect(green[14]).toBeGreaterThan(0.9);
    expect(red[22]).toBeGreaterThan(0.9);
  });
  test('mean of each plane', () => {
    const expected = (2 * 1 + SRGB_TO_LINEAR[128]!) / 6;
    for (const mean of scene.planeMeans) expect(Math.abs(mean - expected)).toBeLessThan(SINGLE);
  });
  test('under the white of the display it is what the display sends', () => {
    const lit = lightScene(scene, photonsToEnergy(displayWhite()), { of: 'as given' });
    lit.white.forEach((photons, band) => {
      expect(photons / displayWhite()[band]!).toBeCloseTo(1, 12);
    });
  });
});

describe('a picture taken under another light', () => {
  const assumed = energyToPhotons(illuminants.illuminantA.energy);
  test('that light on it gives what the display’s white gives on the picture as it is', async () => {
    const other = await build({}, host, assumed);
    const [lit, plain] = [
      lightScene(other, photonsToEnergy(assumed), { of: 'scene mean', value: 100 }),
      lightScene(scene, photonsToEnergy(displayWhite()), { of: 'scene mean', value: 100 }),
    ];
    plain.radiance.forEach((spectrum, plane) => {
      spectrum.forEach((photons, band) => {
        expect(lit.radiance[plane]![band]! / photons).toBeCloseTo(1, 12);
      });
    });
  });
  test('only the shape of that light matters', async () => {
    const [one, brighter] = [
      await build({}, host, assumed),
      await build(
        {},
        host,
        assumed.map((value) => value * 1e-20),
      ),
    ];
    one.spectra.forEach((spectrum, plane) => {
      spectrum.forEach((value, band) => {
        expect(brighter.spectra[plane]![band]! / value).toBeCloseTo(1, 12);
      });
    });
  });
  test('white is no longer flat: bluer than that light is red', async () => {
    const white = reflectance(await build({}, host, assumed), 0);
    expect(white[5]).toBeGreaterThan(white[25]!);
  });
});

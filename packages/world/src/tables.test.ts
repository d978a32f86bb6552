import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Vector } from './document/world-document.ts';
import { Sampler } from './light/sampler.ts';
import { skyDirection, skyGradation } from './light/sky.ts';
import { wholeAlbedo } from './materials/albedo-tables.ts';
import { widthsOf } from './materials/ggx.ts';
import { fromRgb } from './spectra/bands.ts';
import { ledSpectrum } from './spectra/led.ts';

/** Numbers by quadrature and formula: packages/engine/references/world says from where. */
const golden = async <Value>(name: string): Promise<Value> =>
  JSON.parse(
    await readFile(new URL(`../../engine/references/world/${name}.json`, import.meta.url), 'utf8'),
  ) as Value;

/**
 * Of the steps of the table, and of the golden's own quadrature: at normal incidence and roughness
 * .2 facets steeper than 45 degrees, α²/(1 + α²) = 1.6e-3 of all, send their light downwards, which
 * it does not have.
 */
const ALBEDO = 2e-3;

test('what a lobe sends back, isotropic and anisotropic', async () => {
  const { isotropic, anisotropic } = await golden<{
    readonly isotropic: readonly { mu: number; roughness: number; albedo: number }[];
    readonly anisotropic: readonly {
      mu: number;
      roughness: [number, number];
      azimuthDegrees: number;
      albedo: number;
    }[];
  }>('ggx');
  const all = [...isotropic.map((one) => ({ ...one, azimuthDegrees: 0 })), ...anisotropic];
  for (const { mu, roughness, azimuthDegrees, albedo } of all) {
    const [sine, turn] = [Math.sqrt(1 - mu * mu), (azimuthDegrees * Math.PI) / 180];
    const viewer: Vector = [sine * Math.cos(turn), sine * Math.sin(turn), mu];
    const found = wholeAlbedo(widthsOf(roughness)).at(viewer);
    expect(Math.abs(found - albedo), `${String(roughness)} ${mu}`).toBeLessThan(ALBEDO);
  }
});

test('skies of CIE S 011 by direction', async () => {
  const { cases } = await golden<{
    readonly cases: readonly {
      type: number;
      sunElevationDegrees: number;
      relative: readonly { elevationDegrees: number; azimuthDegrees: number; value: number }[];
    }[];
  }>('sky');
  for (const { type, sunElevationDegrees, relative } of cases) {
    const gradation = skyGradation(type, skyDirection(sunElevationDegrees, 180));
    for (const { elevationDegrees, azimuthDegrees, value } of relative)
      expect(gradation(skyDirection(elevationDegrees, azimuthDegrees))).toBeCloseTo(value, 9);
  }
});

test('white LEDs', async () => {
  const { leds } = await golden<{
    readonly leds: readonly { kelvin: number; relative: readonly number[] }[];
  }>('leds');
  for (const { kelvin, relative } of leds) {
    const found = ledSpectrum(kelvin);
    const most = Math.max(...found);
    for (const [band, value] of relative.entries())
      expect(Math.abs(found[band]! / most - value)).toBeLessThan(1e-6);
  }
});

test('white of sRGB is 1 in each band', () => {
  for (const value of fromRgb(1, 1, 1)) expect(value).toBeCloseTo(1, 9);
});

test('samples: the same by their indices, one in each of n rows and columns, other by seeds', () => {
  const drawn = (seed: number): readonly (readonly [number, number])[] => {
    const sampler = new Sampler();
    sampler.begin(seed, 3, 4, 5);
    return Array.from({ length: 64 }, (_, index) => {
      sampler.sample(index);
      sampler.next();
      sampler.next();
      return [sampler.one, sampler.two] as const;
    });
  };
  const points = drawn(1);
  expect(drawn(1)).toEqual(points);
  expect(drawn(2)).not.toEqual(points);
  for (const axis of [0, 1] as const)
    expect(new Set(points.map((one) => Math.floor(one[axis] * 64))).size).toBe(64);
});

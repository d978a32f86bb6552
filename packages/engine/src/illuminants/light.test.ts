import { describe, expect, test } from 'vitest';
import { luminanceOf } from '../colour/xyz.ts';
import {
  BANDS,
  energyToPhotons,
  photonsToEnergy,
  type Spectrum,
} from '../quantities/wavelengths.ts';
import { displayWhite } from '../scenes/image-file/build.ts';
import type { Scene } from '../scenes/scene.ts';
import { SimulationError } from '../simulation-error.ts';
import { illuminants } from './list.ts';
import { lightScene, nativeLight, shownSpectrum, type ShownIlluminant } from './light.ts';

const flat = (value: number): Spectrum => new Float64Array(BANDS).fill(value);
/** A quarter white and three quarters of a slope from 0 at 400 nm to 0.6 at 700 nm. */
const slope = Float64Array.from({ length: BANDS }, (_, band) => 0.02 * band);
const scene: Scene = {
  rows: 2,
  columns: 2,
  spectra: [flat(1), slope],
  planeMeans: [0.25, 0.75],
  pattern: {
    kind: 'cells',
    rows: 2,
    columns: 2,
    planes: [Float32Array.of(1, 0, 0, 0), Float32Array.of(0, 1, 1, 1)],
  },
  raster: (plane) => (plane === 0 ? Float32Array.of(1, 0, 0, 0) : Float32Array.of(0, 1, 1, 1)),
};
const d65 = Float64Array.from(illuminants.d65.energy);
const luminanceOfPhotons = (photons: Spectrum): number => luminanceOf(photonsToEnergy(photons));
const meanOf = (radiance: readonly Spectrum[]): number =>
  radiance.reduce(
    (sum, spectrum, plane) => sum + luminanceOfPhotons(spectrum) * scene.planeMeans[plane]!,
    0,
  );

describe('brightness (docs/reference/protocol.md#f3)', () => {
  test('of the white: a white diffuser has it, the scene follows', () => {
    const lit = lightScene(scene, d65, { of: 'white', value: 250 });
    expect(luminanceOfPhotons(lit.white)).toBeCloseTo(250, 9);
    expect(lit.whiteLuminance).toBeCloseTo(250, 9);
    expect(lit.meanLuminance).toBeCloseTo(meanOf(lit.radiance), 9);
    // The white quarter of the scene is that white.
    expect(luminanceOfPhotons(lit.radiance[0]!)).toBeCloseTo(250, 9);
  });
  test('of the scene: its mean has it, the light follows', () => {
    const lit = lightScene(scene, d65, { of: 'scene mean', value: 100 });
    expect(meanOf(lit.radiance)).toBeCloseTo(100, 9);
    expect(lit.meanLuminance).toBeCloseTo(100, 9);
    expect(lit.whiteLuminance).toBeCloseTo(luminanceOfPhotons(lit.white), 9);
    expect(lit.whiteLuminance).toBeGreaterThan(100);
  });
  test('as given: photons are not touched', () => {
    const photons = flat(2.8e20);
    const lit = lightScene(scene, photonsToEnergy(photons), { of: 'as given' });
    lit.white.forEach((value) => {
      expect(value / 2.8e20).toBeCloseTo(1, 12);
    });
    lit.radiance[1]!.forEach((value, band) => {
      expect(value / 2.8e20).toBeCloseTo(slope[band]!, 12);
    });
  });
  test('D65 at S(560 nm) = 100 taken as it is would be some 7.2 million cd/m² (docs/reference/radiometry.md#illuminants)', () => {
    expect(lightScene(scene, d65, { of: 'as given' }).whiteLuminance / 7.2e6).toBeCloseTo(1, 1);
  });
  test('the scale of the spectrum does not matter where a luminance is set', () => {
    const [one, other] = [
      lightScene(scene, d65, { of: 'scene mean', value: 100 }),
      lightScene(
        scene,
        d65.map((value) => value * 1e-9),
        { of: 'scene mean', value: 100 },
      ),
    ];
    one.radiance[1]!.forEach((value, band) => {
      expect(other.radiance[1]![band]! / (value || 1)).toBeCloseTo(value ? 1 : 0, 12);
    });
  });
  test('radiance is light times reflectance, in photons', () => {
    const lit = lightScene(scene, d65, { of: 'white', value: luminanceOf(d65) });
    const photons = energyToPhotons(d65);
    lit.radiance[1]!.forEach((value, band) => {
      expect(value / photons[band]!).toBeCloseTo(slope[band]!, 12);
    });
  });
  test('input is left as it was', () => {
    const before = d65.slice();
    lightScene(scene, d65, { of: 'white', value: 1 });
    expect(d65).toEqual(before);
  });
});

describe('no light is refused with a sentence', () => {
  const dark: Scene = { ...scene, spectra: [flat(0), flat(0)] };
  test.each([
    ['a light of nothing, set by the scene', scene, flat(0), { of: 'scene mean', value: 100 }],
    ['a light of nothing, set by the white', scene, flat(0), { of: 'white', value: 100 }],
    ['a black scene, set by its mean', dark, d65, { of: 'scene mean', value: 100 }],
    ['a light that is no number', scene, flat(NaN), { of: 'white', value: 100 }],
  ] as const)('%s', (_, testScene, energy, luminance) => {
    expect(() => lightScene(testScene, energy, luminance)).toThrow(SimulationError);
    expect(() => lightScene(testScene, energy, luminance)).toThrow(
      /no luminance .*choose another illuminant or scene\./,
    );
  });
});

describe('the light a scene comes with', () => {
  test('D65 for the colour chart', () => {
    expect(nativeLight('d65')).toEqual({ label: 'D65', energy: d65 });
  });
  test('equal photons for the other charts', () => {
    const { label, energy } = nativeLight('equal-photons');
    expect(label).toBe('equal photons');
    const photons = energyToPhotons(energy);
    photons.forEach((value) => {
      expect(value / photons[0]!).toBeCloseTo(1, 12);
    });
  });
  test('the white of the display for a picture', () => {
    const photons = energyToPhotons(nativeLight('display-white').energy);
    photons.forEach((value, band) => {
      expect(value / displayWhite()[band]!).toBeCloseTo(1, 12);
    });
  });
});

describe('the spectrum that is shown (docs/reference/protocol.md#f3)', () => {
  const named = (table: {
    readonly label: string;
    readonly energy: readonly number[];
  }): ShownIlluminant => ({
    label: table.label,
    energy: Float64Array.from(table.energy),
    absolute: false,
  });
  const custom: ShownIlluminant = {
    label: 'Custom',
    energy: photonsToEnergy(flat(2.8e20)),
    absolute: true,
  };
  const all = Object.values(illuminants)
    .filter((entry) => 'energy' in entry)
    .map(named);

  test.each(all)('$label at a luminance has that luminance and its own shape', (illuminant) => {
    const shown = shownSpectrum(illuminant, 200);
    expect(luminanceOf(shown)).toBeCloseTo(200, 9);
    shown.forEach((value, band) => {
      expect(value / shown[16]! / (illuminant.energy[band]! / 100)).toBeCloseTo(1, 12);
    });
  });
  test.each(all.filter(({ label }) => label !== 'Fluorescent'))(
    '$label without one is 100 at 560 nm',
    (illuminant) => {
      expect(shownSpectrum(illuminant, undefined)).toEqual(illuminant.energy);
      expect(shownSpectrum(illuminant, undefined)[16]).toBe(100);
    },
  );
  test('Fluorescent without one has the luminance of D65 without one: x 0.513', () => {
    const shown = shownSpectrum(named(illuminants.fluorescent), undefined);
    expect(luminanceOf(shown)).toBeCloseTo(luminanceOf(d65), 4);
    expect(shown[16]! / 100).toBeCloseTo(0.513, 3);
  });
  test('Custom without one is as it was typed, with one at that', () => {
    expect(shownSpectrum(custom, undefined)).toEqual(custom.energy);
    expect(luminanceOf(shownSpectrum(custom, 100))).toBeCloseTo(100, 9);
  });
});

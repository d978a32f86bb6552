import { describe, expect, test } from 'vitest';
import { planckian } from '../../src/colour/colour-temperature.ts';
import { luminanceOf } from '../../src/colour/xyz.ts';
import { illuminants } from '../../src/illuminants/list.ts';
import { lightScene, nativeLight, type LitScene } from '../../src/illuminants/light.ts';
import { BANDS, photonsToEnergy } from '../../src/quantities/wavelengths.ts';
import { build as buildGridlines } from '../../src/scenes/gridlines/build.ts';
import { build as buildMacbeth } from '../../src/scenes/macbeth/build.ts';
import { build as buildPointArray } from '../../src/scenes/point-array/build.ts';
import { build as buildRingsRays } from '../../src/scenes/rings-rays/build.ts';
import { build as buildSlantedEdge } from '../../src/scenes/slanted-edge/build.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { largestDeviation, largestRelativeDeviation } from '../deviation.ts';
import {
  ISETCAM_D65,
  ISETCAM_PLANCK,
  ISETCAM_SECOND_RADIATION,
  BASELINE_TOLERANCE,
  BASELINE_TOLERANCE_D65,
} from '../isetcam.ts';
import { NO_SHARED, sharedFloats } from '../shared-golden.ts';
import changed from './scene_change_illuminant_preserve.json' with { type: 'json' };
import gridLines from './scene_grid_lines_64_16_1.json' with { type: 'json' };
import macbeth from './scene_macbeth_d65_16.json' with { type: 'json' };
import pointArray from './scene_point_array_64_16.json' with { type: 'json' };
import ringsRays from './scene_rings_rays_8_64.json' with { type: 'json' };
import slanted from './scene_slanted_256_2.6.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };

/** The raster does not depend on the field of view. */
const hfov = 0.1;
/** A chart loads no image. */
const noImages = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };
const chart = await buildMacbeth({ hfov, patchSize: macbeth.patchSize }, noImages);
const equalPhotons = nativeLight('equal-photons').energy;
const atMean = (value: number) => ({ of: 'scene mean', value }) as const;

/** Photons of every patch, row by row: one plane per patch, 1 inside it. */
const patchesOf = (lit: LitScene): number[] =>
  lit.radiance.flatMap((spectrum) => Array.from(spectrum));

describe('scene_macbeth_d65_16', () => {
  const golden = macbeth.patch_photons_4x6x31.flat(2);
  const lit = lightScene(chart, ISETCAM_D65, atMean(macbeth.mean_luminance), ISETCAM_PLANCK);

  test('raster size, and one plane per patch in reading order', () => {
    expect([chart.rows, chart.columns]).toEqual([macbeth.rows, macbeth.cols]);
    for (const patch of [0, 5, 18, 23]) {
      const [top, left] = [
        Math.floor(patch / 6) * macbeth.patchSize,
        (patch % 6) * macbeth.patchSize,
      ];
      const plane = chart.raster(patch);
      const isInside = (sample: number): boolean => {
        const [row, column] = [Math.floor(sample / chart.columns), sample % chart.columns];
        return (
          row >= top &&
          row < top + macbeth.patchSize &&
          column >= left &&
          column < left + macbeth.patchSize
        );
      };
      expect(plane.every((value, sample) => value === Number(isInside(sample)))).toBe(true);
    }
  });
  test('luminance of the light, of the darkest and of the brightest patch', () => {
    expect(
      Math.abs(lit.whiteLuminance / macbeth.illuminant_luminance_after_scaling - 1),
    ).toBeLessThan(macbeth.tolerance.rel);
    const luminances = lit.radiance.map((photons) =>
      luminanceOf(photonsToEnergy(photons, ISETCAM_PLANCK)),
    );
    expect(
      largestRelativeDeviation(
        [Math.min(...luminances), Math.max(...luminances)],
        macbeth.luminance_min_max,
      ),
    ).toBeLessThan(macbeth.tolerance.rel);
    // White is bottom left, black bottom right.
    expect(luminances.indexOf(Math.max(...luminances))).toBe(18);
    expect(luminances.indexOf(Math.min(...luminances))).toBe(23);
  });
  test('as shipped', () => {
    const shipped = lightScene(
      chart,
      Float64Array.from(illuminants.d65.energy),
      atMean(macbeth.mean_luminance),
    );
    expect(largestRelativeDeviation(patchesOf(shipped), golden)).toBeLessThan(
      BASELINE_TOLERANCE_D65,
    );
    expect(shipped.meanLuminance).toBeCloseTo(macbeth.mean_luminance, 9);
  });
  test('the shipped reflectances are the table’s, from its column order to ours', () => {
    const published = tables.macbeth_reflectance_isetcam_31x24_columnmajor;
    chart.spectra.forEach((spectrum, patch) => {
      const [row, column] = [Math.floor(patch / 6), patch % 6];
      expect(Array.from(spectrum)).toEqual(published.map((band) => band[column * 4 + row]));
    });
  });
});

describe('scene_change_illuminant_preserve', () => {
  const blackbody = planckian(3000, ISETCAM_SECOND_RADIATION);
  test('a new light of 100 cd/m² on white, the mean as it comes', () => {
    const lit = lightScene(chart, blackbody, { of: 'white', value: 100 }, ISETCAM_PLANCK);
    expect(Math.abs(lit.meanLuminance / changed.no_preserve_mean - 1)).toBeLessThan(
      changed.tolerance.rel,
    );
  });
});

/**
 * Photons in one band at the samples of a scene with one plane, at the reference's mean luminance.
 */
function radianceOf(scene: Scene, planck?: number): (sample: number) => number {
  const lit = lightScene(scene, equalPhotons, atMean(100), planck);
  const plane = scene.raster(0);
  return (sample) => plane[sample]! * lit.radiance[0]![15]!;
}

describe('scene_point_array_64_16', async () => {
  const size = pointArray.arraySize;
  const scene = await buildPointArray(
    { hfov, arraySize: size, pointSpacing: pointArray.pointSpacing },
    noImages,
  );
  test('which samples are lit', () => {
    const lit = new Set(pointArray.lit_rows_cols_0based);
    const expected = Float32Array.from({ length: size * size }, (_, i) =>
      Number(lit.has(Math.floor(i / size)) && lit.has(i % size)),
    );
    expect(scene.raster(0)).toEqual(expected);
  });
  test.each([
    ['ISETCam’s constant', ISETCAM_PLANCK, pointArray.tolerance.rel],
    ['as shipped', undefined, BASELINE_TOLERANCE],
  ] as const)('photons of a lit and of a dark sample, %s', (_, planck, tolerance) => {
    const at = radianceOf(scene, planck);
    expect(Math.abs(at(7 * size + 7) / pointArray.on_photons - 1)).toBeLessThan(tolerance);
    expect(at(0)).toBe(pointArray.off_value);
  });
});

describe('scene_grid_lines_64_16_1', async () => {
  const size = gridLines.gridlineSize;
  const scene = await buildGridlines(
    {
      hfov,
      gridlineSize: size,
      lineSpacing: gridLines.lineSpacing,
      lineThickness: gridLines.lineThickness,
    },
    noImages,
  );
  test('which samples are on a line', () => {
    const lines = new Set(gridLines.line_rows_cols_0based);
    const plane = scene.raster(0);
    expect(
      plane.every(
        (value, i) =>
          value ===
          (lines.has(Math.floor(i / size)) || lines.has(i % size)
            ? 1
            : Math.fround(gridLines.off_over_on)),
      ),
    ).toBe(true);
  });
  test.each([
    ['ISETCam’s constant', ISETCAM_PLANCK, gridLines.tolerance.rel],
    ['as shipped', undefined, BASELINE_TOLERANCE],
  ] as const)('photons on and off a line, %s', (_, planck, tolerance) => {
    const at = radianceOf(scene, planck);
    expect(Math.abs(at(7 * size) / gridLines.on_photons - 1)).toBeLessThan(tolerance);
    expect(Math.abs(at(0) / gridLines.off_photons - 1)).toBeLessThan(tolerance);
  });
});

describe('scene_rings_rays_8_64', async () => {
  const scene = await buildRingsRays(
    { hfov, radialFreq: ringsRays.radialFreq, size: ringsRays.size },
    noImages,
  );
  test('every sample of the plane', (context) => {
    const golden = sharedFloats('radiometry/scene_rings_rays_8_64_plane.f32');
    if (!golden) context.skip(NO_SHARED);
    else expect(largestDeviation(scene.raster(0), golden)).toBeLessThan(ringsRays.tolerance.abs);
  });
  test('the disc over the centre', () => {
    const [row, middle] = [31, 31.5];
    const inDisc = Array.from({ length: 64 }, (_, column) => column).filter(
      (column) => Math.hypot(column - middle, row - middle) <= ringsRays.mask_radius_px,
    );
    expect(inDisc).toHaveLength(10);
    for (const column of inDisc)
      expect(scene.raster(0)[row * 64 + column]).toBe(ringsRays.mask_level);
  });
  test.each([
    ['ISETCam’s constant', ISETCAM_PLANCK, ringsRays.tolerance.abs],
    ['as shipped', undefined, BASELINE_TOLERANCE],
  ] as const)('photons of the brightest sample, %s', (_, planck, tolerance) => {
    const at = radianceOf(scene, planck);
    const brightest = scene
      .raster(0)
      .reduce((best, value, index, plane) => (value > plane[best]! ? index : best), 0);
    expect(Math.abs(at(brightest) / ringsRays.photons_max - 1)).toBeLessThan(tolerance);
  });
});

describe('scene_slanted_256_2.6', async () => {
  const scene = await buildSlantedEdge(
    {
      hfov,
      imageSize: slanted.imageSize,
      edgeAngle: slanted.edgeAngle,
      darkLevel: slanted.darkLevel,
    },
    noImages,
  );
  const [side = 0] = slanted.scene_size;
  const plane = scene.raster(0);
  test('size, and which side is bright', () => {
    expect([scene.rows, scene.columns]).toEqual(slanted.scene_size);
    expect(plane[(side - 1) * side]).toBe(1);
    expect(plane[side - 1]).toBe(Math.fround(slanted.dark_over_white));
  });
  test('equal energy at the mean luminance given', () => {
    const lit = lightScene(scene, new Float64Array(BANDS).fill(1), atMean(slanted.mean_luminance));
    expect(lit.meanLuminance).toBeCloseTo(slanted.mean_luminance, 9);
    expect(
      largestRelativeDeviation(
        photonsToEnergy(lit.white),
        new Float64Array(BANDS).fill(photonsToEnergy(lit.white)[0]!),
      ),
    ).toBeLessThan(slanted.tolerance.abs);
  });
});

import { describe, expect, it } from 'vitest';
import { METHODS, formImage, type FormingMethod } from '../../src/optics/form-image/form-image.ts';
import { angleAt, heightAt, solidAngleAt } from '../../src/optics/form-image/lens-table.ts';
import {
  uniform,
  type PixelArray,
  type Receptors,
  type SceneInView,
} from '../../src/optics/lens.ts';
import type { OpticsId } from '../../src/optics/list.ts';
import { millimetresOf } from '../../src/optics/millimetres.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { pointSpread } from '../../src/optics/point-spread/point-spread.ts';
import { pupilFunction, type PupilFunction } from '../../src/optics/point-spread/pupil-function.ts';
import { modulationTransfer } from '../../src/optics/point-spread/modulation-transfer.ts';
import { beamOf } from '../../src/optics/ray-trace/field-beam.ts';
import type { LitScene } from '../../src/illuminants/light.ts';
import { BAND_WIDTH } from '../../src/quantities/wavelengths.ts';
import { QUANTUM_EFFICIENCY, bayerLayout } from '../../src/sensors/bayer/quantum-efficiency.ts';
import { testHost } from '../test-host.ts';
import { litCell, litPattern, modelOf, oneBand, SLOPED, whiteCard } from './lens-scenes.ts';
import {
  FOLDING_IDENTITY,
  FOLDING_MEAN,
  FOLDING_WORST,
  LENS_MTF,
  MERGED_SPECTRA,
  POINT,
  POINT_BETWEEN_NODES,
  PREVIEW_WORST,
  RADIANCE_ENERGY,
  SIMD_AGAINST_PLAIN,
  SPREAD_ENERGY,
  UNIFORM_FIELD,
} from './tolerances.ts';

/** Narrow kernels: the laws hold for all, and these are traced in a quarter of the time. */
const QUICK: FormingMethod = METHODS.normal;
const watch = { stopped: () => false, progress: () => undefined };
const PITCH = 2.2e-6;
const PITCH_MM = millimetresOf(PITCH);
const REFERENCE = 15;
const bayer: Receptors = { responses: QUANTUM_EFFICIENCY, layout: bayerLayout('grbg') };
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const form = (
  id: OpticsId,
  scene: SceneInView,
  pixels: PixelArray,
  method: FormingMethod = QUICK,
  host = testHost(),
): Promise<Float32Array> => formImage(modelOf(id), { ...scene, ...pixels, method }, host, watch);

const total = (picture: Float32Array): number => picture.reduce((sum, value) => sum + value, 0);
const largest = (picture: Float32Array): number =>
  picture.reduce((most, value) => Math.max(most, value), 0);
const farthest = (one: Float32Array, other: Float32Array): number =>
  one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0) / largest(other);

/** Cells of two kinds under two spectra, with edges in every direction. */
const checker = (): LitScene =>
  litPattern(
    {
      kind: 'cells',
      rows: 9,
      columns: 9,
      planes: [0, 1].map((plane) =>
        Float32Array.from({ length: 81 }, (_, cell) =>
          ((cell * 5 + (cell >> 3)) & 1) === plane ? 1 : 0.1,
        ),
      ),
    },
    [SLOPED, SLOPED.map((value, band) => value * (1 + Math.sin(band)))],
  );

/** Black lines on white, about three pixels wide: lateral colour shows most in such a scene. */
const lines = (): LitScene =>
  litPattern({
    kind: 'cells',
    rows: 257,
    columns: 257,
    planes: [Float32Array.from({ length: 257 * 257 }, (_, cell) => Number(cell % 4 !== 0))],
  });

const strip: PixelGrid = { rows: 32, columns: 500, pitch: PITCH };

it('a uniform scene shows the lens: solid angle over the field', async () => {
  const model = modelOf('cooke-triplet');
  const picture = await form(
    'cooke-triplet',
    { lit: whiteCard(), hfov: radians(30) },
    { grid: strip, receptors: uniform(oneBand(REFERENCE)) },
  );
  const light = SLOPED[REFERENCE]! * BAND_WIDTH;
  for (const column of [40, 150, 250, 400, 470]) {
    const height = Math.hypot(column + 0.5 - 250, 0.5) * PITCH_MM;
    const expected =
      light * solidAngleAt(model.table, REFERENCE, angleAt(model.table, REFERENCE, height));
    expect(Math.abs(picture[16 * 500 + column]! / expected - 1)).toBeLessThan(UNIFORM_FIELD);
  }
});

describe('energy', () => {
  // Wide enough for all that falls beyond the kernels.
  const grid: PixelGrid = { rows: 900, columns: 900, pitch: PITCH };

  it('is kept by the spread: a wider kernel moves light, and makes none', async () => {
    const narrow = await form(
      'double-gauss',
      { lit: litCell(3, 1, 1), hfov: radians(3) },
      { grid, receptors: uniform(oneBand(REFERENCE)) },
    );
    const wide = await form(
      'double-gauss',
      { lit: litCell(3, 1, 1), hfov: radians(3) },
      { grid, receptors: uniform(oneBand(REFERENCE)) },
      { ...QUICK, halfWidthMm: 70e-3 },
    );
    expect(narrow).not.toEqual(wide);
    expect(Math.abs(total(wide) / total(narrow) - 1)).toBeLessThan(SPREAD_ENERGY);
  });

  it('is radiance times solid angle times image area, also of cells far smaller than a pixel', async () => {
    const model = modelOf('fisheye');
    const half = Math.tan(radians(5));
    for (const [cells, row, column] of [
      [3, 1, 1],
      [1001, 500, 500],
      [1001, 380, 710],
    ] as const) {
      const picture = await form(
        'fisheye',
        { lit: litCell(cells, row, column), hfov: radians(10) },
        { grid, receptors: uniform(oneBand(REFERENCE)) },
      );
      // dA in the image of a patch of scene at tangent t: (r/t)·(dr/dt), with dt = dθ/cos²θ.
      const at = Math.hypot((row + 0.5) / cells - 0.5, (column + 0.5) / cells - 0.5) * 2 * half;
      const angle = Math.atan(at);
      const { heightMm, slope } = heightAt(model.table, REFERENCE, angle);
      const perTangent = slope * Math.cos(angle) ** 2;
      const imageArea =
        (at === 0 ? perTangent : heightMm / at) * perTangent * ((2 * half) / cells) ** 2;
      const expected =
        SLOPED[REFERENCE]! * BAND_WIDTH * solidAngleAt(model.table, REFERENCE, angle) * imageArea;
      const arrived = total(picture) * PITCH_MM ** 2;
      // A cell of a third of the scene is no point: solid angle and scale change over it, by less
      // than its larger tolerance.
      expect(Math.abs(arrived / expected - 1), `${cells} ${row} ${column}`).toBeLessThan(
        cells === 3 ? 3 * RADIANCE_ENERGY : RADIANCE_ENERGY,
      );
    }
  });
});

/**
 * Means of a point spread function over the pixels round its chief ray, for a field towards +x,
 * each over many places.
 */
function pixelMeans(pupil: PupilFunction, reach: number): Float64Array {
  const fine = 10;
  const wide = 2 * reach + 1;
  const places = Float64Array.from(
    { length: wide * fine },
    (_, i) => ((i + 0.5) / fine - wide / 2) * PITCH_MM,
  );
  const density = pointSpread(pupil, { xsMm: places, ysMm: places, towards: [1, 0], samples: 128 });
  const means = new Float64Array(wide * wide);
  for (const [i, value] of density.entries()) {
    const [row, column] = [Math.floor(i / (wide * fine)), i % (wide * fine)];
    means[Math.floor(row / fine) * wide + Math.floor(column / fine)]! += value;
  }
  return means;
}

describe('a point gives the point spread function, averaged over pixels', () => {
  // A cell of 2001 is .08 px of the default scene; the picture is odd, so that the axis falls on
  // the middle of a pixel.
  it.each(
    (['normal', 'high'] as const).flatMap(
      (quality) =>
        [
          ['cooke-triplet', 0, quality, POINT[quality]],
          ['double-gauss', 0, quality, POINT[quality]],
          ['double-gauss', 130, quality, POINT_BETWEEN_NODES[quality]],
          ['cooke-triplet', 200, quality, POINT_BETWEEN_NODES[quality]],
        ] as const,
    ),
  )('%s, %i pixels from the axis, %s quality', async (id, distance, quality, tolerance) => {
    const model = modelOf(id);
    const columns = 2 * distance + 161;
    const grid: PixelGrid = { rows: 161, columns, pitch: PITCH };
    const angle = angleAt(model.table, REFERENCE, distance * PITCH_MM);
    // A scene whose lit cell, the outermost of the middle row, is seen exactly under that angle.
    const cells = 4001;
    const lit = (cells - 1) / 2 + (distance === 0 ? 0 : 1600);
    const half =
      distance === 0 ? Math.tan(radians(5)) : Math.tan(angle) / ((2 * (lit + 0.5)) / cells - 1);
    const picture = await form(
      id,
      { lit: litCell(cells, (cells - 1) / 2, lit), hfov: 2 * Math.atan(half) },
      { grid, receptors: uniform(oneBand(REFERENCE)) },
      METHODS[quality],
    );
    const reach = 16;
    const wide = 2 * reach + 1;
    const pupil = pupilFunction(
      beamOf(model.design, 550, angle, { azimuths: 64, tolerance: 1e-8 }),
      550,
    );
    const expected = pixelMeans(pupil, reach);
    const window = Float64Array.from(
      expected,
      (_, i) =>
        picture[
          (80 + Math.floor(i / wide) - reach) * columns +
            (columns - 1) / 2 +
            distance +
            (i % wide) -
            reach
        ]!,
    );
    const [sumWindow, sumExpected] = [window, expected].map((values) =>
      values.reduce((sum, value) => sum + value, 0),
    ) as [number, number];
    const difference =
      Array.from(window).reduce(
        (sum, value, i) => sum + Math.abs(value / sumWindow - expected[i]! / sumExpected),
        0,
      ) / 2;

    expect(difference).toBeLessThan(tolerance);
  });
});

it("an edge through the lens has the lens's modulation transfer times the pixel box", async () => {
  const id = 'double-gauss';
  const size = 260;
  const slope = 0.3;
  const grid: PixelGrid = { rows: size, columns: size, pitch: PITCH };
  const lit = litPattern({ kind: 'edge', slope, dark: 0 });
  const picture = await form(
    id,
    { lit, hfov: radians(10) },
    { grid, receptors: uniform(oneBand(REFERENCE)) },
    {
      ...METHODS.normal,
      foldsBands: false,
    },
  );
  const [normalX, normalY] = [-slope / Math.hypot(1, slope), 1 / Math.hypot(1, slope)];
  const [bins, reach] = [8, 30];
  const [sums, counts] = [new Float64Array(2 * reach * bins), new Float64Array(2 * reach * bins)];
  for (let row = 20; row < size - 20; row += 1) {
    for (let column = 60; column < size - 60; column += 1) {
      const bin = Math.floor(
        ((column + 0.5 - size / 2) * normalX + (row + 0.5 - size / 2) * normalY + reach) * bins,
      );
      if (bin < 0 || bin >= sums.length) continue;
      sums[bin]! += picture[row * size + column]!;
      counts[bin]! += 1;
    }
  }
  const spread = sums.map((sum, bin) => sum / counts[bin]!);
  const line = spread.subarray(1).map((value, bin) => value - spread[bin]!);
  const all = line.reduce((sum, value) => sum + value, 0);
  const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  const pupil = pupilFunction(
    beamOf(modelOf(id).design, 550, 0, { azimuths: 64, tolerance: 1e-8 }),
    550,
  );
  for (const frequency of [0.05, 0.1, 0.2, 0.3, 0.4, 0.5]) {
    let [real, imaginary] = [0, 0];
    for (const [bin, value] of line.entries()) {
      const phase = (2 * Math.PI * frequency * bin) / bins;
      real += value * Math.cos(phase);
      imaginary += value * Math.sin(phase);
    }
    const measured = Math.hypot(real, imaginary) / all / sinc(frequency / bins) ** 2;
    const [lens = NaN] = modulationTransfer(pupil, [frequency / PITCH_MM], 0);
    expect(
      Math.abs(measured - lens * Math.abs(sinc(frequency * normalX) * sinc(frequency * normalY))),
      `at ${frequency} cycles per pixel`,
    ).toBeLessThan(LENS_MTF);
  }
});

describe('folding bands (docs/reference/physics.md#p4)', () => {
  it('is the sum over the bands of the same operator', async () => {
    const grid: PixelGrid = { rows: 24, columns: 300, pitch: PITCH };
    const folded = await form(
      'double-gauss',
      { lit: checker(), hfov: radians(10) },
      { grid, receptors: bayer },
    );
    const sum = new Float32Array(folded.length);
    for (let band = 0; band < 31; band += 1) {
      const one = await form(
        'double-gauss',
        { lit: checker(), hfov: radians(10) },
        { grid, receptors: uniform(oneBand(band)) },
      );
      for (let pixel = 0; pixel < sum.length; pixel += 1)
        sum[pixel]! +=
          one[pixel]! *
          QUANTUM_EFFICIENCY[bayer.layout[Math.floor(pixel / 300) & 1]![(pixel % 300) & 1]!]![
            band
          ]!;
    }
    expect(farthest(folded, sum)).toBeLessThan(FOLDING_IDENTITY);
  });

  // A strip from corner to corner of the default sensor: lateral colour grows with the distance
  // from the axis, and with it the number of maps.
  const wide: PixelGrid = { rows: 24, columns: 780, pitch: PITCH };

  it.each(
    (['cooke-triplet', 'double-gauss', 'fisheye'] as const).flatMap(
      (id) =>
        [
          ['checker', id],
          ['lines', id],
        ] as const,
    ),
  )('comes close to every band by its own map: %s, %s', async (scene, id) => {
    const lit = scene === 'checker' ? checker() : lines();
    const hfov = radians(id === 'fisheye' ? 44 : 12);
    const [folded, bandwise] = [
      await form(id, { lit, hfov }, { grid: wide, receptors: bayer }),
      await form(
        id,
        { lit, hfov },
        { grid: wide, receptors: bayer },
        { ...QUICK, foldsBands: false },
      ),
    ];
    expect(farthest(folded, bandwise)).toBeLessThan(FOLDING_WORST);
    const mean =
      folded.reduce((sum, value, i) => sum + Math.abs(value - bandwise[i]!), 0) /
      folded.length /
      largest(bandwise);
    expect(mean).toBeLessThan(FOLDING_MEAN);
  });

  it.each(['double-gauss', 'fisheye'] as const)(
    'of a preview comes near the picture with the kernels of few bands: %s',
    async (id) => {
      const scene = { lit: lines(), hfov: radians(id === 'fisheye' ? 44 : 12) };
      const pixels = { grid: wide, receptors: bayer };
      const picture = await form(id, scene, pixels);
      const preview = await form(id, scene, pixels, METHODS.preview);
      expect(farthest(preview, picture)).toBeLessThan(PREVIEW_WORST);
      expect(farthest(preview, picture)).toBeGreaterThan(0);
    },
  );

  it('merges many spectra without visible loss', async () => {
    const patches = Array.from({ length: 18 }, (_, patch) =>
      SLOPED.map(
        (value, band) => value * (0.3 + 0.25 * Math.sin(patch + band / (3 + (patch % 5)))),
      ),
    );
    const pattern = {
      kind: 'cells',
      rows: 3,
      columns: 6,
      planes: patches.map((_, patch) =>
        Float32Array.from({ length: 18 }, (__, cell) => Number(cell === patch)),
      ),
    } as const;
    const grid: PixelGrid = { rows: 60, columns: 120, pitch: PITCH };
    const merged = await form(
      'cooke-triplet',
      { lit: litPattern(pattern, patches, 60, 120), hfov: radians(1.7) },
      { grid, receptors: bayer },
    );
    const exact = new Float32Array(merged.length);
    for (const [patch, spectrum] of patches.entries()) {
      const one = await form(
        'cooke-triplet',
        {
          lit: litPattern({ ...pattern, planes: [pattern.planes[patch]!] }, [spectrum], 60, 120),
          hfov: radians(1.7),
        },
        { grid, receptors: bayer },
      );
      for (let pixel = 0; pixel < exact.length; pixel += 1) exact[pixel]! += one[pixel]!;
    }
    const white = await form(
      'cooke-triplet',
      { lit: whiteCard(), hfov: radians(1.7) },
      { grid, receptors: bayer },
    );
    expect(
      merged.reduce((most, value, i) => Math.max(most, Math.abs(value - exact[i]!)), 0) /
        largest(white),
    ).toBeLessThan(MERGED_SPECTRA);
  });
});

describe('threads and twins', () => {
  const grid: PixelGrid = { rows: 200, columns: 300, pitch: PITCH };

  it('gives the same bits in whatever order parts run', async () => {
    const [forwards, backwards] = [
      await form('double-gauss', { lit: checker(), hfov: radians(4) }, { grid, receptors: bayer }),
      await form(
        'double-gauss',
        { lit: checker(), hfov: radians(4) },
        { grid, receptors: bayer },
        QUICK,
        testHost({ order: 'backwards' }),
      ),
    ];
    expect(forwards).toEqual(backwards);
  });

  it('gives the same picture in SIMD as by the plain twins', async () => {
    const small: PixelGrid = { rows: 40, columns: 60, pitch: PITCH };
    const [fast, plain] = [
      await form(
        'double-gauss',
        { lit: checker(), hfov: radians(1) },
        { grid: small, receptors: bayer },
      ),
      await form(
        'double-gauss',
        { lit: checker(), hfov: radians(1) },
        { grid: small, receptors: bayer },
        QUICK,
        testHost({ path: 'plain' }),
      ),
    ];
    expect(farthest(fast, plain)).toBeLessThan(SIMD_AGAINST_PLAIN);
  });

  it('is black outside the scene and the image circle', async () => {
    const beyond: PixelGrid = { rows: 8, columns: 2900, pitch: PITCH };
    const picture = await form(
      'fisheye',
      { lit: whiteCard(), hfov: radians(178) },
      { grid: beyond, receptors: uniform(oneBand(REFERENCE)) },
    );
    const rim = modelOf('fisheye').table.heightsMm[REFERENCE]!.at(-1)! / PITCH_MM;
    const row = picture.subarray(4 * 2900, 5 * 2900);
    expect(row[Math.floor(1450 + rim - 40)]).toBeGreaterThan(0.5 * row[1450]!);
    // Farther out than kernels reach there is only diffracted light, the veil: less than a per
    // cent, and decreasing.
    const [near, far] = [70, 300].map((beyond) => row[Math.floor(1450 + rim + beyond)]!);
    expect(near).toBeLessThan(0.01 * row[1450]!);
    expect(far).toBeLessThan(0.3 * near!);
  });

  it('stops when asked', async () => {
    let asked = 0;
    await expect(
      formImage(
        modelOf('double-gauss'),
        { lit: checker(), hfov: radians(4), grid, receptors: bayer, method: QUICK },
        testHost(),
        { ...watch, stopped: () => (asked += 1) > 10 },
      ),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });
});

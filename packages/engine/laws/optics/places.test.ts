/**
 * docs/reference/physics.md#p9: points are imaged where the lens images them, and coarse pixels are
 * the mean of fine ones, at the default quality.
 */
import { describe, expect, it } from 'vitest';
import type { LitScene } from '../../src/illuminants/light.ts';
import { formImage, METHODS } from '../../src/optics/form-image/form-image.ts';
import { angleAt, heightAt } from '../../src/optics/form-image/lens-table.ts';
import { uniform } from '../../src/optics/lens.ts';
import type { OpticsId } from '../../src/optics/list.ts';
import { millimetresOf } from '../../src/optics/millimetres.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { pupilFunction } from '../../src/optics/point-spread/pupil-function.ts';
import { beamOf } from '../../src/optics/ray-trace/field-beam.ts';
import { testHost } from '../test-host.ts';
import { litCell, litPattern, modelOf, oneBand, SLOPED } from './lens-scenes.ts';
import { BINNING, CENTROID } from './tolerances.ts';

const host = testHost();
const watch = { stopped: () => false, progress: () => undefined };
const PITCH = 2.2e-6;
const PITCH_MM = millimetresOf(PITCH);

const form = (id: OpticsId, lit: LitScene, halfAngle: number, grid: PixelGrid, band: number) =>
  formImage(
    modelOf(id),
    { lit, hfov: 2 * halfAngle, grid, receptors: uniform(oneBand(band)), method: METHODS.normal },
    host,
    watch,
  );

/**
 * Where a point at a field angle in the middle row is imaged: the centroid of its rays, from the
 * axis.
 */
function raysCentroidMm(id: OpticsId, angle: number, band: number): number {
  const { design, table } = modelOf(id);
  const wavelength = table.wavelengths[band]!;
  const pupil = pupilFunction(
    beamOf(design, wavelength, angle, { azimuths: 64, tolerance: 1e-8 }),
    wavelength,
  );
  return heightAt(table, band, angle).heightMm + pupil.centroidMm;
}

/**
 * Centroid of the picture of a point about as wide as a pixel, from the axis, and the field angle
 * of the point.
 */
async function pictured(id: OpticsId, share: number, band: number) {
  const { design, table } = modelOf(id);
  const wanted = share * design.halfField;
  const placeMm = heightAt(table, table.reference, wanted).heightMm;
  const offset = Math.round(placeMm / PITCH_MM);
  // The lit cell is about as wide as a pixel in the image.
  const stepMm = 1e-3;
  const tangent = (at: number): number => Math.tan(angleAt(table, table.reference, at));
  const width = ((tangent(placeMm + stepMm) - tangent(placeMm - stepMm)) / (2 * stepMm)) * PITCH_MM;
  const cells = 2 * Math.round((1.1 * tangent(placeMm)) / width) + 1;
  const half = (cells * width) / 2;
  const column = Math.round((tangent(placeMm) / half + 1) * 0.5 * cells - 0.5);
  const angle = Math.atan(((column + 0.5) / cells - 0.5) * 2 * half);
  const size = 121;
  const grid: PixelGrid = { rows: size, columns: size, pitch: PITCH, offset: [offset, 0] };
  const lit = litCell(cells, (cells - 1) / 2, column);
  const picture = await form(id, lit, Math.atan(half), grid, band);
  let [total, moment] = [0, 0];
  for (const [i, value] of picture.entries()) {
    total += value;
    moment += value * ((i % size) + 0.5 - size / 2 + offset);
  }
  return { angle, centroidMm: (moment / total) * PITCH_MM };
}

describe('points lie where their rays meet', () => {
  it.each(
    (['cooke-triplet', 'double-gauss', 'fisheye'] as const).flatMap((id) =>
      [0.35, 0.7, 0.95].map((share) => [id, share] as const),
    ),
  )('%s, %d of the field, blue to red', async (id, share) => {
    const errors: number[] = [];
    for (const band of [5, 15, 25]) {
      const { angle, centroidMm } = await pictured(id, share, band);
      errors.push((centroidMm - raysCentroidMm(id, angle, band)) / PITCH_MM);
    }
    const [blue = NaN, , red = NaN] = errors;
    expect(Math.max(...errors.map(Math.abs)), errors.join(' ')).toBeLessThan(CENTROID);
    expect(Math.abs(blue - red), 'lateral colour').toBeLessThan(CENTROID);
  });
});

describe('a coarse pixel is the mean of the fine ones in it', () => {
  /** Patches and lines of one to several pixels, dark on bright. */
  const chart = (): LitScene => {
    const cells = 96;
    return litPattern(
      {
        kind: 'cells',
        rows: cells,
        columns: cells,
        planes: [
          Float32Array.from({ length: cells * cells }, (_, i) => {
            const [row, column] = [Math.floor(i / cells), i % cells];
            const isLine = column % 12 === 3 || row % 17 === 5;
            return isLine
              ? 0
              : 0.2 + (0.8 * ((Math.floor(row / 24) * 3 + Math.floor(column / 24) * 5) % 7)) / 6;
          }),
        ],
      },
      [SLOPED],
    );
  };

  it.each([
    ['cooke-triplet', 1.4],
    ['double-gauss', 1.4],
    ['fisheye', 5.5],
  ] as const)('%s', async (id, degrees) => {
    const size = 96;
    const half = (degrees * Math.PI) / 360;
    const [coarse, fine] = [
      await form(id, chart(), half, { rows: size, columns: size, pitch: PITCH }, 15),
      await form(id, chart(), half, { rows: 4 * size, columns: 4 * size, pitch: PITCH / 4 }, 15),
    ];
    let [worst, sum, largest] = [0, 0, 0];
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        let mean = 0;
        for (let y = 0; y < 4; y += 1)
          for (let x = 0; x < 4; x += 1)
            mean += fine[(4 * row + y) * 4 * size + 4 * column + x]! / 16;
        const error = Math.abs(mean - coarse[row * size + column]!);
        worst = Math.max(worst, error);
        sum += error;
        largest = Math.max(largest, mean);
      }
    }
    expect(worst / largest).toBeLessThan(BINNING.worst);
    expect(sum / size ** 2 / largest).toBeLessThan(BINNING.mean);
  });
});

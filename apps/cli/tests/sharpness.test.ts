/**
 * The sharpness that docs/reference/physics.md#p9 asks for, as a user meets it: the built command,
 * the default quality, the recipe's own light, the green pixels of the mosaic. One place of one
 * lens: packages/engine/laws/optics/sharpness.test.ts has all of them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNpy } from '@lumenloom/engine';
import { expect, it } from 'vitest';
import { edgeSfr, transposed } from '../../../packages/engine/laws/optics/edge-sfr.ts';
import {
  SFR_BEYOND_NYQUIST,
  SFR_TO_NYQUIST,
} from '../../../packages/engine/laws/optics/tolerances.ts';
import { trueSfr } from '../../../packages/engine/laws/optics/true-sfr.ts';
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import d65 from '../../../packages/engine/src/illuminants/tables/d65.json' with { type: 'json' };
import { lensModel } from '../../../packages/engine/src/optics/form-image/lens-model.ts';
import { heightAt } from '../../../packages/engine/src/optics/form-image/lens-table.ts';
import { millimetresOf } from '../../../packages/engine/src/optics/millimetres.ts';
import { lensDesign } from '../../../packages/engine/src/optics/ray-trace/lens-design.ts';
import { WAVELENGTHS } from '../../../packages/engine/src/quantities/wavelengths.ts';
import { QUANTUM_EFFICIENCY } from '../../../packages/engine/src/sensors/bayer/quantum-efficiency.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const FREQUENCIES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const TILT = (5 * Math.PI) / 180;
/** Energy to photons: times the wavelength. */
const GREEN = QUANTUM_EFFICIENCY[1]!.map(
  (efficiency, band) => efficiency * d65.energy[band]! * WAVELENGTHS[band]!,
);

/** A sensor whose middle lies `offset` pixels from the axis. */
interface Sensor {
  readonly micrometres: number;
  readonly offset: readonly [number, number];
  readonly size: readonly [number, number];
}

/**
 * Electrons of an edge of that slope through the middle of the scene; all is white where
 * `darkLevel` is 1.
 */
async function electrons(
  optics: string,
  slope: number,
  { micrometres, offset, size }: Sensor,
  darkLevel: number,
) {
  const folder = await temporaryFolder();
  const recipe = {
    illuminant: 'D65',
    scene: 'Slanted Edge',
    slantededgeParams: { hfov: 30, edgeAngle: slope, darkLevel },
    optics,
    sensor: 'Bayer-grbg',
    sensorParams: { rows: size[0], cols: size[1], pixel_size: micrometres },
  };
  const path = await jsonFile(folder, 'recipe.json', recipe);
  const { status, stderr } = await lumenloom(
    'simulate',
    path,
    ...['--out', folder, '--stages', '--noise', 'off', '--exposure', '0.001'],
    ...['--offset', offset.join(',')],
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return readNpy(await readFile(join(folder, 'electrons.npy'))).data;
}

/**
 * The green pixels of an edge, relative to those of a white card: the lens's falloff along an edge
 * would tell for blur.
 */
async function edgeRegion(optics: string, slope: number, sensor: Sensor) {
  const edge = await electrons(optics, slope, sensor, 0.05);
  const white = await electrons(optics, slope, sensor, 1);
  const [rows, columns] = sensor.size;
  return {
    rows,
    columns,
    at: (row: number, column: number) =>
      Number(edge[row * columns + column]) / Number(white[row * columns + column]),
    has: (row: number, column: number) => (row & 1) === (column & 1),
  };
}

function expectSharpness(measured: readonly number[], expected: readonly number[]): void {
  for (const [i, frequency] of FREQUENCIES.entries())
    expect(
      Math.abs(measured[i]! - expected[i]!),
      `at ${frequency} cycles per pixel: ${measured[i]!.toFixed(4)} for ${expected[i]!.toFixed(4)}`,
    ).toBeLessThan(frequency <= 0.5 ? SFR_TO_NYQUIST : SFR_BEYOND_NYQUIST);
}

it('Double-Gauss is sharp as it is at 0.7 of the field, along the radius', async () => {
  const [optics, share] = ['Double-Gauss', 0.7] as const;
  const model = lensModel(lensDesign(lensFiles['double-gauss']));
  const pitch = 2.2e-6;
  const { heightMm } = heightAt(model.table, model.table.reference, share * model.design.halfField);
  const pixels = heightMm / millimetresOf(pitch);
  const offset = [
    Math.round(pixels * Math.cos(TILT)),
    Math.round(pixels * Math.sin(TILT)),
  ] as const;
  const region = await edgeRegion(optics, Math.tan(TILT), {
    micrometres: 2.2,
    offset,
    size: [212, 140],
  });
  expectSharpness(
    edgeSfr(transposed(region), FREQUENCIES, 94),
    trueSfr(model, FREQUENCIES, {
      pitch,
      placeMm: millimetresOf(Math.hypot(...offset) * pitch),
      normal: Math.PI / 2,
      pixelNormal: Math.PI / 2 - TILT,
      weights: GREEN,
    }),
  );
});

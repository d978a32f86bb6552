import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import type { FormRowsPart } from './form-rows.ts';
import type { StageContext } from '../pipeline/stage.ts';
import { BAND_WIDTH, type Spectrum } from '../quantities/wavelengths.ts';
import { planeCount } from '../scenes/patterns/pattern.ts';
import { centredFootprint, type Footprint } from './footprint.ts';
import { IDEAL_LENS, imageWidth, irradiancePerRadiance } from './ideal-lens.ts';
import type { PixelGrid } from './pixel-grid.ts';

/** What stands behind each pixel. */
export interface Receptors {
  /** Response per channel and band: electrons per photon for a sensor. */
  readonly responses: readonly Spectrum[];
  /** Channel of the pixel at (row, column): layout[row & 1][column & 1]. */
  readonly layout: readonly [readonly [number, number], readonly [number, number]];
}

/** Receptors of one kind everywhere. */
export const uniform = (response: Spectrum): Receptors => ({ responses: [response], layout: [[0, 0], [0, 0]] });

/** Where the scene's image lies on the grid. */
export function footprintOf(lit: Pick<LitScene, 'scene'>, hfov: number, grid: PixelGrid): Footprint {
  const width = imageWidth(IDEAL_LENS.focalLength, hfov);
  return centredFootprint(grid, width, (width * lit.scene.rows) / lit.scene.columns);
}

/** Rows per part: long enough to be worth a message to a thread, short enough to stop at once. */
const ROWS_PER_PART = 64;

/**
 * Forms the picture of a flat scene on the pixel grid and weighs it with each pixel's response, all bands at once: everything from
 * scene to pixel is linear, so planes and spectra fold into one weight per plane and channel.
 *
 * @param lit radiance, photons/(s·sr·m²·nm).
 * @param hfov radians.
 * @returns the mean over each pixel of Σ irradiance·response·10 nm: data[row * columns + column], electrons/(s·m²) for quantum efficiencies;
 *   black outside the scene.
 * @throws SimulationError 'cancelled' when stopped.
 * @see physics.md P1 to P4.
 */
export async function formImage(lit: LitScene, hfov: number, grid: PixelGrid, receptors: Receptors, host: Pick<Host, 'parallel'>, context: Pick<StageContext, 'stopped' | 'progress'>): Promise<Float32Array> {
  const perRadiance = irradiancePerRadiance(IDEAL_LENS.fNumber);
  const weights = receptors.responses.map((response) => lit.radiance.map((spectrum) =>
    perRadiance * BAND_WIDTH * spectrum.reduce((sum, photons, band) => sum + photons * response[band]!, 0)));
  const out = sharedFloat32(grid.rows * grid.columns);
  const common = { ...fold(lit.scene.pattern, weights), layout: receptors.layout, footprint: footprintOf(lit, hfov, grid), rows: grid.rows, columns: grid.columns, out };
  const parts: FormRowsPart[] = [];
  for (let from = 0; from < grid.rows; from += ROWS_PER_PART) parts.push({ ...common, from, to: Math.min(grid.rows, from + ROWS_PER_PART) });
  await host.parallel('formRows', parts, { stopped: () => context.stopped(), done: (count) => { context.progress(count / parts.length); } });
  return out;
}

/** With more planes than channels it is cheaper to weigh the cells than the pixels: then plane c is channel c itself. */
function fold(pattern: LitScene['scene']['pattern'], weights: readonly (readonly number[])[]): Pick<FormRowsPart, 'pattern' | 'weights'> {
  if (pattern.kind !== 'cells' || planeCount(pattern) <= weights.length) return { pattern, weights };
  const { rows, columns, planes } = pattern;
  const channels = weights.map((weight) => {
    const folded = sharedFloat32(rows * columns);
    for (const [k, plane] of planes.entries()) for (let cell = 0; cell < folded.length; cell += 1) folded[cell]! += weight[k]! * plane[cell]!;
    return folded;
  });
  return { pattern: { kind: 'cells', rows, columns, planes: channels }, weights: channels.map((_, row) => channels.map((__, column) => Number(row === column))) };
}

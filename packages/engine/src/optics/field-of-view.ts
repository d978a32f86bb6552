import type { Host } from '../host.ts';
import type { ScenePlan } from '../pipeline/plan.ts';
import { rasterSizeOf } from '../scenes/paint-scene.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';
import { idealLens } from './ideal-lens.ts';
import type { Lens } from './lens.ts';
import type { PixelGrid } from './pixel-grid.ts';

const degrees = (radians: number): string => `${((radians * 180) / Math.PI).toFixed(1)}°`;
const millimetres = (metres: number): string => (metres * 1e3).toFixed(2);

/**
 * What an engineer wants to know before a run: how large the scene's image is and how much of the sensor it covers.
 *
 * @param lens what the scene is seen through.
 * @param hfov horizontal field of view of the scene, radians, between 0 and π.
 * @param grid the pixels that look at it.
 * @param gridName how to name them in the sentence.
 * @returns one sentence per fact.
 * @see optics.md section 6.
 */
export function fieldOfViewLines(lens: Lens, hfov: number, { rows, columns }: RasterSize, grid: PixelGrid, gridName: string): string[] {
  const aspect = rows / columns;
  const diagonal = 2 * Math.atan(Math.tan(hfov / 2) * Math.hypot(1, aspect));
  const width = 2 * lens.imageHeight(hfov / 2);
  const [sensorWidth, sensorHeight] = [grid.columns * grid.pitch, grid.rows * grid.pitch];
  const seen = 2 * lens.fieldAngle(sensorWidth / 2);
  const fill = width / sensorWidth;
  const verdict = fill < 0.5 ? ` Set HFoV to about ${degrees(seen)} to fill the sensor.` : fill > 1.005 ? ' The sensor crops the scene.' : '';
  const darkRows = Math.round((grid.rows - (width * aspect) / grid.pitch) / 2);
  return [
    `Lens: ${lens.label}, focal length ${millimetres(lens.focalLength)} mm, f/${lens.fNumber.toFixed(2)}, object at infinity, ${lens.character}.`,
    `Scene: horizontal ${degrees(hfov)}, vertical ${degrees(2 * Math.atan(aspect * Math.tan(hfov / 2)))}, diagonal ${degrees(diagonal)}; image ${millimetres(width)} x ${millimetres(width * aspect)} mm.`,
    `On ${gridName} (${grid.columns} x ${grid.rows} pixels of ${(grid.pitch * 1e6).toPrecision(3)} µm, ${millimetres(sensorWidth)} x ${millimetres(sensorHeight)} mm) the scene covers ${percent(fill)} of the width; the sensor sees ${degrees(seen)}.${verdict}`,
    ...(fill >= 0.5 && darkRows >= 1 ? [`${darkRows} row${darkRows === 1 ? '' : 's'} above and below the scene stay black.`] : []),
  ];
}

/** The same for a planned scene: its size comes from its parameters or its file. */
export async function fieldOfViewOf(plan: ScenePlan, grid: PixelGrid, gridName: string, host: Pick<Host, 'loadImage'>): Promise<string[]> {
  return fieldOfViewLines(idealLens, plan.parameters.hfov, await rasterSizeOf(plan, host), grid, gridName);
}

const percent = (share: number): string => `${(share * 100).toPrecision(share >= 1 ? 4 : 3)} %`;

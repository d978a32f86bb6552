import { luminanceOf } from '@lumenloom/engine';
import type { LitWorld } from '../light/lit-world.ts';
import { Tracer } from '../light/trace.ts';
import { cameraRay, type Camera } from './camera-rays.ts';
import { firstSolid } from './first-solid.ts';
import { eachPixel, type PictureSettings } from './picture.ts';
import { illuminanceAt } from './world-report.ts';

/**
 * The illuminance of what stands at the middle of each pixel, on the side that the camera sees.
 *
 * @returns lx of each group, [rows, columns]; NaN where nothing stands.
 */
export async function luxMap(
  lit: LitWorld,
  camera: Camera,
  settings: Omit<PictureSettings, 'rate' | 'hidden' | 'groups' | 'stands'>,
): Promise<readonly Float32Array[]> {
  const tracer = new Tracer(lit);
  const pixels = camera.rows * camera.columns;
  const lux = lit.groups.map(() => new Float32Array(pixels).fill(NaN));
  const { samples, seed } = settings;
  await eachPixel({ camera, settings }, [samples, 0, 1], (at, column, row) => {
    const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
    const solid = firstSolid(lit, origin, direction);
    if (!solid) return;
    const light = illuminanceAt(tracer, solid, { count: samples, seed, column, row });
    for (const [group, bands] of light.groups.entries()) lux[group]![at] = luminanceOf(bands);
  });
  return lux;
}

import { luminanceOf } from '@lumenloom/engine';
import type { Tracer } from '../light/trace.ts';
import { cameraRay, type Camera } from './camera-rays.ts';
import { firstSolid } from './first-solid.ts';
import { illuminanceAt } from './world-report.ts';

/**
 * The illuminance of what stands at the middle of each pixel, on the side that the camera sees.
 *
 * @param pixels from `first` to before `last`.
 * @param lux lx of each group, [rows, columns], of which the pixels are filled; NaN where nothing
 *   stands.
 */
export function luxOfPixels(
  tracer: Tracer,
  camera: Camera,
  samples: { readonly count: number; readonly seed: number },
  pixels: { readonly first: number; readonly last: number },
  lux: readonly Float32Array[],
): void {
  for (let at = pixels.first; at < pixels.last; at += 1) {
    const [column, row] = [at % camera.columns, Math.floor(at / camera.columns)];
    const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
    const solid = firstSolid(tracer.lit, origin, direction);
    const light = solid && illuminanceAt(tracer, solid, { ...samples, column, row });
    for (const [group, values] of lux.entries())
      values[at] = light ? luminanceOf(light.groups[group]!) : NaN;
  }
}

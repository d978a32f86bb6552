import { createCamera } from '../apple/camera.ts';
import { createHit, createRay } from '../apple/surface.ts';
import type { LabelledObject, LabelledStill } from './labelled-still.ts';

/** What the middle of each pixel shows: data[row * width + column]. */
export interface FirstHits {
  /** Index in `labelled`, -1 where none is. */
  readonly indices: Int16Array;
  /** Distance along the camera's axis in the unit of the scene; infinity where nothing is. */
  readonly depths: Float32Array;
}

/** The labelled objects that the middles of the pixels show, by the rays of the path tracer. */
export function firstHits(
  scene: LabelledStill,
  labelled: readonly LabelledObject[],
  width: number,
  height: number,
): FirstHits {
  const objects = [...labelled.map(({ object }) => object), ...scene.createScenery()];
  const aim = createCamera(scene.camera, width / height);
  const [ray, axis] = [createRay(), createRay()];
  aim(0.5, 0.5, 0, 0, axis);
  const indices = new Int16Array(width * height);
  const depths = new Float32Array(width * height);
  for (let pixel = 0; pixel < indices.length; pixel += 1) {
    const x = ((pixel % width) + 0.5) / width;
    const y = (Math.floor(pixel / width) + 0.5) / height;
    aim(x, y, 0, 0, ray);
    const hit = createHit();
    let nearest = -1;
    // An object is found only where it is nearer than those before it.
    for (const [i, object] of objects.entries()) if (object.intersect(ray, hit)) nearest = i;
    indices[pixel] = nearest < labelled.length ? nearest : -1;
    depths[pixel] =
      nearest < 0 ? Infinity : hit.t * (ray.dx * axis.dx + ray.dy * axis.dy + ray.dz * axis.dz);
  }
  return { indices, depths };
}

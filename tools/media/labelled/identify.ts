import { createCamera } from '../apple/camera.ts';
import { createHit, createRay } from '../apple/surface.ts';
import type { LabelledObject, LabelledStill } from './labelled-still.ts';

/**
 * The labelled object that the middle of each pixel shows, by the rays of the path tracer:
 * data[row * width + column] is its index in `labelled`, -1 where none is.
 */
export function identify(
  scene: LabelledStill,
  labelled: readonly LabelledObject[],
  width: number,
  height: number,
): Int16Array {
  const objects = [...labelled.map(({ object }) => object), ...scene.createScenery()];
  const aim = createCamera(scene.camera, width / height);
  const ray = createRay();
  return Int16Array.from({ length: width * height }, (_, pixel) => {
    const x = ((pixel % width) + 0.5) / width;
    const y = (Math.floor(pixel / width) + 0.5) / height;
    aim(x, y, 0, 0, ray);
    const hit = createHit();
    let nearest = -1;
    // An object is found only where it is nearer than those before it.
    for (const [i, object] of objects.entries()) if (object.intersect(ray, hit)) nearest = i;
    return nearest < labelled.length ? nearest : -1;
  });
}

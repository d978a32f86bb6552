import type { Ray, SceneObject } from '../../apple/surface.ts';
import type { Vec3 } from '../../apple/vector.ts';

/** Objects that lie inside a ball: rays that miss the ball are spared them. */
export function grouped(
  [cx, cy, cz]: Vec3,
  radius: number,
  objects: readonly SceneObject[],
): SceneObject {
  const misses = ({ ox, oy, oz, dx, dy, dz }: Ray): boolean => {
    const x = cx - ox;
    const y = cy - oy;
    const z = cz - oz;
    const distance2 = x * x + y * y + z * z;
    if (distance2 <= radius * radius) return false;
    const along = x * dx + y * dy + z * dz;
    return along < 0 || distance2 - along * along > radius * radius;
  };
  return {
    intersect(ray, hit) {
      if (misses(ray)) return false;
      let found = false;
      for (const object of objects) if (object.intersect(ray, hit)) found = true;
      return found;
    },
    blocks(ray, limit) {
      if (misses(ray)) return false;
      return objects.some((object) => object.blocks(ray, limit));
    },
    describe() {
      throw new Error('A group is never hit itself: its objects are.');
    },
  };
}

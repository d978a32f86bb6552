import type { World } from '../document/read-world.ts';
import { boundsOf, type PosedWorld } from '../geometry/posed-world.ts';
import { noBounds, triangleCount, widen } from '../geometry/mesh.ts';

/** Bytes of a triangle, its share of vertices and of the tree. */
const BYTES_OF_TRIANGLE = 150;

/** What is in a world (docs/reference/world.md#w9): the geometry of `lumenloom world FILE`. */
export const worldReport = (world: World, posed: PosedWorld) => ({
  version: 1,
  name: world.document.name ?? null,
  triangles: world.triangles,
  uniqueTriangles: world.uniqueTriangles,
  objects: world.objects.map((object) => {
    const bounds = noBounds();
    for (const placed of posed.placed) {
      if (placed.object !== object) continue;
      const { low, high } = boundsOf(placed);
      widen(bounds, low);
      widen(bounds, high);
    }
    const isPlaced = bounds.low[0] <= bounds.high[0];
    const materials = [...new Set(object.parts.map(({ material }) => material.name))];
    return {
      id: object.id,
      name: object.keys.name,
      label: object.keys.label ?? null,
      material: materials.length === 1 ? materials[0]! : materials.join(', '),
      triangles: object.parts.reduce(
        (sum, { geometry }) => sum + object.instances * triangleCount(geometry),
        0,
      ),
      bounds: isPlaced ? [bounds.low, bounds.high] : null,
    };
  }),
  ignored: world.ignored,
  warnings: world.warnings,
  memoryMb: Math.ceil((world.uniqueTriangles * BYTES_OF_TRIANGLE) / 1e6),
});

import { boundsOf } from '../geometry/posed-world.ts';
import { noBounds, triangleCount, widen } from '../geometry/mesh.ts';
import type { Vector } from '../document/world-document.ts';
import { estimate, type Estimate, type Samples } from '../light/estimate.ts';
import type { LitWorld } from '../light/lit-world.ts';
import { Tracer } from '../light/trace.ts';
import { unit } from '../pose/vector.ts';

/** Bytes of a triangle, its share of vertices and of the tree. */
const BYTES_OF_TRIANGLE = 150;

/** What is in a world (docs/reference/world.md#w9): the answer of `lumenloom world FILE`. */
export function worldReport(lit: LitWorld, samples: number, seed = 0) {
  const { posed } = lit;
  const { world } = posed;
  return {
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
    lights: lit.lamps.map(({ name, type, figures }) => ({ name, type, ...figures })),
    places: placesOf(lit, samples, seed),
    ignored: world.ignored,
    warnings: [...world.warnings, ...warningsOf(lit)],
    memoryMb: Math.ceil((world.uniqueTriangles * BYTES_OF_TRIANGLE) / 1e6),
  };
}

/** Lux at the places of a world, each with its error. */
function placesOf(lit: LitWorld, count: number, seed: number) {
  const tracer = new Tracer(lit);
  return (lit.light.world.document.places ?? []).map(({ name, position, normal }, row) => {
    const { bands, luminance, standardError } = illuminanceAt(
      tracer,
      { position, normal: unit(normal) },
      { count, seed, column: -1, row },
    );
    return { name, lux: luminance, standardErrorLux: standardError, irradiance: [...bands] };
  });
}

/**
 * The illuminance of a place: bands W/(m² nm), luminance lx.
 *
 * @param place its normal has the length 1.
 */
export const illuminanceAt = (
  tracer: Tracer,
  place: { readonly position: Vector; readonly normal: Vector },
  samples: Samples,
): Estimate => estimate(tracer, samples, () => tracer.irradiance(place.position, place.normal));

/** What is computed otherwise than in nature. */
export function warningsOf({ light, lamps }: LitWorld): readonly string[] {
  const hasGlass = light.world.objects.some(({ parts }) =>
    parts.some(({ material: { keys, file } }) =>
      keys
        ? keys.model === 'glass' || (keys.model === 'conductor' && (keys.roughness ?? 0) === 0)
        : (file?.transmission ?? 0) > 0,
    ),
  );
  const small = hasGlass
    ? lamps.filter((lamp) => lamp.meet === undefined && !/directional|sun/.test(lamp.type))
    : [];
  return [
    ...light.notes,
    ...small.map(
      ({ name }) =>
        `${name} has no size: what it sends through glass or off mirrors is not computed; give it a radius.`,
    ),
  ];
}

import { isObject } from '@lumenloom/engine/quick';
import { Poses } from '../document/poses.ts';
import { refuseAt } from '../document/problem.ts';
import type { World } from '../document/read-world.ts';
import type { Vector } from '../document/world-document.ts';
import { estimate } from '../light/estimate.ts';
import type { Tracer } from '../light/trace.ts';
import { lengthOf, unit } from '../pose/vector.ts';
import { cameraOf, cameraRay } from './camera-rays.ts';
import { firstSolid } from './first-solid.ts';

/** A ray of `world probe`: from a point, or through a pixel of the camera. */
export type ProbeRay =
  | { readonly origin: Vector; readonly direction: Vector; readonly seconds: number }
  | { readonly column: number; readonly row: number; readonly seconds: number };

const MOST_RAYS = 100_000;

/** Reads a list of rays. @throws SimulationError with the place. */
export function readProbeRays(content: unknown): readonly ProbeRay[] {
  if (!Array.isArray(content) || content.length === 0 || content.length > MOST_RAYS)
    return refuseAt('rays', `rays must be a list of 1 to ${MOST_RAYS} rays.`);
  return content.map((entry, at) => readRay(entry, `rays[${at}]`));
}

/**
 * Refuses rays through pixels that the camera does not have.
 *
 * @throws SimulationError with the place.
 */
export function checkProbePixels(world: World, rays: readonly ProbeRay[]): void {
  const { columns, rows } = cameraOf(world, new Poses(world.document, 0));
  for (const [at, ray] of rays.entries()) {
    if ('origin' in ray) continue;
    for (const [key, count] of [
      ['column', columns],
      ['row', rows],
    ] as const)
      if (!(ray[key] >= -0.5 && ray[key] <= count - 0.5))
        refuseAt(
          `rays[${at}].${key}`,
          `rays[${at}].${key} is ${ray[key]}: the picture of the camera has 0 to ${count - 1}.`,
        );
  }
}

function readRay(entry: unknown, place: string): ProbeRay {
  if (!isObject(entry)) return refuseAt(place, `${place} must be a JSON object.`);
  const known = ['origin', 'direction', 'seconds', 'column', 'row'];
  const unknown = Object.keys(entry).find((key) => !known.includes(key));
  if (unknown !== undefined)
    refuseAt(`${place}.${unknown}`, `${place}.${unknown.slice(0, 60)} means nothing in a ray.`);
  const { seconds = 0, column, row, origin, direction } = entry;
  const isNumber = (value: unknown): value is number => Number.isFinite(value);
  if (!isNumber(seconds)) return refuseAt(`${place}.seconds`, `${place}.seconds must be a number.`);
  if (origin === undefined && direction === undefined) {
    if (!isNumber(column) || !isNumber(row))
      return refuseAt(place, `${place} needs origin and direction, or column and row.`);
    return { column, row, seconds };
  }
  const vector = (value: unknown, key: string): Vector =>
    Array.isArray(value) && value.length === 3 && value.every(isNumber)
      ? (value as unknown as Vector)
      : refuseAt(`${place}.${key}`, `${place}.${key} must be a list of 3 numbers.`);
  const way = vector(direction, 'direction');
  if (!(lengthOf(way) > 0)) refuseAt(`${place}.direction`, `${place}.direction must not be 0.`);
  return { origin: vector(origin, 'origin'), direction: unit(way), seconds };
}

/** What a ray meets, and the light that comes along it: an entry of `world probe`. */
export function probeRay(
  tracer: Tracer,
  ray: ProbeRay,
  at: { readonly index: number; readonly samples: number; readonly seed: number },
) {
  const { lit } = tracer;
  const { posed } = lit;
  const { origin, direction } =
    'origin' in ray
      ? ray
      : cameraRay(cameraOf(posed.world, posed.poses), ray.column + 0.5, ray.row + 0.5);
  const samples = { count: at.samples, seed: at.seed, column: at.index, row: 0 };
  const light = estimate(tracer, samples, () => tracer.radiance(origin, direction));
  const found = {
    radiance: [...light.bands],
    luminance: light.luminance,
    standardError: light.standardError,
  };
  const hit = firstSolid(lit, origin, direction);
  if (!hit) return { ...NOTHING, ...found };
  const { object, id, material } = posed.placed[hit.placed]!;
  const { normal, position, uv, distance } = hit;
  const name = object.keys.name;
  return {
    hit: true,
    distance,
    position,
    normal,
    id,
    object: name,
    material: material.name,
    uv,
    ...found,
  };
}

const NOTHING = {
  hit: false,
  distance: null,
  position: null,
  normal: null,
  id: 0,
  object: null,
  material: null,
  uv: null,
};

import { hiddenLevelRule, type HiddenRule, type WorldPaths } from '@lumenloom/engine';
import { covariances, estimate, type Estimate } from '../light/estimate.ts';
import type { Vector } from '../document/world-document.ts';
import { LitWorld, type WorldLight } from '../light/lit-world.ts';
import { Tracer } from '../light/trace.ts';
import { point } from '../pose/matrix.ts';
import { along } from '../pose/vector.ts';
import { BAND_COUNT } from '../spectra/bands.ts';
import { cameraOf, cameraRay, depthOf, pixelOf, type Camera } from './camera-rays.ts';
import {
  pinholeRays,
  raysThroughLens,
  type PictureLens,
  type PictureRays,
} from './picture-rays.ts';
import { firstSolid, type SolidPoint } from './first-solid.ts';

/** The arrays of a picture, which threads share: each part writes its own pixels. */
export interface PicturePlanes {
  /** [31, rows, columns] of each group, W/(m² sr nm). */
  readonly radiance: readonly Float32Array[];
  /** m along the axis; Infinity where nothing stands. */
  readonly depth: Float32Array;
  readonly ids: Uint16Array;
  readonly materials: Uint16Array;
  /** [rows, columns, 3], in the world, towards the viewer. */
  readonly normals: Float32Array;
  /** [rows, columns, 2], pixels to the right and down until the next picture. */
  readonly motion: Float32Array;
  /** cd/m² of each pixel, all groups. */
  readonly luminance: Float32Array;
  /** Standard error of the luminance, cd/m²; NaN below 16 samples. */
  readonly error: Float32Array;
  /** Covariances of the luminances of groups, (cd/m²)²; absent unless asked for. */
  readonly spread?: readonly Float32Array[] | undefined;
  /** What stands behind the first surface, its light by groups; absent unless asked for. */
  readonly hidden:
    | { readonly radiance: readonly Float32Array[]; readonly depth: Float32Array }
    | undefined;
}

/** A picture to render, as plain data. */
export interface PictureTask {
  readonly seconds: number;
  readonly camera: Camera;
  /** Paths of each pixel. */
  readonly samples: WorldPaths;
  readonly seed: number;
  /** Pictures per second, for motion. */
  readonly rate: number;
  readonly hidden: { readonly rule: HiddenRule; readonly wanted: Uint8Array } | undefined;
  /** Absent: the camera is a pinhole; else its pixels are those of the sensor. */
  readonly lens?: PictureLens | undefined;
  readonly planes: PicturePlanes;
}

/** Pixels of a picture, from `first` to before `last`: any thread can render them. */
export interface PicturePart {
  readonly task: PictureTask;
  /** What stands there, or which light comes from there. */
  readonly pass: 'look' | 'light';
  readonly first: number;
  readonly last: number;
}

/** What a part counted. */
export interface PartTally {
  readonly fireflies: number;
  readonly cutPaths: number;
}

/** A way of so many sizes of the world leads out of it. */
const BEYOND = 1e3;
/** Times of a world that are kept: of a picture and of the next. */
const MOST_TIMES = 2;

/** Renders parts of pictures of a world, on this thread. */
export class PartRenderer {
  private readonly light: WorldLight;
  private readonly times = new Map<number, LitWorld>();
  private tracer: Tracer | undefined;
  private lens: { readonly key: string; readonly rays: PictureRays } | undefined;

  /** @param lit the world at a time, where it is known. */
  constructor(light: WorldLight, lit?: LitWorld) {
    this.light = light;
    if (lit) this.times.set(lit.posed.seconds, lit);
  }

  /** Makes the lens of a picture ready; its parts are rendered after that. */
  async prepare({ camera, lens }: PictureTask): Promise<void> {
    if (!lens) return;
    const key = JSON.stringify([camera, lens]);
    if (this.lens?.key !== key) this.lens = { key, rays: await raysThroughLens(camera, lens) };
  }

  /** @param part of a picture that has no lens, or whose lens was prepared last. */
  render(part: PicturePart): PartTally {
    const { camera, lens } = part.task;
    const rays = lens ? this.lens!.rays : pinholeRays(camera);
    return part.pass === 'look' ? this.look(part, rays) : this.gather(part, rays);
  }

  private at(seconds: number): LitWorld {
    const known = this.times.get(seconds);
    if (known) return known;
    const lit = new LitWorld(this.light, seconds);
    if (this.times.size >= MOST_TIMES) this.times.delete([...this.times.keys()][0]!);
    this.times.set(seconds, lit);
    return lit;
  }

  /** What stands at the middle of each pixel. */
  private look({ task, first, last }: PicturePart, rays: PictureRays): PartTally {
    const { camera, planes, seconds, rate } = task;
    const { columns } = camera;
    const [lit, later] = [this.at(seconds), this.at(seconds + 1 / rate)];
    const laterCamera = { ...camera, matrix: cameraOf(this.light.world, later.posed.poses).matrix };
    const names = materialNames(lit);
    for (let at = first; at < last; at += 1) {
      const ray = rays.middle(at % columns, Math.floor(at / columns));
      if (!ray) continue;
      const { origin, direction } = ray;
      const solid = firstSolid(lit, origin, direction);
      const lamp = lampBefore(lit, origin, direction, solid?.distance ?? Infinity);
      if (lamp < Infinity) planes.depth[at] = depthOf(camera, along(origin, direction, lamp));
      if (!solid || lamp < Infinity) continue;
      const placed = lit.posed.placed[solid.placed]!;
      planes.depth[at] = depthOf(camera, solid.position);
      planes.ids[at] = placed.id;
      planes.materials[at] = names.indexOf(placed.material.name) + 1;
      planes.normals.set(solid.normal, 3 * at);
      const local = point(placed.inverse, solid.position);
      const next = pixelOf(laterCamera, point(later.posed.placed[solid.placed]!.matrix, local));
      const now = pixelOf(camera, solid.position);
      planes.motion.set([next[0] - now[0], next[1] - now[1]], 2 * at);
    }
    return { fireflies: 0, cutPaths: 0 };
  }

  /** The light of each pixel. */
  private gather({ task, first, last }: PicturePart, rays: PictureRays): PartTally {
    const { camera, samples, seed, planes, hidden } = task;
    const lit = this.at(task.seconds);
    if (this.tracer?.lit !== lit) this.tracer = new Tracer(lit);
    const { tracer } = this;
    const before = tracer.cut;
    let [count, pathsOf] = [0, rays.paths(tracer, 0)];
    let fireflies = 0;
    for (let at = first; at < last; at += 1) {
      const [column, row] = [at % camera.columns, Math.floor(at / camera.columns)];
      const wanted = pathsAt(samples, at);
      if (wanted !== count) [count, pathsOf] = [wanted, rays.paths(tracer, wanted)];
      const light = estimate(tracer, { count, seed, column, row }, pathsOf(column, row));
      putGroups(planes.radiance, light, at);
      if (planes.spread)
        for (const [k, value] of covariances(light.batches).entries())
          planes.spread[k]![at] = value;
      planes.luminance[at] = light.luminance;
      planes.error[at] = light.standardError ?? NaN;
      if (light.isFirefly) fireflies += 1;
      if (hidden && hidden.wanted[at]! !== 0) fillHidden(tracer, task, { column, row });
    }
    return { fireflies, cutPaths: tracer.cut - before };
  }
}

/** Paths of a pixel. */
export const pathsAt = (paths: WorldPaths, at: number): number =>
  typeof paths === 'number' ? paths : paths[at]!;

/** Names of the materials that stand in a world; a picture counts them from 1. */
export const materialNames = ({ posed }: LitWorld): readonly string[] => [
  ...new Set(posed.placed.map(({ material }) => material.name)),
];

/** The distance of a lamp that is seen before what stands there; infinity for none. */
export function lampBefore(
  { areas, least }: LitWorld,
  origin: Vector,
  direction: Vector,
  before: number,
): number {
  let nearest = Infinity;
  for (const lamp of areas) {
    if (!lamp.isSeen || lamp.passes !== undefined) continue;
    const found = lamp.meet!(origin, direction, least, Math.min(before, nearest));
    if (found) nearest = found.distance;
  }
  return nearest;
}

export function put(into: Float32Array, bands: Float64Array, at: number): void {
  const pixels = into.length / BAND_COUNT;
  for (let band = 0; band < BAND_COUNT; band += 1) into[band * pixels + at] = bands[band]!;
}

/** Puts the light of groups in their places, or all of it where they are one. */
function putGroups(
  into: readonly Float32Array[],
  { groups, bands }: Pick<Estimate, 'groups' | 'bands'>,
  at: number,
): void {
  if (into.length === groups.length)
    for (const [group, own] of groups.entries()) put(into[group]!, own, at);
  else put(into[0]!, bands, at);
}

/** The level behind the first surface: what a lens sees round its edge. */
function fillHidden(
  tracer: Tracer,
  { camera, samples: paths, seed, hidden, planes }: PictureTask,
  { column, row }: { readonly column: number; readonly row: number },
): void {
  const { lit } = tracer;
  const { isBehind, holdsInfinity } = hiddenLevelRule(hidden!.rule);
  const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
  const first = firstSolid(lit, origin, direction);
  if (!first) return;
  const depth = depthOf(camera, first.position);
  let behind: SolidPoint | undefined = first;
  do behind = firstSolid(lit, origin, direction, behind.distance + lit.least);
  while (behind && !isBehind(depth, depthOf(camera, behind.position)));
  if (!behind && !(holdsInfinity && isBehind(depth, Infinity))) return;
  const at = row * camera.columns + column;
  planes.hidden!.depth[at] = behind ? depthOf(camera, behind.position) : Infinity;
  const way = behind ? behind.distance * (1 - 1e-6) : first.distance + BEYOND * lit.posed.size;
  const from = along(origin, direction, way);
  const samples = { count: pathsAt(paths, at), seed, column, row };
  const light = estimate(tracer, samples, () => tracer.radiance(from, direction));
  const { haze } = lit.light;
  // The stretch before it is not on the path.
  const left = haze && behind ? Math.exp(-haze.perMetre * way) : 1;
  if (left < 1)
    // The airlight is in the first group.
    for (const [group, bands] of [light.bands, ...light.groups].entries())
      for (let band = 0; band < BAND_COUNT; band += 1)
        bands[band] =
          left * bands[band]! + (group < 2 ? (1 - left) * (haze!.airlight?.[band] ?? 0) : 0);
  putGroups(planes.hidden!.radiance, light, at);
}

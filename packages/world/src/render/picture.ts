import { checkStopped, type HiddenRule } from '@lumenloom/engine';
import { estimate } from '../light/estimate.ts';
import type { Vector } from '../document/world-document.ts';
import { LitWorld } from '../light/lit-world.ts';
import { Tracer } from '../light/trace.ts';
import { point } from '../pose/matrix.ts';
import { along } from '../pose/vector.ts';
import { BAND_COUNT } from '../spectra/bands.ts';
import { cameraOf, cameraRay, depthOf, pixelOf, type Camera } from './camera-rays.ts';
import { firstSolid, type SolidPoint } from './first-solid.ts';

/** A picture of a world: light, and what stands at the middle of each pixel. */
export interface WorldPicture {
  readonly columns: number;
  readonly rows: number;
  readonly groups: readonly string[];
  /** [31, rows, columns] of each group, W/(m² sr nm). */
  readonly radiance: readonly Float32Array[];
  /** m along the axis; Infinity where nothing stands. */
  readonly depth: Float32Array;
  readonly ids: Uint16Array;
  readonly materials: Uint16Array;
  readonly materialNames: readonly string[];
  /** [rows, columns, 3], in the world, towards the viewer. */
  readonly normals: Float32Array;
  /** [rows, columns, 2], pixels to the right and down until the next picture. */
  readonly motion: Float32Array;
  /** cd/m² of each pixel, all groups. */
  readonly luminance: Float32Array;
  /** Standard error of the luminance, cd/m²; NaN below 16 samples. */
  readonly error: Float32Array;
  /** What stands behind the first surface; absent unless asked for. */
  readonly hidden: { readonly radiance: Float32Array; readonly depth: Float32Array } | undefined;
  readonly fireflies: number;
  readonly cutPaths: number;
}

export interface PictureSettings {
  readonly samples: number;
  readonly seed: number;
  /** Pictures per second, for motion. */
  readonly rate: number;
  /** What is rendered behind the first surface; absent: nothing. */
  readonly hidden?: HiddenRule;
  /** False: the groups are one. */
  readonly groups?: boolean;
  readonly stopped: () => boolean;
  /** Lets others do what waits, between rows: a stop among them. */
  readonly pause: () => Promise<void>;
  /** @param share of the rows that are done. */
  readonly reach: (share: number) => void;
}

/** A way of so many sizes of the world leads out of it. */
const BEYOND = 1e3;
/** Without a lens, behind the first surface is what is farther by this share. */
const BEHIND = 1.02;
export const BEHIND_WITHOUT_LENS: HiddenRule = {
  wanted: (depth) => new Uint8Array(depth.length).fill(1),
  holdsInfinity: false,
  isBehind: (near, far) => far > BEHIND * near,
};

interface Rendering {
  readonly lit: LitWorld;
  readonly tracer: Tracer;
  readonly camera: Camera;
  readonly settings: PictureSettings;
}

/** Renders a picture through the pinhole of a camera (docs/reference/world.md#w9). */
export async function renderPicture(
  lit: LitWorld,
  camera: Camera,
  settings: PictureSettings,
): Promise<WorldPicture> {
  const tracer = new Tracer(lit);
  const task = { lit, tracer, camera, settings };
  const shown = await whatStands(task);
  const pixels = camera.columns * camera.rows;
  const isSplit = settings.groups !== false;
  const picture = {
    ...shown,
    groups: isSplit ? lit.groups : ['all'],
    radiance: (isSplit ? lit.groups : ['all']).map(() => new Float32Array(BAND_COUNT * pixels)),
    luminance: new Float32Array(pixels),
    error: new Float32Array(pixels).fill(NaN),
    hidden: settings.hidden && {
      radiance: new Float32Array(BAND_COUNT * pixels),
      depth: new Float32Array(pixels),
    },
  };
  const wanted = settings.hidden?.wanted(shown.depth);
  let fireflies = 0;
  await eachPixel(task, [settings.samples, 0.1, 1], (at, column, row) => {
    const samples = { count: settings.samples, seed: settings.seed, column, row };
    const light = estimate(tracer, samples, () => {
      tracer.sampler.next();
      const { one, two } = tracer.sampler;
      const ray = cameraRay(camera, column + one, row + two);
      tracer.radiance(ray.origin, ray.direction);
    });
    for (const [group, bands] of (isSplit ? light.groups : [light.bands]).entries())
      put(picture.radiance[group]!, bands, at);
    picture.luminance[at] = light.luminance;
    picture.error[at] = light.standardError ?? NaN;
    if (light.isFirefly) fireflies += 1;
    if (picture.hidden && wanted![at]! !== 0)
      fillHidden(task, settings.hidden!, picture.hidden, { column, row });
  });
  return { ...picture, fireflies, cutPaths: tracer.cut };
}

/** Paths between two looks at what waits. */
const PATHS_AT_ONCE = 4096;

/** Goes through the pixels of a picture; others do what waits every few thousand paths. */
export async function eachPixel(
  {
    camera: { rows, columns },
    settings,
  }: {
    readonly camera: Pick<Camera, 'rows' | 'columns'>;
    readonly settings: Pick<PictureSettings, 'stopped' | 'pause' | 'reach'>;
  },
  [paths, from, to]: readonly [number, number, number],
  take: (at: number, column: number, row: number) => void,
): Promise<void> {
  const together = Math.ceil(PATHS_AT_ONCE / paths);
  for (let at = 0; at < rows * columns; at += 1) {
    if (at % together === 0) {
      await settings.pause();
      checkStopped({ stopped: settings.stopped });
      settings.reach(from + ((to - from) * at) / (rows * columns));
    }
    take(at, at % columns, Math.floor(at / columns));
  }
}

/** What stands at the middle of each pixel. */
async function whatStands(task: Omit<Rendering, 'tracer'>) {
  const { lit, camera, settings } = task;
  const { columns, rows } = camera;
  const pixels = columns * rows;
  const later = new LitWorld(lit.light, lit.posed.seconds + 1 / settings.rate);
  const laterCamera = { ...camera, matrix: cameraOf(lit.light.world, later.posed.poses).matrix };
  const names = [...new Set(lit.posed.placed.map(({ material }) => material.name))];
  const shown = {
    columns,
    rows,
    depth: new Float32Array(pixels).fill(Infinity),
    ids: new Uint16Array(pixels),
    materials: new Uint16Array(pixels),
    materialNames: names,
    normals: new Float32Array(3 * pixels),
    motion: new Float32Array(2 * pixels),
  };
  await eachPixel(task, [1, 0, 0.1], (at, column, row) => {
    const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
    const solid = firstSolid(lit, origin, direction);
    const lamp = lampBefore(lit, origin, direction, solid?.distance ?? Infinity);
    if (lamp < Infinity) shown.depth[at] = depthOf(camera, along(origin, direction, lamp));
    if (!solid || lamp < Infinity) return;
    const placed = lit.posed.placed[solid.placed]!;
    shown.depth[at] = depthOf(camera, solid.position);
    shown.ids[at] = placed.id;
    shown.materials[at] = names.indexOf(placed.material.name) + 1;
    shown.normals.set(solid.normal, 3 * at);
    const local = point(placed.inverse, solid.position);
    const next = pixelOf(laterCamera, point(later.posed.placed[solid.placed]!.matrix, local));
    const now = pixelOf(camera, solid.position);
    shown.motion.set([next[0] - now[0], next[1] - now[1]], 2 * at);
  });
  return shown;
}

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

/** The level behind the first surface: what a lens sees round its edge. */
function fillHidden(
  { lit, tracer, camera, settings }: Rendering,
  { isBehind, holdsInfinity }: HiddenRule,
  hidden: NonNullable<WorldPicture['hidden']>,
  { column, row }: { readonly column: number; readonly row: number },
): void {
  const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
  const first = firstSolid(lit, origin, direction);
  if (!first) return;
  const depth = depthOf(camera, first.position);
  let behind: SolidPoint | undefined = first;
  do behind = firstSolid(lit, origin, direction, behind.distance + lit.least);
  while (behind && !isBehind(depth, depthOf(camera, behind.position)));
  if (!behind && !(holdsInfinity && isBehind(depth, Infinity))) return;
  const at = row * camera.columns + column;
  hidden.depth[at] = behind ? depthOf(camera, behind.position) : Infinity;
  const way = behind ? behind.distance * (1 - 1e-6) : first.distance + BEYOND * lit.posed.size;
  const from = along(origin, direction, way);
  const samples = { count: settings.samples, seed: settings.seed, column, row };
  const { bands } = estimate(tracer, samples, () => tracer.radiance(from, direction));
  const { haze } = lit.light;
  // The stretch before it is not on the path.
  const left = haze && behind ? Math.exp(-haze.perMetre * way) : 1;
  if (left < 1)
    for (let band = 0; band < BAND_COUNT; band += 1)
      bands[band] = left * bands[band]! + (1 - left) * (haze!.airlight?.[band] ?? 0);
  put(hidden.radiance, bands, at);
}

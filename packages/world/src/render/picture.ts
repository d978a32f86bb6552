import { checkStopped } from '@lumenloom/engine';
import { estimate } from '../light/estimate.ts';
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
  readonly hidden: boolean;
  readonly stopped: () => boolean;
  /** Lets others do what waits, between rows: a stop among them. */
  readonly pause: () => Promise<void>;
  /** @param share of the rows that are done. */
  readonly reach: (share: number) => void;
}

/** Behind the first surface is what is farther by this share. */
const BEHIND = 1.02;

/** Renders a picture through the pinhole of a camera (docs/reference/world.md#w9). */
export async function renderPicture(
  lit: LitWorld,
  camera: Camera,
  settings: PictureSettings,
): Promise<WorldPicture> {
  const { columns, rows } = camera;
  const pixels = columns * rows;
  const tracer = new Tracer(lit);
  const later = new LitWorld(lit.light, lit.posed.seconds + 1 / settings.rate);
  const laterCamera = cameraOf(lit.light.world, later.posed.poses, camera);
  const names = [...new Set(lit.posed.placed.map(({ material }) => material.name))];
  const picture = {
    columns,
    rows,
    groups: lit.groups,
    radiance: lit.groups.map(() => new Float32Array(BAND_COUNT * pixels)),
    depth: new Float32Array(pixels).fill(Infinity),
    ids: new Uint16Array(pixels),
    materials: new Uint16Array(pixels),
    materialNames: names,
    normals: new Float32Array(3 * pixels),
    motion: new Float32Array(2 * pixels),
    luminance: new Float32Array(pixels),
    error: new Float32Array(pixels).fill(NaN),
    hidden: settings.hidden
      ? { radiance: new Float32Array(BAND_COUNT * pixels), depth: new Float32Array(pixels) }
      : undefined,
  };
  let fireflies = 0;
  for (let row = 0; row < rows; row += 1) {
    await settings.pause();
    checkStopped({ stopped: settings.stopped });
    settings.reach(row / rows);
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const samples = { count: settings.samples, seed: settings.seed, column, row };
      const light = estimate(tracer, samples, () => {
        tracer.sampler.next();
        const { one, two } = tracer.sampler;
        const ray = cameraRay(camera, column + one, row + two);
        tracer.radiance(ray.origin, ray.direction);
      });
      for (const [group, bands] of light.groups.entries()) put(picture.radiance[group]!, bands, at);
      picture.luminance[at] = light.luminance;
      picture.error[at] = light.standardError ?? NaN;
      if (light.isFirefly) fireflies += 1;
      const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
      const solid = firstSolid(lit, origin, direction);
      if (!solid) continue;
      const placed = lit.posed.placed[solid.placed]!;
      picture.depth[at] = depthOf(camera, solid.position);
      picture.ids[at] = placed.id;
      picture.materials[at] = names.indexOf(placed.material.name) + 1;
      picture.normals.set(solid.normal, 3 * at);
      const local = point(placed.inverse, solid.position);
      const next = pixelOf(laterCamera, point(later.posed.placed[solid.placed]!.matrix, local));
      const now = pixelOf(camera, solid.position);
      picture.motion.set([next[0] - now[0], next[1] - now[1]], 2 * at);
      if (picture.hidden)
        fillHidden({ lit, tracer, camera, settings }, solid, picture.hidden, { column, row });
    }
  }
  return { ...picture, fireflies, cutPaths: tracer.cut };
}

function put(into: Float32Array, bands: Float64Array, at: number): void {
  const pixels = into.length / BAND_COUNT;
  for (let band = 0; band < BAND_COUNT; band += 1) into[band * pixels + at] = bands[band]!;
}

/** The level behind the first surface: what a lens sees round its edge. */
function fillHidden(
  {
    lit,
    tracer,
    camera,
    settings,
  }: {
    readonly lit: LitWorld;
    readonly tracer: Tracer;
    readonly camera: Camera;
    readonly settings: PictureSettings;
  },
  first: SolidPoint,
  hidden: NonNullable<WorldPicture['hidden']>,
  { column, row }: { readonly column: number; readonly row: number },
): void {
  const { origin, direction } = cameraRay(camera, column + 0.5, row + 0.5);
  const depth = depthOf(camera, first.position);
  let behind: SolidPoint | undefined = first;
  do behind = firstSolid(lit, origin, direction, behind.distance + lit.least);
  while (behind && depthOf(camera, behind.position) <= BEHIND * depth);
  if (!behind) return;
  const at = row * camera.columns + column;
  hidden.depth[at] = depthOf(camera, behind.position);
  const from = along(origin, direction, behind.distance * (1 - 1e-6));
  const samples = { count: settings.samples, seed: settings.seed, column, row };
  const { bands } = estimate(tracer, samples, () => tracer.radiance(from, direction));
  put(hidden.radiance, bands, at);
}

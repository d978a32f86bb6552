import {
  checkStopped,
  newLensRay,
  type LensPaths,
  type LensRay,
  type WorldPicture as Photograph,
} from '@lumenloom/engine';
import { pathBatches } from '@lumenloom/engine/quick';
import type { Vector } from '../document/world-document.ts';
import { estimate } from '../light/estimate.ts';
import type { LitWorld } from '../light/lit-world.ts';
import { Tracer } from '../light/trace.ts';
import { direction, point, times, type Matrix } from '../pose/matrix.ts';
import { along, unit } from '../pose/vector.ts';
import { BAND_COUNT } from '../spectra/bands.ts';
import { depthOf, type Camera } from './camera-rays.ts';
import { firstSolid } from './first-solid.ts';
import { handedOver, type WorldInFront } from './photograph.ts';
import { PATHS_AT_ONCE, type PictureSettings } from './picture.ts';
import { lampBefore, put } from './picture-part.ts';

/** How the light on a sensor is found. */
interface ExposeSettings extends Pick<
  PictureSettings,
  'samples' | 'seed' | 'stopped' | 'pause' | 'reach'
> {
  readonly rows: number;
  readonly columns: number;
  readonly entrancePupil: number;
  /** Irradiance per radiance of what is handed over, steradians. */
  readonly perRadiance: number;
}

/** A ray in a world. */
interface WorldRay {
  readonly origin: Vector;
  readonly direction: Vector;
}

/** The pose of the first vertex of a lens whose pinhole is that of a camera. */
const vertexOf = (pinhole: Matrix, entrancePupil: number): Matrix =>
  times(pinhole, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -entrancePupil, 1]);

/** A ray that has left a lens, in the world. @param front its camera is at the pinhole. */
export function rayInWorld(
  { camera }: Pick<WorldInFront, 'camera'>,
  entrancePupil: number,
): (ray: LensRay) => WorldRay {
  const vertex = vertexOf(camera.matrix, entrancePupil);
  return ({ x, y, z, dx, dy, dz }) => ({
    origin: point(vertex, [x, y, z]),
    direction: unit(direction(vertex, [dx, dy, dz])),
  });
}

/**
 * Light on the pixels of a sensor, each path from a point of its pixel through the lens into the
 * world (docs/reference/world.md#w8).
 *
 * @throws SimulationError for a world without light; 'cancelled' when stopped.
 */
export async function exposed(
  front: WorldInFront,
  paths: LensPaths,
  settings: ExposeSettings,
): Promise<Photograph> {
  const { lit, camera } = front;
  const { rows, columns, entrancePupil, samples, seed } = settings;
  const pixels = rows * columns;
  const tracer = new Tracer(lit);
  const place = rayInWorld(front, entrancePupil);
  const ray = newLensRay();
  const picture = {
    radiance: [new Float32Array(BAND_COUNT * pixels)],
    luminance: new Float32Array(pixels),
    error: new Float32Array(pixels).fill(NaN),
    depth: new Float32Array(pixels).fill(Infinity),
    ids: new Uint16Array(pixels),
    hidden: undefined,
  };
  const onePath = pathThrough(tracer, paths, settings, place);
  let fireflies = 0;
  await eachPixel({ camera: { rows, columns }, settings }, [samples, 0, 1], (at, column, row) => {
    const light = estimate(tracer, { count: samples, seed, column, row }, onePath(column, row));
    put(picture.radiance[0]!, light.bands, at);
    picture.luminance[at] = light.luminance;
    picture.error[at] = light.standardError ?? NaN;
    if (light.isFirefly) fireflies += 1;
    if (!paths.sendMiddle([column + 0.5, row + 0.5], ray)) return;
    const { position, id } = standing(lit, place(ray));
    if (!position) return;
    picture.depth[at] = depthOf(camera, position);
    picture.ids[at] = id;
  });
  return handedOver(
    front,
    { ...picture, fireflies, cutPaths: tracer.cut },
    { samples, samplesMean: samples, seed },
  );
}

/** Goes through the pixels of a picture; others do what waits every few thousand paths. */
async function eachPixel(
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

/** A path of a pixel: a place of it, a place of the aperture, the bands whose turn it is. */
function pathThrough(
  tracer: Tracer,
  { groupOf, send }: LensPaths,
  { perRadiance, samples }: Pick<ExposeSettings, 'perRadiance' | 'samples'>,
  place: (ray: LensRay) => WorldRay,
): (column: number, row: number) => () => void {
  const groups = 1 + groupOf.at(-1)!;
  const each = samples / pathBatches(samples) / groups;
  const { sums, sampler } = tracer;
  const before = new Float64Array(sums.length);
  const ray = newLensRay();
  return (column, row) => {
    let turn = 0;
    return () => {
      const group = turn % groups;
      // Paths of a group are neighbours in the sequence, which lie evenly by themselves.
      sampler.sample(group * each + Math.floor(turn / groups));
      turn = (turn + 1) % (groups * each);
      sampler.next();
      const at = [column + sampler.one, row + sampler.two] as const;
      sampler.next();
      const weight = send(group, at, [sampler.one, sampler.two], ray);
      if (weight === 0) return;
      before.set(sums);
      sums.fill(0);
      const { origin, direction: towards } = place(ray);
      tracer.radiance(origin, towards);
      const scale = (groups * weight) / perRadiance;
      for (let i = 0; i < sums.length; i += 1)
        sums[i] = before[i]! + (groupOf[i % BAND_COUNT] === group ? scale * sums[i]! : 0);
    };
  };
}

/** What stands where a ray goes: a lamp that is seen has no identifier. */
function standing(
  lit: LitWorld,
  { origin, direction: towards }: WorldRay,
): { readonly position: Vector | undefined; readonly id: number } {
  const solid = firstSolid(lit, origin, towards);
  const lamp = lampBefore(lit, origin, towards, solid?.distance ?? Infinity);
  if (lamp < Infinity) return { position: along(origin, towards, lamp), id: 0 };
  return { position: solid?.position, id: solid ? lit.posed.placed[solid.placed]!.id : 0 };
}

import {
  lensPaths,
  newLensRay,
  type LensPaths,
  type LensPathsPlan,
  type LensRay,
} from '@lumenloom/engine';
import { pathBatches } from '@lumenloom/engine/quick';
import type { Vector } from '../document/world-document.ts';
import type { Tracer } from '../light/trace.ts';
import { direction, point, times, type Matrix } from '../pose/matrix.ts';
import { unit } from '../pose/vector.ts';
import { BAND_COUNT } from '../spectra/bands.ts';
import { cameraRay, type Camera } from './camera-rays.ts';

/** A ray in a world. */
export interface WorldRay {
  readonly origin: Vector;
  readonly direction: Vector;
}

/** The lens through whose surfaces a picture is seen, as plain data. */
export interface PictureLens {
  /** The `LensPathsPlan` of its rays. */
  readonly lens: object;
  /** The pinhole of the camera behind its first vertex, m. */
  readonly entrancePupil: number;
  /** Irradiance per radiance of the picture, steradians. */
  readonly perRadiance: number;
}

/** Where the paths of a picture come from. */
export interface PictureRays {
  /** The ray of the middle of a pixel; undefined where no light comes from. */
  readonly middle: (column: number, row: number) => WorldRay | undefined;
  /** @returns what adds the next of so many paths of a pixel to the sums of a tracer. */
  readonly paths: (tracer: Tracer, samples: number) => (column: number, row: number) => () => void;
}

export const pinholeRays = (camera: Camera): PictureRays => ({
  middle: (column, row) => cameraRay(camera, column + 0.5, row + 0.5),
  paths: (tracer) => (column, row) => () => {
    tracer.sampler.next();
    const { one, two } = tracer.sampler;
    const ray = cameraRay(camera, column + one, row + two);
    tracer.radiance(ray.origin, ray.direction);
  },
});

/** A ray that has left a lens, in the world. @param pinhole the pose of its entrance pupil. */
export function rayInWorld(pinhole: Matrix, entrancePupil: number): (ray: LensRay) => WorldRay {
  const vertex = times(pinhole, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -entrancePupil, 1]);
  return ({ x, y, z, dx, dy, dz }) => ({
    origin: point(vertex, [x, y, z]),
    direction: unit(direction(vertex, [dx, dy, dz])),
  });
}

/** Rays from a sensor, each through a point of its pixel and of the rear aperture. */
export async function raysThroughLens(
  { matrix }: Camera,
  { lens, entrancePupil, perRadiance }: PictureLens,
): Promise<PictureRays> {
  const sent = await lensPaths(lens as LensPathsPlan);
  const place = rayInWorld(matrix, entrancePupil);
  const ray = newLensRay();
  return {
    middle: (column, row) =>
      sent.sendMiddle([column + 0.5, row + 0.5], ray) ? place(ray) : undefined,
    paths: (tracer, samples) => pathThrough(tracer, sent, { samples, perRadiance, place }),
  };
}

/** A path of a pixel: a place of it, a place of the aperture, the bands whose turn it is. */
function pathThrough(
  tracer: Tracer,
  { groupOf, send }: LensPaths,
  {
    samples,
    perRadiance,
    place,
  }: {
    readonly samples: number;
    readonly perRadiance: number;
    readonly place: (ray: LensRay) => WorldRay;
  },
): ReturnType<PictureRays['paths']> {
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

import {
  luminanceOf,
  reduceCube,
  sharedFloat32,
  WAVELENGTHS,
  type HiddenRule,
  type WorldPaths,
  type WorldLightPicture as Photograph,
  type WorldView,
} from '@lumenloom/engine';
import { along, scaled, unit } from '../pose/vector.ts';
import { times, type Matrix } from '../pose/matrix.ts';
import type { Vector } from '../document/world-document.ts';
import { estimate } from '../light/estimate.ts';
import { LitWorld, type WorldLight } from '../light/lit-world.ts';
import { Tracer } from '../light/trace.ts';
import { BAND_COUNT, newBands, type Bands } from '../spectra/bands.ts';
import { cameraOf, cameraRay, depthOf, type Camera } from './camera-rays.ts';
import { firstSolid } from './first-solid.ts';
import { renderPicture, type PictureSettings, type WorldPicture } from './picture.ts';
import { warningsOf } from './world-report.ts';

/** Samples of the place whose light is white. */
const WHITE_SAMPLES = 16_384;

/** A world at a time in front of the pinhole of a lens. */
export interface WorldInFront {
  readonly lit: LitWorld;
  readonly camera: Camera;
}

/** The pinhole of a lens in a world (docs/reference/world.md#w2). */
export function worldInFront(light: WorldLight, view: WorldView): WorldInFront {
  const lit = new LitWorld(light, view.seconds);
  const { matrix } = cameraOf(light.world, lit.posed.poses);
  const isVertex = light.world.document.camera?.origin === 'vertex';
  return {
    lit,
    camera: {
      matrix: isVertex ? times(matrix, movedBack(view.entrancePupil)) : matrix,
      rows: view.rows,
      columns: view.columns,
      hfovDegrees: (view.hfov * 180) / Math.PI,
    },
  };
}

const movedBack = (metres: number): Matrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, metres, 1];

/** Depth of what stands at the samples of a view, m; infinity where nothing does. */
export function surveyed({ lit, camera }: WorldInFront): Float32Array {
  const { rows, columns } = camera;
  return Float32Array.from({ length: rows * columns }, (_, at) => {
    const [column, row] = [(at % columns) + 0.5, Math.floor(at / columns) + 0.5];
    const { origin, direction } = cameraRay(camera, column, row);
    const solid = firstSolid(lit, origin, direction);
    return solid ? depthOf(camera, solid.position) : Infinity;
  });
}

/** How a world is photographed. */
interface PhotographSettings {
  /** Paths of each sample. */
  readonly samples: WorldPaths;
  /** Samples of a pixel of the sensor along a row. */
  readonly sampling: number;
  readonly seed: number;
  /** The light of each group is kept by itself. */
  readonly isApart: boolean;
  readonly hidden?: HiddenRule;
  readonly lens?: PictureSettings['lens'];
  readonly helpers?: PictureSettings['helpers'];
  readonly stopped: () => boolean;
  readonly pause: () => Promise<void>;
  readonly reach: (share: number) => void;
}

/**
 * Renders a world for a lens: radiance of each group as few planes, depth, what stands behind,
 * identifiers.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function photograph(
  front: WorldInFront,
  settings: PhotographSettings,
): Promise<Photograph> {
  const { lit, camera } = front;
  const { samples, sampling, seed, isApart } = settings;
  const picture = await renderPicture(lit, camera, {
    ...settings,
    ...{ rate: 1, groups: isApart, isSpread: isApart },
  });
  const pixels = camera.rows * camera.columns;
  const places = hiddenPlaces(picture);
  const { groups, radiance, luminance, error, hidden, spread } = picture;
  const { planes, spectra } = reduced(picture, places);
  const white = whiteOfPlace(front, seed, isApart);
  const { world } = lit.light;
  const paths = pathsOf(samples, pixels);
  const each = pixels + places.length;
  return {
    groups,
    lights: groups.map((_, group) => ({
      planes: planes.map((plane) => shared(plane.subarray(group * each, group * each + pixels))),
      behind: planes.map((plane) => plane.slice(group * each + pixels, (group + 1) * each)),
      white: white[group]!,
      mean: meanOf(radiance[group]!),
      luminance: groups.length === 1 ? luminance : luminanceIn(radiance[group]!),
    })),
    spectra,
    depth: picture.depth,
    ids: picture.ids,
    ...(places.length > 0 && {
      behind: { places, depth: Float32Array.from(places, (at) => hidden!.depth[at]!) },
    }),
    spread: spread ?? [error],
    facts: {
      triangles: world.triangles,
      samplesMean: (paths / pixels) * sampling ** 2,
      cutPathsPercent: (100 * picture.cutPaths) / paths,
      fireflies: picture.fireflies,
      seed,
      ignored: world.ignored,
      warnings: [...world.warnings, ...warningsOf(lit)],
    },
  };
}

/** The light of all groups, and of what stands behind at some places, as few planes. */
function reduced(
  { radiance, hidden, luminance }: WorldPicture,
  places: Uint32Array,
): Pick<Photograph, 'spectra'> & { readonly planes: readonly Float32Array[] } {
  const pixels = luminance.length;
  const each = pixels + places.length;
  const { data } = reduceCube(
    {
      rows: 1,
      columns: radiance.length * each,
      wavelengths: WAVELENGTHS,
      band: (band) => {
        const values = new Float32Array(radiance.length * each);
        for (const [group, light] of radiance.entries()) {
          values.set(light.subarray(band * pixels, (band + 1) * pixels), group * each);
          for (const [i, at] of places.entries())
            values[group * each + pixels + i] = hidden!.radiance[group]![band * pixels + at]!;
        }
        return values;
      },
    },
    () => new Float64Array(BAND_COUNT).fill(1),
    true,
  );
  return { planes: data.planes, spectra: data.spectra! };
}

/** cd/m² of each pixel. */
function luminanceIn(light: Float32Array): Float32Array {
  const pixels = light.length / BAND_COUNT;
  const bands = newBands();
  return Float32Array.from({ length: pixels }, (_, at) => {
    for (let band = 0; band < BAND_COUNT; band += 1) bands[band] = light[band * pixels + at]!;
    return luminanceOf(bands);
  });
}

/** All paths of a picture. */
export const pathsOf = (samples: WorldPaths, pixels: number): number =>
  typeof samples === 'number' ? samples * pixels : samples.reduce((sum, count) => sum + count, 0);

/** Samples behind whose surface something was rendered. */
const hiddenPlaces = ({ hidden }: WorldPicture): Uint32Array =>
  Uint32Array.from([...(hidden?.depth ?? [])].flatMap((depth, at) => (depth > 0 ? [at] : [])));

function shared(values: Float32Array): Float32Array {
  const out = sharedFloat32(values.length);
  out.set(values);
  return out;
}

/** E/π of each group at the place with `white`, else where the axis meets something. */
function whiteOfPlace(
  { lit, camera }: WorldInFront,
  seed: number,
  isApart: boolean,
): readonly Bands[] {
  const tracer = new Tracer(lit);
  const marked = lit.light.world.document.places?.find(({ white }) => white);
  const axis = cameraRay(camera, camera.columns / 2, camera.rows / 2);
  const met = marked ? undefined : firstSolid(lit, axis.origin, axis.direction);
  const place = marked
    ? { position: marked.position, normal: unit(marked.normal) }
    : met && {
        // The place faces the camera; beside its surface, not in it.
        position: along(axis.origin, axis.direction, met.distance * (1 - 1e-6)),
        normal: scaled(axis.direction, -1),
      };
  const samples = { count: WHITE_SAMPLES, seed, column: -1, row: 0 };
  if (place) {
    const { bands, groups } = estimate(tracer, samples, () =>
      tracer.irradiance(place.position, place.normal),
    );
    return (isApart ? groups : [bands]).map((light) => light.map((value) => value / Math.PI));
  }
  // The surroundings are in the first group.
  return (isApart ? lit.groups : ['all']).map((_, at) =>
    at === 0 ? surroundingsMean(lit) : newBands(),
  );
}

/** Directions of the mean of the surroundings, by rows of equal solid angle. */
const DIRECTIONS = 4096;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

function surroundingsMean({ light: { surroundings } }: LitWorld): Bands {
  const [sum, bands] = [newBands(), newBands()];
  for (let i = 0; surroundings && i < DIRECTIONS; i += 1) {
    const y = 1 - (2 * i + 1) / DIRECTIONS;
    const round = Math.sqrt(1 - y * y);
    const towards: Vector = [round * Math.cos(GOLDEN * i), y, round * Math.sin(GOLDEN * i)];
    surroundings.fill(towards, bands);
    for (let band = 0; band < BAND_COUNT; band += 1) sum[band]! += bands[band]! / DIRECTIONS;
  }
  return sum;
}

function meanOf(light: Float32Array): Bands {
  const pixels = light.length / BAND_COUNT;
  return newBands().map((_, band) => {
    let sum = 0;
    for (let at = 0; at < pixels; at += 1) sum += light[band * pixels + at]!;
    return sum / pixels;
  });
}

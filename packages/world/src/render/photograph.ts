import {
  SimulationError,
  luminanceOf,
  reduceCube,
  sharedFloat32,
  WAVELENGTHS,
  type HiddenRule,
  type WorldPaths,
  type WorldPicture as Photograph,
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
/** White is above 0 in each band: this share of its largest at least. */
const LEAST_WHITE = 1e-9;

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
  readonly hidden?: HiddenRule;
  readonly lens?: PictureSettings['lens'];
  readonly helpers?: PictureSettings['helpers'];
  readonly stopped: () => boolean;
  readonly pause: () => Promise<void>;
  readonly reach: (share: number) => void;
}

/**
 * Renders a world for a lens: radiance as few planes, depth, what stands behind, identifiers.
 *
 * @throws SimulationError for a world without light; 'cancelled' when stopped.
 */
export async function photograph(
  front: WorldInFront,
  settings: PhotographSettings,
): Promise<Photograph> {
  const { lit, camera } = front;
  const { samples, sampling, seed } = settings;
  const picture = await renderPicture(lit, camera, { ...settings, rate: 1, groups: false });
  const white = whiteOf(front, picture, seed);
  const pixels = camera.rows * camera.columns;
  const behind = hiddenPlaces(picture);
  const whole = picture.radiance[0]!;
  const { data } = reduceCube(
    {
      rows: 1,
      columns: pixels + behind.length,
      wavelengths: WAVELENGTHS,
      band: (band) => {
        const values = new Float32Array(pixels + behind.length);
        values.set(whole.subarray(band * pixels, (band + 1) * pixels));
        for (const [i, at] of behind.entries())
          values[pixels + i] = picture.hidden!.radiance[band * pixels + at]!;
        return values;
      },
    },
    () => new Float64Array(BAND_COUNT).fill(1),
    true,
  );
  const { world } = lit.light;
  const paths = pathsOf(samples, pixels);
  return {
    planes: data.planes.map((plane) => shared(plane.subarray(0, pixels))),
    spectra: data.spectra!.map((spectrum) =>
      Float64Array.from(spectrum, (value, band) => value / white[band]!),
    ),
    white,
    depth: picture.depth,
    ids: picture.ids,
    luminance: picture.luminance,
    error: picture.error,
    ...(behind.length > 0 && { hidden: hiddenOf(picture, behind, data.planes) }),
    facts: {
      triangles: world.triangles,
      samplesMean: (paths / pixels) * sampling ** 2,
      standardErrorPercent: medianError(picture),
      cutPathsPercent: (100 * picture.cutPaths) / paths,
      fireflies: picture.fireflies,
      seed,
      ignored: world.ignored,
      warnings: [...world.warnings, ...warningsOf(lit)],
    },
  };
}

/** All paths of a picture. */
export const pathsOf = (samples: WorldPaths, pixels: number): number =>
  typeof samples === 'number' ? samples * pixels : samples.reduce((sum, count) => sum + count, 0);

/** Samples behind whose surface something was rendered. */
const hiddenPlaces = ({ hidden }: WorldPicture): Uint32Array =>
  Uint32Array.from([...(hidden?.depth ?? [])].flatMap((depth, at) => (depth > 0 ? [at] : [])));

function hiddenOf(
  { hidden, depth }: WorldPicture,
  places: Uint32Array,
  planes: readonly Float32Array[],
): NonNullable<Photograph['hidden']> {
  const pixels = depth.length;
  const distances = new Float32Array(pixels).fill(NaN);
  for (const at of places) distances[at] = hidden!.depth[at]!;
  return {
    depth: distances,
    planes: planes.map((plane) => {
      const out = sharedFloat32(pixels);
      for (const [i, at] of places.entries()) out[at] = plane[pixels + i]!;
      return out;
    }),
  };
}

function shared(values: Float32Array): Float32Array {
  const out = sharedFloat32(values.length);
  out.set(values);
  return out;
}

/** Radiance of a perfect white at the place of the light; above 0 in each band. */
function whiteOf(front: WorldInFront, picture: WorldPicture, seed: number): Bands {
  const ofPlace = whiteOfPlace(front, seed);
  const white = luminanceOf(ofPlace) > 0 ? ofPlace : meanOf(picture);
  const most = white.reduce((a, b) => Math.max(a, b), 0);
  if (!(most > 0))
    throw new SimulationError(
      'bad-parameter',
      'The world sends no light to the camera: give it a lamp or an environment.',
      'world',
    );
  return white.map((value) => Math.max(value, LEAST_WHITE * most));
}

/** E/π at the place with `white`, else where the axis of the camera meets something. */
function whiteOfPlace({ lit, camera }: WorldInFront, seed: number): Bands {
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
    const { bands } = estimate(tracer, samples, () =>
      tracer.irradiance(place.position, place.normal),
    );
    return bands.map((value) => value / Math.PI);
  }
  return surroundingsMean(lit);
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

function meanOf({ radiance: [whole], luminance }: WorldPicture): Bands {
  const pixels = luminance.length;
  return newBands().map((_, band) => {
    let sum = 0;
    for (let at = 0; at < pixels; at += 1) sum += whole![band * pixels + at]!;
    return sum / pixels;
  });
}

/** Of the pixels that have light: error over luminance, percent, to three digits. */
export function medianError({
  error,
  luminance,
}: Pick<WorldPicture, 'error' | 'luminance'>): number | null {
  const shares = error
    .map((value, at) => (100 * value) / luminance[at]!)
    .filter(Number.isFinite)
    .sort();
  const middle = shares[Math.floor(shares.length / 2)];
  return middle === undefined ? null : Number(middle.toPrecision(3));
}

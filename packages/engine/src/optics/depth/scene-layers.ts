import { cos, atan, tan } from '../../quantities/elementary.ts';
import type { SceneDepth } from '../../scenes/scene-depth.ts';
import { SimulationError } from '../../simulation-error.ts';
import { LARGEST_BLUR } from '../focus/largest-blur.ts';
import { metresOf } from '../millimetres.ts';
import { blurScale, type BlurGeometry, type BlurScale } from './blur-geometry.ts';
import { ONE_SURFACE } from './compose-layers.ts';
import type { DepthFacts } from './depth-facts.ts';
import { depthLevels, isWidened, placesAmong, type DepthLevels } from './depth-levels.ts';
import { guessHidden, knownHidden } from './hidden-level.ts';

/** What stands behind the samples of a scene. */
interface HiddenLevel {
  /** Places among the layers; NaN where nothing stands behind. */
  readonly places: Float32Array;
  /** The sample whose light goes on there; absent where a file has its light. */
  readonly sources?: Int32Array;
}

/** A scene cut into layers, for one lens and one pitch. */
export interface SceneLayers {
  readonly levels: DepthLevels;
  /** Distance of each layer from the first vertex, metres. */
  readonly distances: readonly number[];
  /** Places of the samples among the layers. */
  readonly places: Float32Array;
  readonly hidden: HiddenLevel;
  /** All but what shows only in the picture. */
  readonly facts: Omit<DepthFacts, 'hiddenPercent'>;
}

/** What the layers of a scene depend on besides its depth map. */
export interface LayerView {
  readonly geometry: BlurGeometry;
  /** Horizontal field of view of the scene, radians. */
  readonly hfov: number;
  /** Distance between pixels, metres. */
  readonly pitch: number;
  /** Samples of the scene per pixel. */
  readonly samplesPerPixel: number;
}

/** The one distance of a depth map, metres; undefined where it has several. */
export function onlyDistance(depth: SceneDepth): number | undefined {
  const { kind, distances, hidden } = depth;
  const [first] = distances;
  if (hidden || (kind === 'range' && first !== Infinity)) return undefined;
  if (distances.some((distance) => distance !== first)) return undefined;
  return first === Infinity ? Infinity : plainMetres(first!);
}

/** A distance without the digits that single precision adds: a map that holds .3 means .3. */
export const plainMetres = (distance: number): number => Number(distance.toPrecision(7));

/** Distances along the axis from the first vertex, metres. */
export function axialDistances(
  { kind, distances, rows, columns }: SceneDepth,
  { hfov, geometry }: Pick<LayerView, 'hfov' | 'geometry'>,
): Float32Array {
  if (kind === 'z') return distances;
  const perSample = (2 * tan(hfov / 2)) / columns;
  const pupil = metresOf(geometry.entrancePupilMm);
  return distances.map((distance, at) => {
    const right = ((at % columns) + 0.5 - columns / 2) * perSample;
    const down = (Math.floor(at / columns) + 0.5 - rows / 2) * perSample;
    return distance * cos(atan(Math.sqrt(right * right + down * down))) - pupil;
  });
}

/**
 * Cuts a scene into layers by the blur of its distances.
 *
 * @throws SimulationError 'bad-parameter' where something is nearer than 1:1, 'too-large' where the
 *   blur is wider than the widest kernels.
 * @see docs/reference/depth.md#scenes
 */
export function sceneLayers(depth: SceneDepth, view: LayerView): SceneLayers {
  const { rows, columns } = depth;
  const scale = blurScale(view.geometry, view.pitch);
  const axial = axialDistances(depth, view);
  let [near, far] = [Infinity, 0];
  for (const distance of axial) {
    if (distance < near) near = distance;
    if (distance > far) far = distance;
  }
  refuseNear(near, scale.nearest);
  const blurs = axial.map((distance) => scale.blurOf(distance));
  const ends = [scale.blurOf(Infinity), scale.blurOf(scale.nearest)] as const;
  const [least, most] = [scale.blurOf(far), scale.blurOf(near)];
  const widest = Math.max(-least, most);
  if (widest > LARGEST_BLUR)
    throw new SimulationError(
      'too-large',
      `The blur would reach ${Math.ceil(widest)} pixels: at most ${LARGEST_BLUR} are formed. Focus nearer to the objects, stop the lens down or choose larger pixels.`,
      'opticsParams.focusDistance',
    );
  const behind = depth.hidden && {
    blurs: axialDistances({ ...depth, distances: depth.hidden.distances }, view).map((distance) =>
      scale.blurOf(distance),
    ),
  };
  const farthest = behind ? behind.blurs.reduce((a, b) => (b < a ? b : a), least) : least;
  const levels = depthLevels(farthest, most, ends);
  const map = { rows, columns, blurs, places: placesAmong(levels.blurs, blurs) };
  // Beside the rounding of the way there and back.
  const nearestFormed = scale.nearest * (1 + 1e-9);
  return {
    levels,
    distances: levels.blurs.map((blur) => Math.max(scale.distanceOf(blur), nearestFormed)),
    places: map.places,
    hidden: behind
      ? {
          places: knownHidden(map, { ...behind, places: placesAmong(levels.blurs, behind.blurs) }),
        }
      : guessedLevel(map.places, guessHidden(map, view.samplesPerPixel)),
    facts: {
      layers: levels.blurs.length,
      nearM: plainMetres(near),
      farM: far === Infinity ? null : plainMetres(far),
      unknownPercent: 100 * depth.unknownShare,
      blurPixels: [least, most],
      steepPercent: 100 * steepShare(map, view.samplesPerPixel),
      ...(isWidened(levels) && { widenedRatio: levels.ratio }),
    },
  };
}

/**
 * Samples that stand so near a jump of depth that what is behind them shows.
 *
 * @returns -1 where nothing behind shows.
 */
export function besideJumps(
  { rows, columns, distances }: Pick<SceneDepth, 'rows' | 'columns' | 'distances'>,
  { blurOf, nearest }: BlurScale,
  samplesPerPixel: number,
): Int32Array {
  const blurs = distances.map((distance) => blurOf(Math.max(nearest, distance)));
  const [least, most] = [Math.min, Math.max].map((end) => blurs.reduce((a, b) => end(a, b), 0));
  const levels = depthLevels(least!, most!, [blurOf(Infinity), blurOf(nearest)]);
  const places = placesAmong(levels.blurs, blurs);
  return guessHidden({ rows, columns, blurs, places }, samplesPerPixel);
}

const guessedLevel = (places: Float32Array, sources: Int32Array): HiddenLevel => ({
  places: Float32Array.from(sources, (source) => (source < 0 ? NaN : places[source]!)),
  sources,
});

export function refuseNear(distance: number, nearest: number): void {
  const shown = Number(nearest.toPrecision(3));
  if (distance >= Math.min(nearest, shown)) return;
  throw new SimulationError(
    'bad-parameter',
    `Depth ${Number(distance.toPrecision(6))} m is nearer than 1:1 for this lens: at least ${shown} m.`,
    'sceneDepth',
  );
}

/** Change of the blur radius per pixel from which on a surface counts as steep. */
const STEEP = 0.05;

/** Share of the samples whose blur changes so much on both sides, along a row or a column. */
function steepShare(
  { rows, columns, blurs }: { rows: number; columns: number; blurs: Float32Array },
  samplesPerPixel: number,
): number {
  const least = STEEP / samplesPerPixel;
  const isSlope = (before: number, after: number): boolean =>
    Math.sign(before) === Math.sign(after) &&
    Math.min(Math.abs(before), Math.abs(after)) > least &&
    Math.max(Math.abs(before), Math.abs(after)) <= ONE_SURFACE;
  let steep = 0;
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1) {
      const here = blurs[at]!;
      const isAcross =
        column > 0 && column < columns - 1 && isSlope(here - blurs[at - 1]!, blurs[at + 1]! - here);
      const isDown =
        row > 0 &&
        row < rows - 1 &&
        isSlope(here - blurs[at - columns]!, blurs[at + columns]! - here);
      if (isAcross || isDown) steep += 1;
    }
  return steep / blurs.length;
}

import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { LitScene } from '../../illuminants/light.ts';
import type { SceneDepth } from '../../scenes/scene-depth.ts';
import { removeNegative } from '../form-image/form-image.ts';
import type { FormingFacts } from '../forming-facts.ts';
import type { FormingContext, ImageQuality, Lens, PixelArray, SceneInView } from '../lens.ts';
import { blurScale, type BlurGeometry } from './blur-geometry.ts';
import { layerComposition } from './compose-layers.ts';
import type { DepthFacts } from './depth-facts.ts';
import { evenWhite, layerScenes } from './layer-scenes.ts';
import { axialDistances, onlyDistance, sceneLayers, type SceneLayers } from './scene-layers.ts';

/** A lens with the object at any distance; its sensor and its stop stay. */
export interface LensAtDistances {
  readonly geometry: BlurGeometry;
  /** @param distance metres; infinity for an object that is far away. */
  readonly at: (distance: number) => Lens;
}

/** Gives the same lens for the same distance: tracing its tables takes a moment. */
export function kept(lensAt: LensAtDistances['at']): LensAtDistances['at'] {
  const lenses = new Map<number, Lens>();
  return (distance) => {
    const lens = lenses.get(distance) ?? lensAt(distance);
    // Scenes that are flat may bring any distances.
    if (lenses.size >= MOST_LENSES) lenses.delete(lenses.keys().next().value!);
    lenses.set(distance, lens);
    return lens;
  };
}
/** More than a scene has layers. */
const MOST_LENSES = 80;

/** A picture to form, see `Lens.formImage`. */
interface DepthTask {
  readonly scene: SceneInView;
  readonly pixels: PixelArray;
  readonly quality: ImageQuality;
}
type DepthHost = Parameters<Lens['formImage']>[2] & Pick<Host, 'parallel'>;

/** A lens that forms scenes with depth, layer by layer. */
export const withDepth = (lens: Lens, lenses: LensAtDistances): Lens => ({
  ...lens,
  axialDistances: (depth, hfov) => axialDistances(depth, { hfov, geometry: lenses.geometry }),
  blurScale: (pitch) => blurScale(lenses.geometry, pitch),
  formImage: (scene, pixels, host, context, quality = 'normal') => {
    const { depth } = scene.lit.scene;
    return depth
      ? formInDepth(lenses, depth, { scene, pixels, quality }, host, context)
      : lens.formImage(scene, pixels, host, context, quality);
  },
});

async function formInDepth(
  lenses: LensAtDistances,
  depth: SceneDepth,
  task: DepthTask,
  host: DepthHost,
  context: FormingContext,
): Promise<Float32Array> {
  const only = onlyDistance(depth);
  if (only !== undefined) return formFlat(lenses, { depth, only }, task, host, context);
  const layers = layersOf(lenses, depth, task);
  const { blurs } = layers.levels;
  const isRendered = depth.hidden?.isRendered === true;
  const { grid } = task.pixels;
  const gathered: FormingFacts[] = [];
  const used = usedLayers(layers);
  /** Memory of the pictures of a layer, all 0: shared memory that is freed late. */
  const memory: Float32Array[] = [];
  const planeAt = (place: number): Float32Array =>
    (memory[place] ??= sharedFloat32(grid.rows * grid.columns)).fill(0);
  // One picture of white everywhere, and those of each layer.
  const steps = used.length + 1;
  let step = 0;
  const form = (layer: number, lit: LitScene, beside: SceneInView['beside']) => {
    const begun = step;
    step += 1;
    return lenses.at(layers.distances[layer]!).formImage(
      { lit, hfov: task.scene.hfov, ...(beside && { beside }) },
      task.pixels,
      host,
      {
        stopped: () => context.stopped(),
        progress: (share) => {
          context.progress(Math.min(1, (begun + share) / steps));
        },
        computed: (facts) => gathered.push(facts),
        keepsNegative: true,
        out: planeAt(0),
      },
      task.quality,
    );
  };
  const pictures = layerScenes(task.scene.lit, depth, layers);
  const even = await form(used[used.length >> 1]!, evenWhite(task.scene.lit), undefined);
  const composition = layerComposition(blurs, even);
  memory.length = 0;
  for (const layer of used.toReversed()) {
    const scenes = pictures(layer);
    const weight = { lit: scenes.weight, out: planeAt(1) };
    const behind = scenes.behind && { lit: scenes.behind, out: planeAt(2) };
    const within = scenes.within && { lit: scenes.within, out: planeAt(3) };
    const light = await form(layer, scenes.light, [
      ...(within ? [within] : []),
      weight,
      ...(behind ? [behind] : []),
    ]);
    composition.add(layer, {
      light,
      weight: weight.out,
      ...(within && { within: within.out }),
      ...(behind && { behind: behind.out }),
    });
  }
  const picture = sharedFloat32(grid.rows * grid.columns);
  picture.set(composition.picture());
  const darkenedShare = removeNegative(picture);
  context.computed?.({
    ...mergedFacts(gathered),
    darkenedShare,
    depth: {
      ...layers.facts,
      hiddenPercent: layers.hidden.sources || isRendered ? 100 * composition.behindShare() : 0,
      ...(isRendered && { isHiddenRendered: true }),
    },
  });
  return picture;
}

/** Forms a scene all of which is at one distance. */
function formFlat(
  lenses: LensAtDistances,
  { depth, only }: { readonly depth: SceneDepth; readonly only: number },
  { scene: { lit, ...view }, pixels, quality }: DepthTask,
  host: DepthHost,
  context: FormingContext,
): Promise<Float32Array> {
  const { depth: _, ...scene } = lit.scene;
  const computed = (facts: FormingFacts): void => {
    context.computed?.({ ...facts, depth: flatFacts(lenses, depth, only, pixels) });
  };
  return lenses
    .at(only)
    .formImage(
      { ...view, lit: { ...lit, scene } },
      pixels,
      host,
      { ...context, computed },
      quality,
    );
}

/** Facts of a scene all of which is at one distance. */
function flatFacts(
  { geometry }: LensAtDistances,
  { unknownShare }: SceneDepth,
  distance: number,
  { grid }: PixelArray,
): DepthFacts {
  const blur = blurScale(geometry, grid.pitch).blurOf(distance);
  const metres = distance === Infinity ? null : distance;
  return {
    layers: 1,
    nearM: metres,
    farM: metres,
    unknownPercent: 100 * unknownShare,
    hiddenPercent: 0,
    blurPixels: [blur, blur],
    steepPercent: 0,
  };
}

/** Layers of the scene that was cut last, which the pictures of a run share. */
const cut = new WeakMap<SceneDepth, { readonly key: string; readonly layers: SceneLayers }>();

function layersOf(
  { geometry, at }: LensAtDistances,
  depth: SceneDepth,
  { scene, pixels: { grid } }: DepthTask,
): SceneLayers {
  const { left, right } = at(Infinity).footprint(scene.hfov, depth, grid);
  const view = {
    geometry,
    hfov: scene.hfov,
    pitch: grid.pitch,
    samplesPerPixel: depth.columns / (right - left),
  };
  const key = JSON.stringify(view);
  const known = cut.get(depth);
  if (known?.key === key) return known.layers;
  const layers = sceneLayers(depth, view);
  cut.set(depth, { key, layers });
  return layers;
}

/** Layers that have any sample, ascending. */
function usedLayers({ levels, places, hidden }: SceneLayers): number[] {
  const used = new Set<number>();
  for (const one of [places, hidden.places])
    for (const place of one)
      if (!Number.isNaN(place)) {
        used.add(Math.floor(place));
        used.add(Math.ceil(place));
      }
  return levels.blurs.flatMap((_, layer) => (used.has(layer) ? [layer] : []));
}

/** Facts of all layers as those of one picture. */
function mergedFacts(facts: readonly FormingFacts[]): FormingFacts {
  const traced = facts.filter(({ tables }) => tables === 'traced');
  const milliseconds = traced.reduce((sum, one) => sum + (one.tracedMilliseconds ?? 0), 0);
  const { tracedMilliseconds: _, ...first } = facts.reduce((a, b) =>
    b.kernelSamples > a.kernelSamples ? b : a,
  );
  return {
    ...first,
    tables: traced.length > 0 ? 'traced' : 'cached',
    ...(milliseconds > 0 && { tracedMilliseconds: milliseconds }),
    lostShare: facts.reduce((most, { lostShare }) => Math.max(most, lostShare), 0),
  };
}

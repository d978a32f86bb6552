import { setImmediate } from 'node:timers/promises';
import type { DataImage, Dataset } from '@lumenloom/datasets';
import {
  labelView,
  withWorld,
  type Annotation,
  type Host,
  type LabelView,
  type PixelMap,
  type RgbImage,
  type SimulationPlan,
} from '@lumenloom/engine';
import { openedWorld } from '@lumenloom/node-host';
import {
  LitWorld,
  cameraOf,
  labelledPicture,
  linearRgb,
  renderPicture,
  shownPicture,
  worldLabels,
  type WorldLight,
} from '@lumenloom/world';
import { isPhotographed, labelsOfWorld, viewOfScene } from '../../worlds/photographed-world.ts';
import type { Worldset } from '../../worlds/read-worldset.ts';
import { pictureName } from '../../worlds/set-names.ts';
import { worldBefore } from '../../worlds/worlds-in-front.ts';
import type { Setup } from '../../plan/plan-evaluation.ts';

/** The worlds of a set in front of cameras. */
export interface Worlds {
  /** A setup with the world of a picture in front of it. */
  readonly before: (setup: Setup, image: DataImage) => Promise<Setup>;
  /** A plan whose world is rendered, and the plan that it is held to. */
  readonly rendered: (
    plan: SimulationPlan,
    host: Host,
    stopped: () => boolean,
  ) => Promise<SimulationPlan>;
  /** What the camera of a rendered plan sees: labels, and where its pixels lie in pictures. */
  readonly seenBy: (plan: SimulationPlan, image: DataImage) => Promise<SeenWorld>;
}

/** What a camera sees of a world. */
export interface SeenWorld {
  readonly annotations: readonly WorldAnnotation[];
  /** m, 0 where nothing stands: of the rendering. */
  readonly depth: PixelMap<Float32Array>;
  /** Of the sensor onto the rendering, and onto the picture of the world's own camera. */
  readonly views: { readonly rendering: LabelView; readonly source: LabelView };
}

export type WorldAnnotation = Annotation & { readonly visibleShare: number };

/** What a network is scored by: distances or boxes. */
type WorldTask = 'detection' | 'depth';

/** A picture of a world through its own pinhole, with its truth. */
interface Source {
  readonly picture: RgbImage;
  readonly annotations: readonly Annotation[];
  readonly depth: PixelMap<Float32Array>;
}

/** Paths of each pixel of the picture of a world's own camera. */
const USUAL_SAMPLES = 64;
const RADIANS = Math.PI / 180;

/**
 * Opens a set of worlds as a data set: its pictures are those of the worlds' own camera, the
 * renderings, which are computed when they are asked for.
 *
 * @throws SimulationError for a world that is wrong.
 */
export async function openWorlds(
  worldset: Worldset,
  task: WorldTask,
  minVisible: number,
): Promise<{ readonly dataset: Omit<Dataset, 'check'>; readonly worlds: Worlds }> {
  const { set } = worldset;
  const first = await worldOf(worldset, 0, minVisible);
  const { columns: width, rows: height, hfovDegrees } = cameraIn(first.light);
  const names = labelsOf(worldset);
  const categories = names.map((name, at) => ({ id: at + 1, name }));
  const sources = new WeakMap<DataImage, Promise<Source>>();
  const sourceOf = (image: DataImage, stopped: () => boolean): Promise<Source> => {
    const known =
      sources.get(image) ??
      rendering(worldset, image, { names, minVisible, width, height, stopped });
    sources.set(image, known);
    return known;
  };
  const never = (): boolean => false;
  return {
    dataset: {
      format: 'worlds',
      task,
      name: set.name,
      origin: { source: '', licence: '' },
      categories,
      ignoredClasses: [],
      images: Array.from({ length: set.count }, (_, index) => ({
        id: index + 1,
        name: `${pictureName(index)}.png`,
        width,
        height,
      })),
      split: undefined,
      notes: [],
      conditions: new Map(),
      troubles: async function* () {},
      hasFile: () => true,
      readBytes: () => Promise.reject(new Error('a world is no file')),
      readPicture: async (image, stopped = never) => (await sourceOf(image, stopped)).picture,
      annotationsOf: async (image) => (await sourceOf(image, never)).annotations,
      classOf: () => undefined,
      mapNameOf: () => undefined,
      truthOf: async (image) => (await sourceOf(image, never)).depth,
      close: async () => {},
    },
    worlds: {
      before: (setup, image) => setupBefore(worldset, setup, image, minVisible),
      rendered,
      seenBy: async (plan, image) => seenBy(plan, image, { names, hfov: hfovDegrees * RADIANS }),
    },
  };
}

const indexOf = ({ id }: DataImage): number => id - 1;

/** A world as its own camera sees it, without a recipe. */
async function worldOf(
  worldset: Worldset,
  index: number,
  minVisible: number,
): Promise<{ readonly light: WorldLight; readonly seed: number }> {
  const { recipe, own } = await worldBefore(worldset, { recipe: {}, own: {} }, index, {
    minVisible,
  });
  const { worldFolder: folder } = own;
  const { world: document, worldParams } = recipe as {
    readonly world: object;
    readonly worldParams: { readonly seed: number };
  };
  const light = await openedWorld({ document, ...(folder !== undefined && { folder }) });
  return { light, seed: worldParams.seed };
}

function cameraIn(light: WorldLight) {
  const lit = new LitWorld(light);
  return cameraOf(lit.light.world, lit.posed.poses);
}

/** Labels of a world and of its choices, in the order of their first use. */
function labelsOf({ set, base }: Worldset): readonly string[] {
  const { objects = [] } = base.document as {
    readonly objects?: readonly { readonly label?: unknown }[];
  };
  const drawn = set.vary.flatMap(({ path, choice }) =>
    /^objects\..*\.label$/.test(path) ? (choice ?? []) : [],
  );
  const all = [...objects.map(({ label }) => label), ...drawn];
  return [...new Set(all.filter((label) => typeof label === 'string'))];
}

async function setupBefore(
  worldset: Worldset,
  setup: Setup,
  image: DataImage,
  minVisible: number,
): Promise<Setup> {
  const { worldChanges: changes, fixed = [], held } = setup;
  const how = { changes, fixed, minVisible };
  const { recipe, own } = await worldBefore(worldset, setup, indexOf(image), how);
  const base = held && (await worldBefore(worldset, held.base, indexOf(image), how));
  return {
    ...setup,
    recipe,
    own,
    ...(held && base && { held: { ...held, base: { recipe: base.recipe, own: base.own } } }),
  };
}

async function rendered(
  plan: SimulationPlan,
  host: Host,
  stopped: () => boolean,
): Promise<SimulationPlan> {
  const watch = { stopped, progress: () => undefined };
  const { held } = plan;
  const whole = await withWorld(plan, host, watch);
  return held
    ? { ...whole, held: { ...held, base: await withWorld(held.base, host, watch) } }
    : whole;
}

/** The identifiers of objects, and their categories, in place of numbers in a picture. */
function asAnnotations(
  { annotations, categories }: ReturnType<typeof worldLabels>,
  { world }: WorldLight,
  { names, image }: { readonly names: readonly string[]; readonly image: DataImage },
): readonly WorldAnnotation[] {
  const labels = new Map(categories.map(({ id, name }) => [id, name]));
  const firsts = new Map(world.objects.map(({ id, keys }) => [keys.name, id]));
  return annotations.map(
    ({ bbox, area, segmentation, iscrowd, visibleShare, category_id, object, instance }) => ({
      id: firsts.get(object)! + instance,
      image_id: image.id,
      category_id: names.indexOf(labels.get(category_id)!) + 1,
      bbox: bbox as unknown as Annotation['bbox'],
      area,
      segmentation,
      iscrowd: iscrowd as 0 | 1,
      visibleShare,
    }),
  );
}

async function seenBy(
  plan: SimulationPlan,
  image: DataImage,
  { names, hfov }: { readonly names: readonly string[]; readonly hfov: number },
): Promise<SeenWorld> {
  if (!isPhotographed(plan)) throw new Error('the world of a camera is not rendered');
  const { optics, grid, world } = plan;
  const { view, depth } = world.rendered;
  const size = { rows: view.rows, columns: view.columns };
  return {
    annotations: asAnnotations(await labelsOfWorld(plan, image.name), await openedWorld(world), {
      names,
      image,
    }),
    depth: { ...size, values: knownDepth(depth) },
    views: {
      rendering: await viewOfScene(plan, size),
      source: await labelView({ optics, grid, hfov }, { rows: image.height, columns: image.width }),
    },
  };
}

/** The picture of a world's own camera. */
async function rendering(
  worldset: Worldset,
  image: DataImage,
  {
    names,
    minVisible,
    width,
    height,
    stopped,
  }: {
    readonly names: readonly string[];
    readonly minVisible: number;
    readonly width: number;
    readonly height: number;
    readonly stopped: () => boolean;
  },
): Promise<Source> {
  const { light, seed } = await worldOf(worldset, indexOf(image), minVisible);
  const lit = new LitWorld(light);
  const sizes = { columns: width, rows: height };
  const camera = cameraOf(light.world, lit.posed.poses, sizes);
  const { samples = USUAL_SAMPLES } = light.world.document.render ?? {};
  const picture = await renderPicture(lit, camera, {
    ...{ samples, seed, rate: 1, groups: false },
    stopped,
    pause: () => setImmediate(),
    reach: () => undefined,
  });
  const rgb = linearRgb(picture.radiance[0]!, width * height);
  const labels = worldLabels(lit, labelledPicture(camera, picture), image.name);
  return {
    picture: { ...sizes, rgb: shownPicture(rgb, picture.luminance) },
    annotations: asAnnotations(labels, light, { names, image }),
    depth: { ...sizes, values: knownDepth(picture.depth) },
  };
}

/** 0 where nothing stands. */
const knownDepth = (depth: Float32Array): Float32Array =>
  depth.map((metres) => (Number.isFinite(metres) ? metres : 0));

import { messages } from '@lumenloom/contract';
import { MOST_SOURCE_NOISE, pictureNoise, type DataImage } from '@lumenloom/datasets';
import {
  exposureOfPlan,
  heldPlan,
  isBeyondPicture,
  labelView,
  labelsThroughLens,
  leastSampling,
  loadOnce,
  meteredSeconds,
  pictureOfParts,
  SimulationError,
  stageMemory,
  toRgb,
  type Annotation,
  type Finding,
  type LabelView,
  type RgbImage,
  type SimulationPlan,
} from '@lumenloom/engine';
import { readSceneFile } from '@lumenloom/node-host';
import type { Bench, Labels, Shown } from './bench.ts';
import { planFor, setupFor, type OwnScene, type Setup } from '../../plan/plan-evaluation.ts';
import { fieldShare, type Size, type TruthObject } from './objects.ts';
import type { PictureLine, Truth } from './picture-lines.ts';
import { effective, partsOf, subsetsFor, WHOLE, type Subset } from './rungs.ts';
import { EVALUATED, keptOf, type Found } from './tasks/list.ts';
import { sourceAreaOf } from './tasks/source-area.ts';

/** Weak results count when precision is drawn over recall. */
const SCORING = { threshold: 'scoring' } as const;
/** Room for the stages of one picture, which its cameras and rungs share, bytes. */
const PICTURE_MEMORY = 2 ** 31;
/** From this score on a finding stands for truth where nobody has labelled the pictures. */
const DRAWN = 0.25;
/** Below so many source pixels per pixel of the sensor a picture limits what a camera can show. */
const LEAST_SAMPLING = 2;

/**
 * Evaluates one picture: the network on the picture itself, and through every camera, condition and
 * rung.
 *
 * @returns a line for the source, then one for each setup in their order.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function evaluatePicture(
  bench: Bench,
  { image, setups }: { readonly image: DataImage; readonly setups: readonly Setup[] },
  stopped: () => boolean,
): Promise<readonly PictureLine[]> {
  const { dataset, network } = bench;
  const about = { image: image.name, camera: null, condition: '' };
  const attempt = async (
    line: Pick<PictureLine, 'image' | 'camera' | 'condition'>,
    make: () => Promise<PictureLine>,
  ): Promise<PictureLine> => {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof SimulationError) || error.code === 'cancelled') throw error;
      return { ...line, status: 'failed', message: error.message };
    }
  };
  let labels: Labels | undefined;
  let noise = 0;
  const memory = stageMemory(PICTURE_MEMORY);
  const host = { ...bench.host, memory };
  let first: FirstPicture | undefined;
  let isRead = false;
  const source = await attempt(about, async () => {
    const picture = await dataset.readPicture(image, stopped);
    isRead = true;
    const finds = network.find(picture, { stopped }, SCORING);
    // The network is a process of its own: the first camera works in the meantime.
    const [finding] = await Promise.all([
      finds,
      firstPicture({ ...bench, host }, image, setups[0], stopped).then(
        (made) => (first = made),
        () => undefined,
      ),
    ]);
    labels = await labelsOf(bench, image, picture, finding);
    noise = noiseOf(picture);
    return {
      ...about,
      status: 'done',
      width: picture.columns,
      height: picture.rows,
      truth: truthOf(
        bench,
        labels.annotations.map((one) => truthObject(bench, one, one.area, picture)),
      ),
      found: { [WHOLE]: foundIn(bench, finding, labels, { picture, view: undefined }) },
      warnings: [],
    };
  });
  const lines = [source];
  if (source.status === 'failed' || !labels)
    return [{ camera: null, condition: '' }, ...setups].map(
      ({ camera, condition }): PictureLine => ({
        image: image.name,
        camera,
        condition,
        status: 'failed',
        ...(!isRead && { isUnread: true }),
        message: source.status === 'failed' ? source.message : 'it has no labels.',
      }),
    );
  const sourceLabels = labels;
  for (const setup of setups) {
    const { camera, condition } = setup;
    lines.push(
      await attempt({ image: image.name, camera, condition }, async () => {
        const scene = first ? first.scene : await sceneOf(bench, image);
        const whole = setup === setups[0] ? first?.picture : undefined;
        return throughCamera(
          { ...bench, host },
          image,
          { scene, whole, labels: sourceLabels, noise, setup },
          stopped,
        );
      }),
    );
  }
  return lines;
}

interface FirstPicture {
  readonly scene: OwnScene | undefined;
  /** Of the whole camera. */
  readonly picture: RgbImage;
}

/** The picture of the first camera; what is wrong with it is said when it is wanted. */
async function firstPicture(
  bench: Bench,
  image: DataImage,
  setup: Setup | undefined,
  stopped: () => boolean,
): Promise<FirstPicture | undefined> {
  if (!setup) return undefined;
  const scene = await sceneOf(bench, image);
  const plan = await planOf(bench, setup, scene, image, stopped);
  const parts = partsOf(effective(WHOLE, plan));
  return { scene, picture: await pictureInTime(bench, plan, parts, stopped) };
}

/** A picture of some parts of a camera. @throws SimulationError where it takes too long. */
const pictureInTime = (
  bench: Bench,
  plan: SimulationPlan,
  parts: Parameters<typeof pictureOfParts>[1],
  stopped: () => boolean,
): Promise<RgbImage> =>
  inTime(bench, stopped, async (isOver) =>
    toRgb(await pictureOfParts(plan, parts, bench.host, isOver)),
  );

/** Computes until it is stopped. @throws SimulationError where it takes too long. */
async function inTime<Value>(
  { evaluation: { maximumSeconds = Infinity } }: Bench,
  stopped: () => boolean,
  compute: (isOver: () => boolean) => Promise<Value>,
): Promise<Value> {
  const end = performance.now() + 1000 * maximumSeconds;
  const isLate = (): boolean => performance.now() > end;
  try {
    return await compute(() => stopped() || isLate());
  } catch (error) {
    const isCancelled = error instanceof SimulationError && error.code === 'cancelled';
    if (!isCancelled || stopped()) throw error;
    throw new SimulationError('bad-parameter', messages.outOfTime(maximumSeconds));
  }
}

/** Codes. */
const noiseOf = ({ rgb, ...size }: RgbImage): number => pictureNoise(rgb, { ...size, channels: 3 });

/**
 * The plan of a setup for a picture, with what it holds in place: the meter decides once for each
 * picture.
 *
 * @throws SimulationError where it cannot be computed.
 */
export async function planOf(
  bench: Bench,
  setup: Setup,
  scene: OwnScene | undefined,
  image: DataImage,
  stopped: () => boolean,
): Promise<SimulationPlan> {
  const { evaluation, dataset, worlds, host, metered } = bench;
  const { name } = image;
  const { luminance } = dataset.conditions.get(name) ?? {};
  const shown = worlds ? await worlds.before(setup, image) : setupFor(evaluation, setup, luminance);
  const planned = planFor(evaluation, shown, scene, name);
  const plan = worlds
    ? await inTime(bench, stopped, (isOver) => worlds.rendered(planned, host, isOver))
    : planned;
  return heldPlan(plan, host, (base) =>
    loadOnce(metered, JSON.stringify([name, setup.seed, setup.held?.base.recipe]), () =>
      meteredSeconds(base, host, stopped),
    ),
  );
}

/** A picture of a data set as a scene; undefined where it is a world, which a recipe has. */
export const sceneOf = async (
  { dataset, worlds }: Bench,
  image: DataImage,
): Promise<OwnScene | undefined> =>
  worlds ? undefined : (await readSceneFile(await dataset.readBytes(image), image.name, {})).scene;

async function labelsOf(
  { dataset, network, categoryOf }: Bench,
  image: DataImage,
  picture: RgbImage,
  finding: Finding,
): Promise<Labels> {
  const { truth } = EVALUATED[network.descriptor.task];
  const isUnlabelled = dataset.task === 'none';
  return {
    annotations:
      truth === 'map' || (truth === 'class' && dataset.task === 'classification')
        ? []
        : isUnlabelled
          ? findingsAsTruth(finding, categoryOf, image)
          : await dataset.annotationsOf(image),
    category: dataset.classOf(image),
    map: truth === 'map' ? await mapOf(dataset, image, picture) : undefined,
  };
}

async function mapOf(dataset: Bench['dataset'], image: DataImage, { rows, columns }: RgbImage) {
  const map = (await dataset.truthOf(image)) ?? noDefects(dataset, { rows, columns });
  if (!map) throw new SimulationError('bad-parameter', `${image.name} has no map of its truth.`);
  if (map.rows * columns !== map.columns * rows)
    throw new SimulationError(
      'bad-parameter',
      `The map of ${image.name} is ${map.columns} × ${map.rows}, which is not the shape of its picture of ${columns} × ${rows}.`,
    );
  return map;
}

/** The mask of a picture that has none because nothing is wrong with it. */
const noDefects = ({ task }: Bench['dataset'], { rows, columns }: Size) =>
  task === 'anomaly' ? { rows, columns, values: new Uint8Array(rows * columns) } : undefined;

const findingsAsTruth = (
  finding: Finding,
  categoryOf: Bench['categoryOf'],
  image: DataImage,
): readonly Annotation[] =>
  finding.kind !== 'boxes'
    ? []
    : finding.boxes
        .filter(({ score, label }) => score >= DRAWN && categoryOf[label] !== undefined)
        .map(({ box, label }, at) => ({
          id: at + 1,
          image_id: image.id,
          category_id: categoryOf[label]!,
          bbox: box,
          area: box[2] * box[3],
          iscrowd: 0 as const,
        }));

const truthOf = ({ network }: Bench, objects: readonly TruthObject[]): Truth => {
  const { task } = network.descriptor;
  return EVALUATED[task].truth === 'objects' ? { task, objects } : { task };
};

const truthObject = (
  { network }: Bench,
  annotation: Annotation,
  sourceArea: number,
  size: Size,
): TruthObject => {
  const { id, category_id, bbox, area, iscrowd, segmentation } = annotation;
  return {
    id,
    category_id,
    bbox,
    area,
    iscrowd,
    sourceArea,
    ...(segmentation && { segmentation }),
    ...EVALUATED[network.descriptor.task].truthOf?.(annotation),
    fieldShare: fieldShare(bbox, size),
  };
};

/** What a network found, in the categories of the data set. */
const foundIn = (bench: Bench, finding: Finding, labels: Labels, shown: Shown): Found =>
  keptOf(bench.network.descriptor.task, finding, { bench, labels, shown });

interface Shot {
  readonly scene: OwnScene | undefined;
  /** The picture of the whole camera where it is there already. */
  readonly whole: RgbImage | undefined;
  readonly labels: Labels;
  /** Of the source picture, codes. */
  readonly noise: number;
  readonly setup: Setup;
}

async function throughCamera(
  bench: Bench,
  image: DataImage,
  { scene, whole, labels, noise, setup }: Shot,
  stopped: () => boolean,
): Promise<PictureLine> {
  const { document } = bench.evaluation;
  const { camera, condition } = setup;
  const plan = await planOf(bench, setup, scene, image, stopped);
  const { view, truth, truthBefore } = await seenThrough(bench, plan, { image, scene, labels });
  let objects: readonly TruthObject[] | undefined;
  const found: Record<Subset, Found> = {};
  const known = new Map<Subset, Found>();
  let cameraNoise = Infinity;
  for (const subset of subsetsFor(setup.hasLadder ?? document.ladder)) {
    const same = effective(subset, plan);
    let one = known.get(same);
    if (!one) {
      const isWhole = same === effective(WHOLE, plan);
      const picture =
        (isWhole ? whole : undefined) ?? (await pictureInTime(bench, plan, partsOf(same), stopped));
      const finds = bench.network.find(picture, { stopped }, SCORING);
      if (isWhole) cameraNoise = noiseOf(picture);
      objects ??= truth();
      one = foundIn(bench, await finds, truthBefore, { picture, view });
      known.set(same, one);
    }
    found[subset] = one;
  }
  const exposure = await exposureOfPlan(plan, bench.host, stopped);
  return {
    image: image.name,
    camera,
    condition,
    status: 'done',
    ...(exposure && { exposure }),
    width: plan.grid.columns,
    height: plan.grid.rows,
    truth: truthOf(bench, objects ?? truth()),
    found,
    warnings: bench.worlds ? [] : sourceWarnings(view, noise, cameraNoise),
  };
}

/** What limits a camera that photographs pictures. */
function sourceWarnings(view: LabelView, noise: number, cameraNoise: number): readonly string[] {
  const sampling = leastSampling(view);
  return [
    ...(sampling !== undefined && sampling < LEAST_SAMPLING ? ['sampling'] : []),
    ...(isBeyondPicture(view) ? ['rim'] : []),
    ...(noise > MOST_SOURCE_NOISE * cameraNoise ? ['noise'] : []),
  ];
}

interface SeenThrough {
  readonly view: LabelView;
  /** The objects in the picture; pictures are moved while the network looks at the first one. */
  readonly truth: () => readonly TruthObject[];
  /** What is in front of the camera. */
  readonly truthBefore: Labels;
}

/** The truth of what a camera sees: the moved labels of a picture, or those of a world. */
async function seenThrough(
  bench: Bench,
  plan: SimulationPlan,
  { image, scene, labels }: Pick<Shot, 'scene' | 'labels'> & { readonly image: DataImage },
): Promise<SeenThrough> {
  const sourceAreas = new Map(labels.annotations.map(({ id, area }) => [id, area]));
  if (bench.worlds) {
    const { annotations, depth, views } = await bench.worlds.seenBy(plan, image);
    const isMap = EVALUATED[bench.network.descriptor.task].truth === 'map';
    return {
      view: isMap ? views.rendering : views.source,
      truth: () =>
        annotations.map(({ visibleShare, ...own }) => {
          const area = sourceAreas.get(own.id) ?? sourceAreaOf(own.bbox, views.source);
          return { ...truthObject(bench, own, area, plan.grid), visibleShare };
        }),
      truthBefore: isMap ? { ...labels, map: depth } : labels,
    };
  }
  const { minVisible } = bench.evaluation.document.score;
  const view = await labelView(
    { optics: plan.optics, grid: plan.grid, hfov: plan.scene.parameters.hfov },
    scene!.data,
  );
  return {
    view,
    truth: () =>
      labelsThroughLens(view, labels.annotations, { minVisible }).map(
        ({ visibleShare, labelIou, ...warped }) => ({
          ...truthObject(bench, warped, sourceAreas.get(warped.id)!, plan.grid),
          visibleShare,
          ...(labelIou !== undefined && { labelIou }),
        }),
      ),
    truthBefore: labels,
  };
}

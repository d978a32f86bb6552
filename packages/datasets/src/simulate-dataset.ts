import { createHash } from 'node:crypto';
import {
  VERSION,
  labelView,
  labelsThroughLens,
  leastSampling,
  mapThroughLens,
  medianOf,
  type LabelView,
  type SimulationPlan,
  type WarpedAnnotation,
} from '@lumenloom/engine';
import { endTogether, THREAD_ARGUMENTS } from '@lumenloom/node-host';
import { Piscina } from 'piscina';
import type { Dataset, DataImage } from './dataset.ts';
import { MOST_SOURCE_NOISE } from './picture-noise.ts';
import type { PictureResult, PictureTask } from './picture-worker.ts';
import {
  DATASET_FILE,
  openSimulation,
  type PictureOutcome,
  type SimulationFolder,
} from './simulation-folder.ts';
import type { TruthMap } from './truth-map.ts';
import {
  cocoText,
  isOnePolygon,
  writtenMap,
  writtenPaths,
  yoloConfiguration,
  yoloPath,
  yoloText,
  type LabelFormat,
  type WrittenPicture,
} from './written-labels.ts';

/** The camera, and how its pictures get their noise. */
export interface DatasetCamera {
  /** Its scene gives the angle that a picture fills; the pixels are those of each picture. */
  readonly plan: SimulationPlan;
  /** Written beside the set. */
  readonly recipe: unknown;
  /** Seed of the noise of a picture, by its name. */
  readonly seedOf: (name: string) => number;
}

export interface SimulationOptions {
  readonly folder: string;
  /** Of labels with boxes; other labels keep their format. */
  readonly format: LabelFormat;
  /** Only the first so many; all without it. */
  readonly most?: number | undefined;
  /** Writes no pictures. */
  readonly labelsOnly: boolean;
  /** Share of an object below which it is a crowd, 0 to 1. */
  readonly minVisible: number;
  /** Pictures at the same time. */
  readonly jobs: number;
  /** Name of the GPU that computes them; absent: the processor does. */
  readonly device?: string | undefined;
  readonly resume: boolean;
  readonly signal: AbortSignal;
  /** Called for each picture when it ends. */
  readonly ended: (outcome: PictureOutcome) => void;
}

/** How the simulation of a data set ended. */
export interface SimulatedDataset {
  readonly images: number;
  readonly annotations: number;
  /** Labels that are no longer in their pictures. */
  readonly gone: number;
  readonly failed: readonly { readonly name: string; readonly problem: string }[];
  readonly warnings: readonly string[];
}

/** Source pixels per sensor pixel below which the source limits the sharpness. */
const LEAST_SAMPLING = 2;

/**
 * Photographs the pictures of a data set and writes them with their labels. The bytes do not depend
 * on the number of jobs, nor on how often it was interrupted.
 *
 * @returns undefined when it was stopped before the end.
 * @throws SimulationError when the folder has another set, or has one and is not resumed.
 * @see docs/reference/vision.md#simulated-sets.
 */
export async function simulateDataset(
  dataset: Dataset,
  camera: DatasetCamera,
  options: SimulationOptions,
): Promise<SimulatedDataset | undefined> {
  const { folder: path, format, labelsOnly, minVisible, device, resume, signal } = options;
  const images = dataset.images.slice(0, options.most);
  const made = {
    version: VERSION,
    source: dataset.name,
    pictures: createHash('sha256')
      .update(JSON.stringify(images.map(({ name }) => name)))
      .digest('hex'),
    recipe: camera.recipe,
    options: {
      format: dataset.task === 'detection' ? format : dataset.format,
      minVisible,
      labelsOnly,
    },
    ...(device !== undefined && { device }),
  };
  const folder = await openSimulation(path, made, resume);
  const paths = writtenPaths(dataset);
  if (!labelsOnly && !folder.isComplete)
    await photograph(dataset, { images, paths, folder }, camera, options);
  if (signal.aborted) return undefined;
  const failed = images.flatMap(({ name, width }) => {
    const problem =
      folder.outcomes.get(name)?.problem ?? (width === 0 ? `${name} cannot be read.` : undefined);
    return problem === undefined ? [] : [{ name, problem }];
  });
  const failedNames = new Set(failed.map(({ name }) => name));
  const kept = images.filter(({ name }) => !failedNames.has(name));
  const views = await viewsOf(kept, camera.plan);
  const { pictures, gone } = await warpLabels(dataset, kept, { views, paths, minVisible });
  const result: SimulatedDataset = {
    images: kept.length,
    annotations: pictures.reduce((sum, { annotations }) => sum + annotations.length, 0),
    gone,
    failed,
    warnings: [
      ...samplingWarnings(views),
      ...noiseWarnings(kept.flatMap(({ name }) => folder.outcomes.get(name) ?? [])),
    ],
  };
  if (folder.isComplete) return result;
  await writeLabels(dataset, { pictures, folder, views }, camera, format);
  await folder.write('recipe.json', `${JSON.stringify(camera.recipe, undefined, 2)}\n`);
  const seeds = kept.map(({ id, name }) => ({
    id,
    name,
    file: paths.get(name)!,
    seed: camera.seedOf(name),
  }));
  const description = { ...made, origin: dataset.origin, ...result, images: seeds };
  await folder.write(DATASET_FILE, `${JSON.stringify(description, undefined, 1)}\n`);
  await folder.finish();
  return result;
}

interface Photographs {
  readonly images: readonly DataImage[];
  /** Of the written pictures, by the names of the source. */
  readonly paths: ReadonlyMap<string, string>;
  readonly folder: SimulationFolder;
}

/**
 * The compiled program, because threads run JavaScript, even where this file runs as TypeScript
 * from src.
 */
const workerFile = new URL('../dist/picture-worker.js', import.meta.url).href;

/** Computes the pictures that are still missing, on threads. */
async function photograph(
  dataset: Dataset,
  { images, paths, folder }: Photographs,
  { plan, seedOf }: DatasetCamera,
  { jobs, device, signal, ended }: SimulationOptions,
): Promise<void> {
  const left = images.filter(({ name }) => !folder.outcomes.has(name));
  if (left.length === 0) return;
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => {
    Atomics.store(stopFlag, 0, 1);
  };
  signal.addEventListener('abort', stop, { once: true });
  const threads = Math.min(jobs, left.length);
  const pool = new Piscina<PictureTask, PictureResult>({
    filename: workerFile,
    minThreads: threads,
    maxThreads: threads,
    workerData: device === undefined ? 'cpu' : 'webgpu',
    atomics: 'disabled',
    execArgv: [...THREAD_ARGUMENTS],
  });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < left.length && !signal.aborted) {
      const image = left[next]!;
      next += 1;
      const { name } = image;
      const result = await photographOf(pool, dataset, image, {
        plan: { ...plan, seeds: { ...plan.seeds, temporal: seedOf(name) } },
        stopFlag,
      });
      if (result.status === 'stopped') return;
      if (result.status === 'done') await folder.write(paths.get(name)!, result.png);
      const outcome: PictureOutcome =
        result.status === 'done'
          ? { name, noise: result.noise }
          : { name, problem: result.message };
      await folder.add(outcome);
      ended(outcome);
    }
  };
  try {
    await endTogether(Array.from({ length: threads }, work), stop);
  } finally {
    signal.removeEventListener('abort', stop);
    await pool.destroy();
  }
}

async function photographOf(
  pool: Piscina<PictureTask, PictureResult>,
  dataset: Dataset,
  image: DataImage,
  task: Pick<PictureTask, 'plan' | 'stopFlag'>,
): Promise<PictureResult> {
  try {
    const bytes = await dataset.readBytes(image);
    return await pool.run({ ...task, image, bytes });
  } catch (error) {
    return { status: 'failed', message: (error as Error).message };
  }
}

type Views = ReadonlyMap<string, LabelView>;
const sizeKey = ({ width, height }: DataImage): string => `${width} x ${height}`;

/** How the camera sees pictures of each size. */
async function viewsOf(
  images: readonly DataImage[],
  { optics, grid, scene }: SimulationPlan,
): Promise<Views> {
  const views = new Map<string, LabelView>();
  for (const image of images)
    if (!views.has(sizeKey(image)))
      views.set(
        sizeKey(image),
        await labelView(
          { optics, grid, hfov: scene.parameters.hfov },
          { rows: image.height, columns: image.width },
        ),
      );
  return views;
}

async function warpLabels(
  dataset: Dataset,
  images: readonly DataImage[],
  { views, paths, minVisible }: { views: Views; paths: Photographs['paths']; minVisible: number },
): Promise<{ readonly pictures: readonly WrittenPicture[]; readonly gone: number }> {
  let gone = 0;
  const pictures: WrittenPicture[] = [];
  for (const image of images) {
    const labels = dataset.task === 'detection' ? await dataset.annotationsOf(image) : [];
    const annotations: readonly WarpedAnnotation[] = labelsThroughLens(
      views.get(sizeKey(image))!,
      labels,
      { minVisible },
    );
    gone += labels.length - annotations.length;
    pictures.push({ image, path: paths.get(image.name)!, annotations });
  }
  return { pictures, gone };
}

async function writeLabels(
  dataset: Dataset,
  {
    pictures,
    folder,
    views,
  }: { pictures: readonly WrittenPicture[]; folder: SimulationFolder; views: Views },
  { plan }: DatasetCamera,
  format: LabelFormat,
): Promise<void> {
  const { categories, origin } = dataset;
  const sensor = { width: plan.grid.columns, height: plan.grid.rows };
  if (dataset.task !== 'detection') {
    for (const { image } of pictures) {
      const [path, map] = [dataset.mapNameOf(image), await dataset.truthOf(image)];
      if (path === undefined || !map) continue;
      const warped = mapThroughLens<Float32Array | Uint8Array>(views.get(sizeKey(image))!, map);
      await folder.write(...(await writtenMap(dataset, path, warped as TruthMap)));
    }
    return;
  }
  if (format === 'coco') {
    await folder.write('annotations.json', cocoText(dataset, sensor, pictures));
    return;
  }
  const asPolygons = pictures.every(({ annotations }) => annotations.every(isOnePolygon));
  for (const { path, annotations } of pictures)
    await folder.write(yoloPath(path), yoloText(categories, sensor, annotations, asPolygons));
  await folder.write('data.yaml', yoloConfiguration(categories, origin.licence));
}

function samplingWarnings(views: Views): readonly string[] {
  const least = Math.min(...[...views.values()].map((view) => leastSampling(view) ?? Infinity));
  return least < LEAST_SAMPLING
    ? [
        `A pixel of the sensor shows ${least.toPrecision(3)} pixels of the source pictures; below ${LEAST_SAMPLING} their sharpness, not the camera's, may limit the result.`,
      ]
    : [];
}

function noiseWarnings(outcomes: readonly PictureOutcome[]): readonly string[] {
  const pairs = outcomes.flatMap(({ noise }) => (noise ? [noise] : []));
  const noisy = pairs.filter(([source, own]) => source > MOST_SOURCE_NOISE * own);
  return noisy.length === 0
    ? []
    : [
        `The source pictures have noise of their own: in ${noisy.length} of ${pairs.length} it is over a tenth of the simulated picture's (median ${medianOf(noisy.map(([source]) => source)).toPrecision(2)} against ${medianOf(noisy.map(([, own]) => own)).toPrecision(2)} of 255).`,
      ];
}

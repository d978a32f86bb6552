import type { SimulationPlan } from '@lumenloom/engine';
import { labels, type OwnParts } from '@lumenloom/contract';
import { algorithms, isObject } from '@lumenloom/engine/catalogue';
import {
  ModelFetcher,
  nodeHost,
  ownNetworks,
  readModelSettings,
  readingLimits,
  type Render,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import {
  FPN_SEED,
  DEVICE,
  NOISE,
  SEED,
  THREADS,
  choiceOption,
  exposureOption,
  noiseOption,
  seedOption,
} from '../arguments.ts';
import { planOf } from './read-recipe.ts';
import { withFieldOfView } from './scene/open-render.ts';

/** Options of a picture: how it is taken. */
export const pictureOptions = {
  seed: SEED,
  'fpn-seed': FPN_SEED,
  exposure: { value: 'SECONDS', says: 'Exposure time, instead of the meter.' },
  algorithm: {
    value: labels(algorithms).join('|'),
    says: 'Runs this network instead of the one in the recipe, with the files in MODELS_DIR (MODELS_FETCH=auto fetches them).',
  },
  noise: NOISE,
  quality: { value: 'normal|high', default: 'normal', says: 'Sampling of the optical image.' },
  offset: {
    value: 'COLUMNS,ROWS',
    says: 'Moves the sensor that many pixels right and down of the axis: a window of a larger one.',
  },
  threads: THREADS,
  device: DEVICE,
} as const;

type Values = Readonly<
  Record<
    Exclude<keyof typeof pictureOptions, 'threads' | 'device'> | 'network-file',
    string | undefined
  >
>;

/** How a picture is taken, from the options. */
export interface ShotValues {
  readonly seed: number | undefined;
  readonly fpnSeed: number | undefined;
  readonly exposureSeconds: number | undefined;
  readonly algorithm: string | undefined;
  readonly noise: boolean;
  readonly quality: 'normal' | 'high';
  /** Columns and rows. */
  readonly offset: readonly [number, number] | undefined;
}

/** @throws UsageError for a value that an option cannot have. */
export function readShot(values: Values): ShotValues {
  if (values.algorithm !== undefined && values['network-file'] !== undefined)
    throw new UsageError('--algorithm and --network-file both choose a network: leave one out.');
  return {
    seed: seedOption('seed', values.seed),
    fpnSeed: seedOption('fpn-seed', values['fpn-seed']),
    exposureSeconds: exposureOption(values.exposure),
    algorithm: values.algorithm,
    noise: noiseOption(values.noise),
    quality: choiceOption('quality', values.quality, ['normal', 'high'], 'normal'),
    offset: values.offset === undefined ? undefined : readOffset(values.offset),
  };
}

/** Largest offset of the sensor, pixels. */
const FARTHEST = 100_000;

/** Offset of the sensor from the axis: columns, rows. */
function readOffset(text: string): readonly [number, number] {
  const [columns = NaN, rows = NaN] = text
    .split(',')
    .map((part) => (/^-?\d+$/.test(part) ? Number(part) : NaN));
  if (
    text.split(',').length !== 2 ||
    !(Math.abs(columns) <= FARTHEST && Math.abs(rows) <= FARTHEST)
  )
    throw new UsageError(
      `--offset must be two whole numbers of pixels such as 300,-20, each at most ${FARTHEST}, not "${text.slice(0, 40)}".`,
    );
  return [columns, rows];
}

/**
 * The plan of a picture.
 *
 * @throws UsageError for a recipe that cannot be run.
 */
export function planPicture(
  recipe: unknown,
  { seed, fpnSeed, exposureSeconds, algorithm, noise, quality, offset }: ShotValues,
  {
    own,
    render,
    changes,
  }: {
    readonly own: OwnParts;
    readonly render: Render | undefined;
    /** Values of --set. */
    readonly changes?: readonly string[];
  },
): { readonly plan: SimulationPlan; readonly notes: readonly string[] } {
  const chosen = algorithm === undefined || !isObject(recipe) ? recipe : { ...recipe, algorithm };
  const { plan, notes } = planOf(
    withFieldOfView(chosen, render?.hfov),
    exposureSeconds,
    own,
    changes,
  );
  return {
    plan: {
      ...plan,
      ...(offset && { grid: { ...plan.grid, offset } }),
      noise,
      quality,
      seeds: {
        temporal: seed ?? plan.seeds.temporal,
        fixedPattern: fpnSeed ?? plan.seeds.fixedPattern,
      },
    },
    notes,
  };
}

/** The host of a command, with networks of strangers in a process of their own. */
export const pictureHost = (
  threads: number | undefined,
  env: NodeJS.ProcessEnv,
  stageMemoryBytes?: number,
): ReturnType<typeof nodeHost> => ({
  ...nodeHost(threads, readModelSettings(env), stageMemoryBytes),
  openNetwork: ownNetworks(readingLimits(env)),
});

/** Fetches the files of the plan's network where that is allowed. */
export async function fetchNetwork(
  { algorithm }: Pick<SimulationPlan, 'algorithm'>,
  env: NodeJS.ProcessEnv,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (typeof algorithm !== 'string') return;
  await new ModelFetcher(readModelSettings(env)).ensure(algorithms[algorithm].label, {
    signal,
    say: tell,
    progress: () => undefined,
  });
}

import {
  SimulationError,
  autofocused,
  simulate,
  withWorld,
  type SimulationPlan,
} from '@lumenloom/engine';
import { encodePng, nodeHost } from '@lumenloom/node-host';
import { Draws } from '@lumenloom/world';
import { workerData } from 'piscina';
import { planOfRecipe } from '../plan/plan-recipe.ts';
import type { Recipe } from '../plan/read-plan.ts';
import { depthOfWorld, isPhotographed, labelsOfWorld } from './photographed-world.ts';
import type { Worldset } from './read-worldset.ts';
import { pictureName } from './set-names.ts';
import { MIN_VISIBLE, worldBefore } from './worlds-in-front.ts';

/** A set with the camera of its pictures. */
export interface PhotographedSet {
  readonly worldset: Worldset;
  readonly recipe: Recipe;
}

/** One picture, as it reaches the thread. */
export interface SetTask {
  readonly index: number;
  /** Set to 1 to stop. */
  readonly stopFlag: Int32Array;
}

/** The files of a picture; undefined when it was stopped. */
export interface SetPicture {
  readonly png: Uint8Array;
  /** An .npy. */
  readonly depth: Uint8Array;
  readonly labels: Awaited<ReturnType<typeof labelsOfWorld>>;
}

/** Pictures fill the processor side by side, so each is computed on its own thread only. */
const host = nodeHost(1);
const { worldset, recipe } = workerData as PhotographedSet;

/** Photographs a world of the set. */
export default async function setWorker({
  index,
  stopFlag,
}: SetTask): Promise<SetPicture | undefined> {
  const stopped = (): boolean => Atomics.load(stopFlag, 0) === 1;
  try {
    const watch = { stopped, progress: () => undefined };
    const rendered = await withWorld(await planOf(index), host, watch);
    if (!isPhotographed(rendered))
      throw new SimulationError('bad-parameter', 'The recipe has no world.', 'recipe');
    const { image } = await simulate(rendered, host, {
      ...watch,
      log: () => undefined,
      stage: () => undefined,
      measures: false,
    });
    const focused = await autofocused(rendered, host);
    return {
      png: await encodePng(image),
      depth: await depthOfWorld(focused, host),
      labels: await labelsOfWorld(focused, `images/${pictureName(index)}.png`),
    };
  } catch (error) {
    if (error instanceof SimulationError && error.code === 'cancelled') return undefined;
    throw error;
  }
}

/** The plan of a picture, with what was drawn for its recipe. */
async function planOf(index: number): Promise<SimulationPlan> {
  const { set } = worldset;
  const how = { minVisible: MIN_VISIBLE };
  const before = await worldBefore(worldset, { recipe, own: {} }, index, how);
  const seed = new Draws(set.seed, index).seed(1);
  const decoded = planOfRecipe({ ...before.recipe, seed }, before.own);
  if (decoded.ok) return { ...decoded.value, algorithm: undefined };
  const { field, message } = decoded.problems[0]!;
  throw new SimulationError('bad-parameter', message, `recipe.${field}`);
}

import {
  startEngine,
  type NoResult,
  type OpenedStages,
  type PageEngine,
  type SpectraName,
} from '@lumenloom/browser-host';
import { engineFiles } from '../../kit/engine-files.ts';
import { hasOwnScene, ownFilesProblem, ownNames } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { derived, follow, writable, type Readable } from '../../model/store.ts';

/** Memory for results of stages, bytes: scene, light and irradiance of some recipes. */
const MEMORY_BYTES = 64e6;

/** The stages of a recipe. */
export interface RecipeStages {
  readonly recipe: Recipe;
  readonly opened: OpenedStages;
  /** The exact irradiance; undefined until it is known. */
  readonly irradiance: Float64Array | undefined;
}

/** The stages as the strip sees them. */
export interface StagesView {
  /** Stages of the recipe that is shown; while they are computed, of the recipe before. */
  readonly stages: RecipeStages | undefined;
  readonly isBusy: boolean;
  /** They are not of the picture that is shown. */
  readonly isOther: boolean;
  /** Why there are none. */
  readonly problem: string | undefined;
  /** Another worker computes them; undefined where that would not help. */
  readonly restart: (() => void) | undefined;
  /** Computes an array of all bands. @throws Error with the reason. */
  readonly save: (name: SpectraName) => Promise<Blob>;
}

/** An algorithm does not change the stages before it. */
const asked = (recipe: Recipe): Recipe => ({ ...recipe, algorithm: '' });

const problemOf = (answer: NoResult): string => {
  switch (answer.kind) {
    case 'refused':
      return answer.problems[0]!.message;
    case 'failed':
      return answer.message;
    default:
      return 'There are no stages.';
  }
};

/**
 * What the worker computes is given up for a newer recipe; after this time, ms, with the worker.
 */
const PATIENCE_MS = 3000;

/** The engine of the stages, which is started again where it does not stop for a newer recipe. */
function createEngine(signal: AbortSignal) {
  let engine: PageEngine | undefined;
  /** What was asked for last. */
  let pending: Promise<unknown> | undefined;
  const close = (): void => {
    engine?.close();
    engine = undefined;
    pending = undefined;
  };
  signal.addEventListener('abort', close, { once: true });
  return {
    close,
    stop: (): void => engine?.stop(),
    ask: <Given>(question: (engine: PageEngine) => Promise<Given>): Promise<Given> => {
      engine ??= startEngine({ ...engineFiles, memoryBytes: MEMORY_BYTES });
      const answer = question(engine);
      pending = answer;
      return answer;
    },
    /** Waits until nothing is computed any more. */
    free: async (): Promise<void> => {
      const before = pending;
      if (!before) return;
      engine?.stop();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          if (before === pending) close();
          resolve();
        }, PATIENCE_MS);
      });
      await Promise.race([before, late]);
      clearTimeout(timer);
    },
  };
}

/**
 * The arrays between the stages of a recipe, computed in workers of the page.
 *
 * @param recipe of the picture that is shown; undefined without one.
 * @param isWanted whether its stages are.
 * @param wantsIrradiance whether the exact irradiance is looked at; it takes a forming per band.
 */
export function createStagesStore(
  recipe: Readable<Recipe | undefined>,
  isWanted: Readable<boolean>,
  wantsIrradiance: Readable<boolean>,
  signal: AbortSignal,
): Readable<StagesView> {
  const none = { stages: undefined, isBusy: false, problem: undefined, hasFault: false };
  const state = writable<
    Pick<StagesView, 'stages' | 'isBusy' | 'problem'> & { readonly hasFault: boolean }
  >(none);
  const engine = createEngine(signal);
  /** What was asked for last, as text. */
  let last: string | undefined;

  const open = async (shownRecipe: Recipe): Promise<void> => {
    const question = JSON.stringify(asked(shownRecipe));
    if (question === last) return;
    last = question;
    if (hasOwnScene(shownRecipe)) {
      engine.stop();
      state.set(none);
      return;
    }
    state.set({ ...state.current(), isBusy: true });
    await engine.free();
    if (question !== last || signal.aborted) return;
    const answer = await engine.ask((one) => one.stages(asked(shownRecipe)));
    // Another recipe has been asked for meanwhile.
    if (question !== last) return;
    if (answer.kind === 'stages') {
      const stages = { recipe: shownRecipe, opened: answer, irradiance: undefined };
      state.set({ ...none, stages });
    } else {
      last = undefined;
      const hasFault = answer.kind === 'failed' && answer.isFault === true;
      if (hasFault) engine.close();
      state.set({ ...none, problem: problemOf(answer), hasFault });
    }
  };
  const openWanted = (): void => {
    const now = recipe.current();
    if (now && isWanted.current()) void open(now);
  };
  follow([recipe, isWanted], openWanted, signal);

  const sumUp = async ({ recipe: summedRecipe }: RecipeStages): Promise<void> => {
    const answer = await engine.ask((one) => one.irradiance(asked(summedRecipe)));
    const now = state.current();
    if (answer.kind !== 'irradiance' || now.stages?.recipe !== summedRecipe) return;
    state.set({ ...now, stages: { ...now.stages, irradiance: answer.irradiance } });
  };
  const toSumUp = derived([state, wantsIrradiance], () => {
    const { stages, isBusy } = state.current();
    return wantsIrradiance.current() && !isBusy && !stages?.irradiance ? stages : undefined;
  });
  follow(
    [toSumUp],
    () => {
      const stages = toSumUp.current();
      if (stages) void sumUp(stages);
    },
    signal,
  );

  const save = async (name: SpectraName): Promise<Blob> => {
    const { recipe: saved } = state.current().stages!;
    const answer = await engine.ask((one) => one.spectra(asked(saved), name));
    if (answer.kind === 'spectra') return answer.file;
    throw new Error(problemOf(answer));
  };
  // Names of own files arrive after the page.
  return derived([state, recipe, ownNames], () => {
    const now = recipe.current();
    const { stages, isBusy, problem, hasFault } = state.current();
    return {
      stages,
      isBusy,
      isOther: now !== undefined && stages !== undefined && isOther(stages.recipe, now),
      save,
      problem: (now && ownFilesProblem(asked(now))) ?? problem,
      restart: hasFault ? openWanted : undefined,
    };
  });
}

/** Whether two recipes ask for different stages. */
const isOther = (one: Recipe, other: Recipe): boolean =>
  one !== other && JSON.stringify(asked(one)) !== JSON.stringify(asked(other));

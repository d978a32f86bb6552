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
  /** Of the recipe that is shown, or while these are computed of the one before. */
  readonly stages: RecipeStages | undefined;
  readonly isBusy: boolean;
  /** Why there are none. */
  readonly problem: string | undefined;
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
 * The arrays between the stages of a recipe, computed in workers of the page.
 *
 * @param recipe undefined while none are wanted.
 * @param wantsIrradiance whether the exact irradiance is looked at; it takes a forming per band.
 */
export function createStagesStore(
  recipe: Readable<Recipe | undefined>,
  wantsIrradiance: Readable<boolean>,
  signal: AbortSignal,
): Readable<StagesView> {
  const state = writable<Omit<StagesView, 'save'>>({
    stages: undefined,
    isBusy: false,
    problem: undefined,
  });
  let engine: PageEngine | undefined;
  /** What was asked for last, as text. */
  let last: string | undefined;
  const started = (): PageEngine =>
    (engine ??= startEngine({ ...engineFiles, memoryBytes: MEMORY_BYTES }));
  signal.addEventListener(
    'abort',
    () => {
      engine?.close();
      engine = undefined;
    },
    { once: true },
  );

  const open = async (shownRecipe: Recipe): Promise<void> => {
    const question = JSON.stringify(asked(shownRecipe));
    if (question === last) return;
    last = question;
    if (hasOwnScene(shownRecipe)) {
      engine?.stop();
      state.set({ stages: undefined, isBusy: false, problem: undefined });
      return;
    }
    state.set({ ...state.current(), isBusy: true });
    started().stop();
    const answer = await started().stages(asked(shownRecipe));
    // Another recipe has been asked for meanwhile.
    if (question !== last || signal.aborted) return;
    if (answer.kind === 'stages') {
      const stages = { recipe: shownRecipe, opened: answer, irradiance: undefined };
      state.set({ stages, isBusy: false, problem: undefined });
    } else {
      last = undefined;
      state.set({ stages: undefined, isBusy: false, problem: problemOf(answer) });
    }
  };
  follow(
    [recipe],
    () => {
      const now = recipe.current();
      if (now) void open(now);
    },
    signal,
  );

  const sumUp = async ({ recipe: summedRecipe }: RecipeStages): Promise<void> => {
    const answer = await started().irradiance(asked(summedRecipe));
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
    const answer = await started().spectra(asked(state.current().stages!.recipe), name);
    if (answer.kind === 'spectra') return answer.file;
    throw new Error(problemOf(answer));
  };
  // Names of own files arrive after the page.
  return derived([state, recipe, ownNames], () => {
    const now = recipe.current();
    const { problem, ...rest } = state.current();
    return { ...rest, save, problem: (now && ownFilesProblem(asked(now))) ?? problem };
  });
}

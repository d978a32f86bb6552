/* oxlint-disable react/set-state-in-effect -- the engine answers later */
import {
  startEngine,
  type NoResult,
  type OpenedStages,
  type PageEngine,
  type SpectraName,
} from '@lumenloom/browser-host';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { engineFiles } from '../../kit/engine-files.ts';
import { hasOwnFiles, ownFilesProblem } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

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
export function useStages(recipe: Recipe | undefined, wantsIrradiance: boolean): StagesView {
  const [stages, setStages] = useState<RecipeStages>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const engine = useRef<PageEngine>(undefined);
  /** What was asked for last, as text. */
  const last = useRef<string>(undefined);

  const started = useCallback(
    (): PageEngine =>
      (engine.current ??= startEngine({ ...engineFiles, memoryBytes: MEMORY_BYTES })),
    [],
  );
  const open = useEffectEvent(async (shownRecipe: Recipe): Promise<void> => {
    const question = JSON.stringify(asked(shownRecipe));
    if (question === last.current) return;
    last.current = question;
    if (hasOwnFiles(shownRecipe)) {
      engine.current?.stop();
      setIsBusy(false);
      setStages(undefined);
      setProblem(undefined);
      return;
    }
    setIsBusy(true);
    started().stop();
    const answer = await started().stages(asked(shownRecipe));
    // Another recipe has been asked for meanwhile.
    if (question !== last.current) return;
    setIsBusy(false);
    if (answer.kind === 'stages') {
      setStages({ recipe: shownRecipe, opened: answer, irradiance: undefined });
      setProblem(undefined);
    } else {
      last.current = undefined;
      setStages(undefined);
      setProblem(problemOf(answer));
    }
  });
  useEffect(() => {
    if (recipe) void open(recipe);
  }, [recipe]);
  const sumUp = useEffectEvent(async ({ recipe: summedRecipe }: RecipeStages): Promise<void> => {
    const answer = await started().irradiance(asked(summedRecipe));
    if (answer.kind !== 'irradiance') return;
    const { irradiance } = answer;
    setStages((now) => (now?.recipe === summedRecipe ? { ...now, irradiance } : now));
  });
  const isSummedUp = stages?.irradiance !== undefined;
  useEffect(() => {
    if (stages && wantsIrradiance && !isBusy && !isSummedUp) void sumUp(stages);
  }, [stages, wantsIrradiance, isBusy, isSummedUp]);
  const close = useEffectEvent(() => {
    engine.current?.close();
    engine.current = undefined;
    last.current = undefined;
  });
  useEffect(() => () => close(), []);

  const recipeOfStages = stages?.recipe;
  const save = useCallback(
    async (name: SpectraName): Promise<Blob> => {
      const answer = await started().spectra(asked(recipeOfStages!), name);
      if (answer.kind === 'spectra') return answer.file;
      throw new Error(problemOf(answer));
    },
    [started, recipeOfStages],
  );
  // Names of own files arrive after the page: the sentence is made when it is shown.
  return { stages, isBusy, problem: problem ?? (recipe && ownFilesProblem(recipe)), save };
}

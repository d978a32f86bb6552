import { cameraRecipe } from '@lumenloom/contract';
import { useEffect, useState } from 'react';
import type { Recipe } from '../model/recipe/recipe.ts';
import type { CameraLightAnswer } from './no-light.ts';
import { createSmallEngine } from './small-engine.ts';

/** Answers that are kept: those of the recipes that a person goes between. */
const KEPT = 8;
const kept = new Map<string, Promise<CameraLightAnswer>>();

const keyOf = (recipe: Recipe): string => JSON.stringify(cameraRecipe({ ...recipe }));

/** Asks the engine for the light and the sensor that a run of a recipe has. It never rejects. */
export function askCameraLight(recipe: Recipe): Promise<CameraLightAnswer> {
  const key = keyOf(recipe);
  const asked = kept.get(key) ?? answerOf(recipe);
  kept.delete(key);
  kept.set(key, asked);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  void asked.then(({ kind }) => {
    // What was refused may be possible later: a file comes, somebody logs in.
    if (kind !== 'camera light') kept.delete(key);
  });
  return asked;
}

async function answerOf(recipe: Recipe): Promise<CameraLightAnswer> {
  const life = new AbortController();
  try {
    const engine = await createSmallEngine(life.signal)();
    return await engine.cameraLight(recipe);
  } catch {
    return { kind: 'failed', message: 'The engine could not be loaded.' };
  } finally {
    life.abort();
  }
}

/** The same in a component; undefined while it is asked, and without a recipe. */
export function useCameraLight(recipe: Recipe | undefined): CameraLightAnswer | undefined {
  const [found, setFound] = useState<{
    readonly key: string;
    readonly answer: CameraLightAnswer;
  }>();
  const key = recipe && keyOf(recipe);
  useEffect(() => {
    if (!recipe || key === undefined) return undefined;
    let isOver = false;
    void askCameraLight(recipe).then((answer) => {
      if (!isOver) setFound({ key, answer });
    });
    return () => {
      isOver = true;
    };
  }, [recipe, key]);
  return found?.key === key ? found?.answer : undefined;
}

import type { Focus, NoResult, PictureAt } from '@lumenloom/browser-host';
import { createSmallEngine } from '../../kit/small-engine.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Asks where the lens of a recipe is focused, and how far its scene is at a pixel. */
export type AskFocus = (recipe: Recipe, at?: PictureAt) => Promise<Focus | NoResult>;

/** The engine that answers; it starts with the first question. */
export function createFocusEngine(signal: AbortSignal): AskFocus {
  const engine = createSmallEngine(signal);
  return async (recipe, at) => {
    try {
      const started = await engine();
      return signal.aborted
        ? { kind: 'stopped' }
        : await started.focus({ ...recipe, algorithm: '' }, at);
    } catch {
      return { kind: 'failed', message: 'The engine could not be loaded.' };
    }
  };
}

/** The field of `opticsParams` that an answer is about, and its sentence. */
export function refusalOf(
  answer: Focus | NoResult,
): { readonly key: string; readonly message: string } | undefined {
  const [field = '', message = ''] =
    answer.kind === 'refused'
      ? [answer.problems[0]?.field, answer.problems[0]?.message]
      : answer.kind === 'failed'
        ? [answer.field, answer.message]
        : [];
  const [part, key] = field.split('.');
  return part === 'opticsParams' && key !== undefined ? { key, message } : undefined;
}

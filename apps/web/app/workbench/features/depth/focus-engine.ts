import type { Focus, NoResult, ObjectSeen, PageEngine, PictureAt } from '@lumenloom/browser-host';
import { createSmallEngine } from '../../kit/small-engine.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Asks where the lens of a recipe is focused, and how far its scene is at a pixel. */
export type AskFocus = (recipe: Recipe, at?: PictureAt) => Promise<Focus | NoResult>;

/** Asks for lengths at the object of a recipe. */
export type AskObject = (recipe: Recipe) => Promise<ObjectSeen | NoResult>;

/** The engine that answers; it starts with the first question. */
export function createFocusEngine(signal: AbortSignal): {
  readonly focus: AskFocus;
  readonly object: AskObject;
} {
  const engine = createSmallEngine(signal);
  const answered = async <Answer>(
    ask: (started: PageEngine) => Promise<Answer>,
  ): Promise<Answer | NoResult> => {
    try {
      const started = await engine();
      return signal.aborted ? { kind: 'stopped' } : await ask(started);
    } catch {
      return { kind: 'failed', message: 'The engine could not be loaded.' };
    }
  };
  return {
    focus: (recipe, at) => answered((started) => started.focus({ ...recipe, algorithm: '' }, at)),
    object: (recipe) => answered((started) => started.object({ ...recipe, algorithm: '' })),
  };
}

/** The field of the recipe that an answer is about, '' where it is about none, and its sentence. */
export function fieldRefusal(
  answer: Focus | ObjectSeen | NoResult,
): { readonly field: string; readonly message: string } | undefined {
  if (answer.kind === 'failed') return { field: answer.field ?? '', message: answer.message };
  return answer.kind === 'refused' ? answer.problems[0] : undefined;
}

/** The field of `opticsParams` that an answer is about, and its sentence. */
export function refusalOf(
  answer: Focus | NoResult,
): { readonly key: string; readonly message: string } | undefined {
  const { field = '', message = '' } = fieldRefusal(answer) ?? {};
  const [part, key] = field.split('.');
  return part === 'opticsParams' && key !== undefined ? { key, message } : undefined;
}

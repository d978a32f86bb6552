import type { Focus, NoResult, PageEngine, PictureAt } from '@lumenloom/browser-host';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Asks where the lens of a recipe is focused, and how far its scene is at a pixel. */
export type AskFocus = (recipe: Recipe, at?: PictureAt) => Promise<Focus | NoResult>;

/** It computes no pictures. */
const MEMORY_BYTES = 1e6;

/** The engine that answers, in a worker of its own; it starts with the first question. */
export function createFocusEngine(signal: AbortSignal): AskFocus {
  let engine: Promise<PageEngine> | undefined;
  const start = async (): Promise<PageEngine> => {
    const [{ startEngine }, { engineFiles }] = await Promise.all([
      import('@lumenloom/browser-host'),
      import('../../kit/engine-files.ts'),
    ]);
    return startEngine({ ...engineFiles, threads: 1, memoryBytes: MEMORY_BYTES });
  };
  signal.addEventListener(
    'abort',
    () => {
      void engine?.then(
        (started) => started.close(),
        () => undefined,
      );
    },
    { once: true },
  );
  return async (recipe, at) => {
    engine ??= start();
    try {
      const started = await engine;
      return signal.aborted
        ? { kind: 'stopped' }
        : await started.focus({ ...recipe, algorithm: '' }, at);
    } catch {
      engine = undefined;
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

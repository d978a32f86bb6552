import { readEvents } from '@lumenloom/contract';
import { RequestError } from '../../../api/request.ts';
import { simulate } from '../../../api/simulate.ts';
import { bodyOf, type Recipe } from '../recipe/recipe.ts';
import type { RunEvent } from './run-store.ts';

/**
 * Sends the recipe and passes the events of the answer to the store, to the end of the stream.
 * After an abort it passes on nothing more: the code that aborted the run also ends the running
 * state.
 */
export async function followRun(
  recipe: Recipe,
  signal: AbortSignal,
  tell: (event: RunEvent) => void,
): Promise<void> {
  try {
    const bytes = await simulate(bodyOf(recipe), signal);
    for await (const event of readEvents(bytes, (line) => console.warn('no event:', line))) {
      if (signal.aborted) return;
      tell(event);
    }
    if (!signal.aborted) tell({ type: 'ended' });
  } catch (error) {
    if (signal.aborted) return;
    const { status, problems = [] } = error instanceof RequestError ? error : {};
    tell({
      type: 'failed',
      reason: error instanceof Error ? error.message : String(error),
      ...(status === 401 && { needsLogin: true }),
      ...(problems.length > 0 && { problems }),
    });
  }
}

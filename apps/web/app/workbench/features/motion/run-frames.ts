import { followRun } from '../../model/run/follow-run.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { RunEvent } from '../../model/run/run-store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { cappedTo, type FramesPlan } from './frames-plan.ts';

/**
 * Runs the frames of a recipe in their order, a request each. The first one is the run of the
 * workbench, with its log, picture and figures; of the others only the pictures are taken, and what
 * they say where they have none.
 *
 * @param take gets the data URL of each frame.
 */
export async function runFrames(
  { requests, tell }: Pick<Bench, 'requests' | 'tell'>,
  recipe: Recipe,
  { count, hertz, longestSeconds }: Pick<FramesPlan, 'count' | 'hertz' | 'longestSeconds'>,
  take: (image: string) => void,
): Promise<void> {
  const signal = requests.begin('run');
  tell({ type: 'started', inputs: recipe });
  if (longestSeconds !== undefined)
    tell({
      type: 'log',
      content: `Frames at ${hertz} per second: the meter exposes for at most ${Number(longestSeconds.toPrecision(4))} s.`,
    });
  const asked = cappedTo(recipe, hertz);
  let taken = 0;
  for (let index = 0; index < count && taken === index; index += 1) {
    const lines: RunEvent[] = [];
    const frame = { hasFailed: false };
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'ended') return;
      frame.hasFailed ||= event.type === 'failed';
      if (event.type === 'result') {
        taken += 1;
        take(event.content);
      }
      if (event.type === 'progress')
        tell({ type: 'progress', content: (index + event.content) / count });
      else if (index === 0 || event.type === 'failed' || event.type === 'download') tell(event);
      else if (event.type === 'log') lines.push(event);
    };
    await followRun(
      Object.assign({ ...asked }, { frame: { index, rate: hertz } }),
      signal,
      onEvent,
    );
    if (signal.aborted || frame.hasFailed) return;
    if (taken === index) lines.forEach(tell);
  }
  if (taken === count)
    tell({ type: 'log', content: `Took ${count} frames at ${hertz} per second.` });
  tell({ type: 'ended' });
}

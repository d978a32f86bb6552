import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { createRequestSlots } from '../run/request-slots.ts';
import { initialRun, type RunEvent } from '../run/run-store.ts';
import type { Workbench } from './action.ts';
import { actions } from './actions.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';

function workbench(phase: 'fresh' | 'running' = 'fresh') {
  const told: RunEvent[] = [];
  const changeRecipe = vi.fn();
  const bench: Workbench = {
    recipe: { ...initialRecipe, scene: 'Macbeth', illuminant: 'D65' }, run: { ...initialRun, phase },
    requests: createRequestSlots(), changeRecipe, tellRun: (event) => void told.push(event),
  };
  return { bench, told, changeRecipe };
}

afterEach(() => vi.unstubAllGlobals());

it('lists the actions in the order of the toolbar', () => expect(actions.map((action) => action.label)).toEqual(['New', 'Run']));

it.each(actions)('$label says why it is dimmed while a simulation runs', (action) => {
  expect(action.whyDisabled(workbench().bench)).toBeUndefined();
  expect(action.whyDisabled(workbench('running').bench)).toMatch(/running/);
});

describe('Run', () => {
  it('starts, says with what, and ends', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"type":"log","content":"one"}\n'));
    const { bench, told } = workbench();
    await runAction.perform(bench);
    expect(told).toEqual([{ type: 'started', caption: 'D65 · Macbeth · ideal lens · no sensor' }, { type: 'log', content: 'one' }, { type: 'ended' }]);
  });

  it('ends the run before it, silently', async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      if (signals.length > 1) return new Response('');
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const { bench, told } = workbench();
    const first = runAction.perform(bench);
    await runAction.perform(bench);
    await first;
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    expect(told.map((event) => event.type)).toEqual(['started', 'started', 'ended']);
  });
});

describe('New', () => {
  it('clears at once and writes the device line afterwards', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"device":"cpu"}'));
    const { bench, told, changeRecipe } = workbench();
    const done = newAction.perform(bench);
    expect(told).toEqual([{ type: 'reset' }]);
    expect(changeRecipe).toHaveBeenCalledExactlyOnceWith({ type: 'reset' });
    await done;
    expect(told).toEqual([{ type: 'reset' }, { type: 'log', content: 'Using CPU for calculation' }]);
  });
});

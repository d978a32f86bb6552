import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialRun } from '../../model/run/run-store.ts';
import { constant } from '../../model/store.ts';
import { benchForTests } from '../bench/bench-for-tests.ts';
import { absentReason } from './action.ts';
import { actions } from './actions.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';

afterEach(() => vi.unstubAllGlobals());

it('lists the documented actions, in the order of the toolbar', () =>
  expect(actions.map(({ label }) => label)).toEqual([
    ...['New', 'Save', 'Back', 'Forward'],
    ...['Run', 'Stop', 'SFR', 'Share'],
  ]));

it('their names and shortcuts differ', () => {
  const areDifferent = (names: readonly unknown[]): boolean => new Set(names).size === names.length;
  expect(areDifferent(actions.map(({ label }) => label))).toBe(true);
  expect(areDifferent(actions.flatMap(({ controlKey }) => controlKey ?? []))).toBe(true);
});

it('a button without anything behind it says so', () =>
  expect([absentReason('Save', false), absentReason('Save', true)]).toEqual([
    'Save is not part of this build.',
    'Save comes with All tools (sidebar).',
  ]));

it.each([
  ['New', (parts: ReturnType<typeof benchForTests>) => newAction(parts.bench, constant([]))],
  ['Run', (parts: ReturnType<typeof benchForTests>) => runAction(parts.bench)],
] as const)('%s says why it is dimmed while a simulation runs', (_, bodyOf) => {
  const parts = benchForTests();
  const { now } = bodyOf(parts);
  expect(now.current().reason).toBeUndefined();
  parts.run.set({ ...initialRun, phase: 'running' });
  expect(now.current().reason).toMatch(/running/);
});

describe('Run', () => {
  it('starts, says with what, and ends', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"type":"log","content":"one"}\n'));
    const { bench, events } = benchForTests();
    await runAction(bench).perform();
    expect(events).toEqual([
      { type: 'started', inputs: bench.recipe.current() },
      { type: 'log', content: 'one' },
      { type: 'ended' },
    ]);
  });

  it('ends the run before it, silently', async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      if (signals.length > 1) return new Response('');
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const { bench, events } = benchForTests();
    const first = runAction(bench).perform();
    await expect.poll(() => signals).toHaveLength(1);
    await runAction(bench).perform();
    await first;
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    expect(events.map((event) => event.type)).toEqual(['started', 'started', 'ended']);
  });
});

describe('New', () => {
  it('clears at once and writes the device line afterwards', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"device":"cpu"}'));
    const { bench, events } = benchForTests();
    const done = newAction(bench, constant([])).perform();
    expect(events).toEqual([{ type: 'reset' }]);
    expect(bench.change).toHaveBeenCalledExactlyOnceWith({ type: 'reset' });
    await done;
    expect(events).toEqual([
      { type: 'reset' },
      { type: 'log', content: 'Using CPU for calculation' },
    ]);
  });

  it('brings back the recipe, the run and what features had', () => {
    vi.stubGlobal('fetch', async () => new Response('{"device":"cpu"}'));
    const { bench, events, run } = benchForTests();
    const bringBack = vi.fn();
    const action = newAction(bench, constant([{ name: 'save', clear: () => bringBack }]));
    expect(action.undo.current()).toBeUndefined();
    void action.perform();
    action.undo.current()!();
    expect(bench.change).toHaveBeenLastCalledWith({
      type: 'restored',
      recipe: bench.recipe.current(),
      name: 'Undo of New',
    });
    expect(events.at(-1)).toEqual({ type: 'restored', run: run.current() });
    expect(bringBack).toHaveBeenCalledOnce();
    expect(action.undo.current()).toBeUndefined();
  });
});

import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { createRequestSlots } from '../../model/run/request-slots.ts';
import { initialRun, type RunEvent } from '../../model/run/run-store.ts';
import type { Workbench } from './action.ts';
import { actions } from './actions.ts';
import { backAction } from '../../features/history/back.ts';
import { forwardAction } from '../../features/history/forward.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';
import { saveAction } from '../../features/save/save.ts';
import { shareAction } from '../../features/share/share.ts';
import { stopAction } from '../../features/stop/stop.ts';

function workbench(phase: 'fresh' | 'running' = 'fresh', features: Workbench['features'] = []) {
  const events: RunEvent[] = [];
  const changeRecipe = vi.fn();
  const bench: Workbench = {
    recipe: { ...initialRecipe, scene: 'Macbeth', illuminant: 'D65' },
    run: { ...initialRun, phase },
    requests: createRequestSlots(),
    features,
    changeRecipe,
    steps: { back: undefined, forward: undefined },
    moveRecipe: vi.fn(),
    project: {
      project: undefined,
      dialog: undefined,
      isChanged: false,
      change: vi.fn(),
      openDialog: vi.fn(),
      closeDialog: vi.fn(),
      save: vi.fn(),
    },
    tellRun: (event) => void events.push(event),
    showSfr: vi.fn(),
  };
  return { bench, events, changeRecipe };
}

afterEach(() => vi.unstubAllGlobals());

/** The buttons that the specification names, in its order; others may follow them. */
const DOCUMENTED = ['New', 'Save', 'Back', 'Forward', 'Run', 'Stop', 'SFR', 'Share'];

it('lists the documented actions first, in the order of the toolbar', () =>
  expect(actions.map(({ label }) => label).slice(0, DOCUMENTED.length)).toEqual(DOCUMENTED));

const files = readdirSync(new URL('../../actions', import.meta.url))
  .filter((name) => !/(\.test|^actions?)\.ts$/.test(name))
  .map((name) => name.slice(0, -'.ts'.length));

it.each(files)('%s.ts has its line in actions.ts', async (name) => {
  const exports = Object.values((await import(`./${name}.ts`)) as Record<string, unknown>);
  expect(actions.filter((action) => exports.includes(action))).toHaveLength(1);
});

it('there are as many lines as files, with names and shortcuts of their own', () => {
  expect(actions).toHaveLength(files.length);
  const areDifferent = (names: readonly unknown[]): boolean => new Set(names).size === names.length;
  expect(areDifferent(actions.map(({ label }) => label))).toBe(true);
  expect(areDifferent(actions.flatMap(({ controlKey }) => controlKey ?? []))).toBe(true);
});

it.each(actions)('$label is on, or says in a sentence why it is not', (action) => {
  for (const phase of ['fresh', 'running'] as const)
    expect(action.whyDisabled(workbench(phase).bench) ?? 'On.').toMatch(/^[A-Z].*\.$/);
});

it.each([newAction, runAction])(
  '$label says why it is dimmed while a simulation runs',
  (action) => {
    expect(action.whyDisabled(workbench().bench)).toBeUndefined();
    expect(action.whyDisabled(workbench('running').bench)).toMatch(/running/);
  },
);

describe('what the documented build leaves out', () => {
  it.each(['Save', 'Back', 'Forward', 'Stop', 'SFR', 'Share'])(
    '%s is disabled and says so, also while a simulation runs',
    (label) => {
      const action = actions.find((candidate) => candidate.label === label)!;
      for (const phase of ['fresh', 'running'] as const)
        expect(action.whyDisabled(workbench(phase).bench)).toBe(
          `${label} is not part of this build.`,
        );
    },
  );
});

describe('Run', () => {
  it('starts, says with what, and ends', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"type":"log","content":"one"}\n'));
    const { bench, events } = workbench();
    await runAction.perform(bench);
    expect(events).toEqual([
      { type: 'started', inputs: bench.recipe },
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
    const { bench, events } = workbench();
    const first = runAction.perform(bench);
    await expect.poll(() => signals).toHaveLength(1);
    await runAction.perform(bench);
    await first;
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    expect(events.map((event) => event.type)).toEqual(['started', 'started', 'ended']);
  });
});

describe('New', () => {
  it('clears at once and writes the device line afterwards', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"device":"cpu"}'));
    const { bench, events, changeRecipe } = workbench();
    const done = newAction.perform(bench);
    expect(events).toEqual([{ type: 'reset' }]);
    expect(changeRecipe).toHaveBeenCalledExactlyOnceWith({ type: 'reset' });
    await done;
    expect(events).toEqual([
      { type: 'reset' },
      { type: 'log', content: 'Using CPU for calculation' },
    ]);
  });
});

describe('Save, switched on', () => {
  it('is there until everything is saved, and names the project', async () => {
    const { bench } = workbench('fresh', ['save']);
    expect(saveAction.whyDisabled(bench)).toBeUndefined();
    expect(saveAction.hint?.(bench)).toBeUndefined();
    const open = { id: '1', name: 'dash cam', version: 1, saved: bench.recipe };
    const saved = { ...bench, project: { ...bench.project, project: open } };
    expect(saveAction.whyDisabled(saved)).toBe('Everything is saved.');
    const changed = { ...saved, project: { ...saved.project, isChanged: true } };
    expect(saveAction.whyDisabled(changed)).toBeUndefined();
    expect(saveAction.hint?.(changed)).toBe('dash cam');
    await saveAction.perform(changed);
    expect(bench.project.save).toHaveBeenCalledOnce();
  });
});

describe('Back and Forward, switched on', () => {
  it.each([
    [backAction, 'back', -1, 'Nothing to undo.'],
    [forwardAction, 'forward', 1, 'Nothing to do again.'],
  ] as const)(
    '$0.label is there while there is a step, and names it',
    async (action, way, by, none) => {
      const { bench } = workbench('running', ['history']);
      expect(action.whyDisabled(bench)).toBe(none);
      const before = { ...bench, steps: { ...bench.steps, [way]: 'optics A → B' } };
      expect(action.whyDisabled(before)).toBeUndefined();
      expect(action.hint?.(before)).toBe('optics A → B');
      await action.perform(before);
      expect(bench.moveRecipe).toHaveBeenCalledExactlyOnceWith(by);
    },
  );
});

describe('Stop, switched on', () => {
  const starts = [
    { type: 'log', content: 'Terminating simulation...' },
    { type: 'log', content: 'Wait until start message appears' },
  ];

  it('is there only while something runs', () => {
    expect(stopAction.whyDisabled(workbench('fresh', ['stop']).bench)).toBe('Nothing is running.');
    expect(stopAction.whyDisabled(workbench('running', ['stop']).bench)).toBeUndefined();
  });

  it('aborts the run, calls the server and says that one can run again', async () => {
    const fetch = vi.fn(async () => new Response('{"status":"stopped"}'));
    vi.stubGlobal('fetch', fetch);
    const { bench, events } = workbench('running', ['stop']);
    const run = bench.requests.begin('run');
    await stopAction.perform(bench);
    expect(run.aborted).toBe(true);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      '/stop',
      expect.objectContaining({ method: 'POST' }),
    );
    expect(events).toEqual([
      ...starts,
      { type: 'log', content: 'Simulation terminated. Ready to run again' },
      { type: 'stopped' },
    ]);
  });

  it.each([
    ['an error', '{"message":"no."}', 500, 'Stop failed: no.'],
    [
      'another status',
      '{"status":"busy"}',
      200,
      'Stop failed: the server did not say that it stopped.',
    ],
  ])('says why after %s, and one can run again', async (_, body, status, line) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    const { bench, events } = workbench('running', ['stop']);
    await stopAction.perform(bench);
    expect(events).toEqual([...starts, { type: 'log', content: line }, { type: 'stopped' }]);
  });
});

describe('Share, switched on', () => {
  const alert = vi.fn();
  const writeText = vi.fn<(link: string) => Promise<void>>();
  const shared = (image: string | undefined): Workbench => {
    const { bench } = workbench('fresh', ['share']);
    return { ...bench, run: { ...bench.run, image, inputs: bench.recipe } };
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
    vi.stubGlobal('window', { alert: alert.mockReset() });
    vi.stubGlobal('navigator', { clipboard: { writeText: writeText.mockReset() } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('needs a picture', async () => {
    const bench = shared(undefined);
    expect(shareAction.whyDisabled(bench)).toBeUndefined();
    await shareAction.perform(bench);
    expect(alert).toHaveBeenCalledExactlyOnceWith('No simulation result available.');
  });

  it('copies a link to the picture and its inputs, which ends after a minute', async () => {
    const create = vi.spyOn(URL, 'createObjectURL');
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const bench = shared('data:,1');
    await shareAction.perform(bench);
    const link = create.mock.results[0]!.value as string;
    expect(JSON.parse(await (create.mock.calls[0]![0] as Blob).text())).toEqual({
      image: 'data:,1',
      inputs: bench.recipe,
      timestamp: '2026-01-02T00:00:00.000Z',
    });
    expect(writeText).toHaveBeenCalledExactlyOnceWith(link);
    expect(alert).toHaveBeenCalledExactlyOnceWith(
      `Sharable link is copied to the clipboard!\n${link}`,
    );
    vi.advanceTimersByTime(59_999);
    expect(revoke).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(revoke).toHaveBeenCalledExactlyOnceWith(link);
  });

  it('says when it fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    writeText.mockRejectedValue(new Error('denied'));
    await shareAction.perform(shared('data:,1'));
    expect(alert).toHaveBeenCalledExactlyOnceWith('Failed to create share link');
  });
});

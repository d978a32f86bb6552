import { readdirSync } from 'node:fs';
import { WORKBENCH_FEATURES, type WorkbenchFeature } from '@lumenloom/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { features } from './features.ts';
import { goals } from './features/study/feature.ts';
import { goalsByName } from './features/study/goals/list.ts';
import { writable, type Readable } from './model/store.ts';
import type { Bench } from './shell/bench/bench.ts';
import { benchForTests } from './shell/bench/bench-for-tests.ts';
import { hostFeatures, type OpenFeature } from './shell/bench/feature-host.ts';
import { allOf, tabsOf } from './shell/bench/registries.ts';
import { shortcutOf } from './shell/actions/action.ts';
import { actions } from './shell/actions/actions.ts';

vi.mock('../accounts/kept-work.ts', () => ({
  keep: () => undefined,
  keptOwner: () => '',
  readKept: () => undefined,
}));
vi.mock('./model/kept-workbench.ts', () => ({ isReturningVisit: () => false }));

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://localhost/simulate'));
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('no server.')));
  // What is not there is said there too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Switches that no feature of the workbench needs to have: they turn on something else. */
const OTHERS: readonly WorkbenchFeature[] = ['demo-camera', 'parts'];
const SWITCHES = WORKBENCH_FEATURES.filter((name) =>
  features.some(({ switches }) => switches.includes(name)),
);

/** A bench whose values count who listens to them. */
function countedBench(signal: AbortSignal, switches: Readable<readonly WorkbenchFeature[]>) {
  const { bench } = benchForTests();
  let listeners = 0;
  const counted = <Value>(value: Readable<Value>): Readable<Value> => ({
    ...value,
    subscribe: (listener) => {
      listeners += 1;
      const end = value.subscribe(listener);
      return () => {
        listeners -= 1;
        end();
      };
    },
  });
  const { recipe, run, steps, moved, changed, shown, size, reading, place, fragment } = bench;
  return {
    bench: {
      ...bench,
      signal,
      switches: counted(switches),
      recipe: counted(recipe),
      run: counted(run),
      steps: counted(steps),
      moved: counted(moved),
      changed: counted(changed),
      shown: counted(shown),
      size: counted(size),
      reading: counted(reading),
      place: counted(place),
      fragment: counted(fragment),
      areFiguresRead: counted(bench.areFiguresRead),
    },
    listeners: () => listeners,
  };
}

/** The features that the switches turn on, once they are open. */
async function hosted(...on: readonly WorkbenchFeature[]) {
  const switches = writable<readonly WorkbenchFeature[]>([]);
  const open = writable<readonly OpenFeature[]>([]);
  const life = new AbortController();
  const benches: ReturnType<typeof countedBench>[] = [];
  const say = vi.fn();
  hostFeatures(
    features,
    (signal) => {
      const counted = countedBench(signal, switches);
      benches.push(counted);
      return counted.bench;
    },
    open,
    { switches, say, signal: life.signal },
  );
  const turn = async (next: readonly WorkbenchFeature[]): Promise<void> => {
    switches.set(next);
    const wanted = features.filter((one) => one.switches.some((name) => next.includes(name)));
    await expect
      .poll(() => open.current().map(({ name }) => name))
      .toEqual(wanted.map(({ name }) => name));
  };
  await turn(on);
  return {
    open,
    turn,
    say,
    listeners: () => benches.reduce((sum, one) => sum + one.listeners(), 0),
  };
}

const areDifferent = (names: readonly unknown[]): boolean => new Set(names).size === names.length;

it('each folder of a feature has its line, and the name of the feature', () => {
  const folders = readdirSync(new URL('features', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const others = features.filter((feature) => !goals.includes(feature));
  expect([...others.map(({ name }) => name), 'study'].sort()).toEqual(folders.sort());
});

it('each folder of a goal has its line in both lists', () => {
  const folder = new URL('features/study/goals/', import.meta.url);
  const pages = readdirSync(folder, { recursive: true }).filter((path) =>
    String(path).endsWith('goal.tsx'),
  );
  const names = Object.keys(goalsByName);
  expect(names).toHaveLength(pages.length);
  expect(goals.map(({ name }) => name)).toEqual(names);
});

it('each switch of the workbench turns something on, and each feature says what it is for', () => {
  const unused = WORKBENCH_FEATURES.filter((name) => !SWITCHES.includes(name));
  expect(unused.filter((name) => !OTHERS.includes(name))).toEqual([]);
  for (const feature of features) {
    expect(feature.switches.length).toBeGreaterThan(0);
    expect(feature.says).toMatch(/^[A-Z].*\.$/);
  }
});

describe('all features together', () => {
  it('ids, keys and actions differ', async () => {
    const { open, say } = await hosted(...SWITCHES);
    expect(say).not.toHaveBeenCalled();
    const all = open.current();
    const kinds = ['views', 'strips', 'header', 'overlays', 'dialogParts', 'modals'] as const;
    for (const kind of kinds) expect(areDifferent(allOf(all, kind).map(({ id }) => id))).toBe(true);
    expect(areDifferent(tabsOf(all).map(({ id }) => id))).toBe(true);
    expect([...new Set(tabsOf(all).map(({ label }) => label))]).toEqual([
      ...['Log', 'Measure', 'Params', 'Pixel', 'Study'],
    ]);
    const buttons = allOf(all, 'actions').flatMap((one) => Object.keys(one));
    expect(areDifferent(buttons)).toBe(true);
    const keys = allOf(all, 'keys').map(({ key }) => key);
    const ofActions = actions.flatMap(({ controlKey }) =>
      controlKey === undefined ? [] : [shortcutOf(controlKey, 'Control')],
    );
    expect(areDifferent([...keys, ...ofActions])).toBe(true);
    const headings = allOf(all, 'lists').map(({ choice, group }) => `${choice} ${group}`);
    expect(areDifferent(headings)).toBe(true);
  });

  it('end together, and listen to nothing then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    try {
      const { open, turn, listeners } = await hosted(...SWITCHES);
      expect(listeners()).toBeGreaterThan(0);
      await turn([]);
      expect(open.current()).toEqual([]);
      expect(listeners()).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe.each(SWITCHES)('%s alone', (name) => {
  it('opens, ends with its listeners, and opens again with others', async () => {
    const { turn, listeners } = await hosted(name);
    await turn([]);
    expect(listeners()).toBe(0);
    await turn(SWITCHES);
    await turn([name]);
    await turn([]);
    expect(listeners()).toBe(0);
  });
});

it('a feature that is switched off while it loads does not come', async () => {
  const opened: AbortSignal[] = [];
  let load: () => void = () => undefined;
  const switches = writable<readonly WorkbenchFeature[]>(['live']);
  const open = writable<readonly OpenFeature[]>([]);
  const slow = {
    ...features[0]!,
    switches: ['live'] as const,
    open: async ({ signal }: Bench) => {
      opened.push(signal);
      await new Promise<void>((resolve) => {
        load = resolve;
      });
      return {};
    },
  };
  const { signal } = new AbortController();
  const { bench } = benchForTests();
  hostFeatures([slow], (ends) => ({ ...bench, signal: ends }), open, {
    ...bench,
    switches,
    signal,
  });
  switches.set([]);
  expect(opened[0]!.aborted).toBe(true);
  load();
  await Promise.resolve();
  expect(open.current()).toEqual([]);
});

it('a feature that cannot be loaded is named above the picture; the others are there', async () => {
  const open = writable<readonly OpenFeature[]>([]);
  const { bench } = benchForTests();
  const switches = writable<readonly WorkbenchFeature[]>(['live']);
  const one = { ...features[0]!, switches: ['live'] as const };
  hostFeatures(
    [
      { ...one, name: 'broken', open: () => Promise.reject(new Error('gone.')) },
      { ...one, name: 'whole', open: () => Promise.resolve({}) },
    ],
    (signal) => ({ ...bench, signal }),
    open,
    { ...bench, switches },
  );
  await expect.poll(() => open.current().map(({ name }) => name)).toEqual(['whole']);
  expect(bench.say).toHaveBeenCalledExactlyOnceWith(
    '“broken” could not be loaded: load the page again.',
    'line',
  );
});

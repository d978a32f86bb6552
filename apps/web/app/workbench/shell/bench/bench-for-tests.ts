import { vi } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { createRequestSlots } from '../../model/run/request-slots.ts';
import { initialRun, type RunEvent, type RunState } from '../../model/run/run-store.ts';
import { constant, writable } from '../../model/store.ts';
import type { Bench, Place } from './bench.ts';

/** A workbench of plain functions, and the events that it was told. */
export function benchForTests(changes: Partial<Bench> = {}) {
  const events: RunEvent[] = [];
  const run = writable<RunState>(initialRun);
  const place = writable<Place>({
    workspace: 'system',
    view: 'result',
    tab: 'log',
    strip: 'closed',
    dialog: undefined,
    modal: undefined,
    section: undefined,
    figures: [],
    fields: [],
    spread: undefined,
    document: undefined,
  });
  const life = new AbortController();
  const bench: Bench = {
    recipe: constant({ ...initialRecipe, scene: 'Macbeth', illuminant: 'D65' }),
    run,
    switches: constant([]),
    steps: constant({ back: undefined, forward: undefined }),
    moved: constant(''),
    changed: constant(undefined),
    change: vi.fn(),
    move: vi.fn(),
    start: vi.fn(),
    tell: (event) => void events.push(event),
    requests: createRequestSlots(),
    shown: constant({
      run: initialRun,
      measured: initialRun,
      source: undefined,
      remedy: undefined,
      isOn: false,
      isBusy: false,
      failure: undefined,
      words: '',
      lines: [],
    }),
    shownRun: constant({
      run: initialRun,
      measured: initialRun,
      name: '',
      title: '',
      line: '',
      isOld: false,
      lines: [],
      areLinesOld: false,
    }),
    size: constant(undefined),
    reading: constant(undefined),
    areFiguresRead: constant(false),
    figureTool: constant(undefined),
    readFigures: () => () => undefined,
    place,
    show: (next) => place.set({ ...place.current(), ...next }),
    fragment: constant(''),
    clearFragment: vi.fn(),
    say: vi.fn(),
    signal: life.signal,
    ...changes,
  };
  return { bench, events, run, place, end: () => life.abort() };
}

import { pageMessages } from '@lumenloom/contract';
import { holdFor } from '../../../accounts/kept-work.ts';
import { readSession } from '../../../accounts/session.ts';
import { loadDeployment } from '../../../api/load-deployment.ts';
import {
  keepRun,
  keepRunning,
  keptRun,
  keptRunning,
  noteOpen,
} from '../../model/kept-workbench.ts';
import { isFromFile, shownChoice } from '../../model/own-names.ts';
import { createRecipeStore } from '../../model/recipe/recipe-store.ts';
import { reduceRecipe, type Recipe, type RecipeChange } from '../../model/recipe/recipe.ts';
import { createRequestSlots, type RequestSlots } from '../../model/run/request-slots.ts';
import { initialRun, reduceRun, type RunEvent } from '../../model/run/run-store.ts';
import {
  derived,
  follow,
  gathered,
  writable,
  type Readable,
  type Writable,
} from '../../model/store.ts';
import { startRun } from '../actions/run.ts';
import { checkDevice } from '../checks/device-check.ts';
import {
  changesFieldOfView,
  checkFieldOfView,
  hasFieldOfView,
  isOtherFieldOfView,
} from '../checks/field-of-view-check.ts';
import { keepMode, keptMode } from '../strip/kept-mode.ts';
import { keepTab, keptTab } from '../panes/kept-side.ts';
import { createDrops, DROPPED, type RefusedDrop } from '../lists/dropped.ts';
import type { Bench, Place, Reading, Remedy } from './bench.ts';
import { hostFeatures, type OpenFeature } from './feature-host.ts';
import type { Feature } from './feature.ts';
import { goalsOf, tabsOf } from './registries.ts';
import { picturesOf, type Inspected } from './shown.ts';
import { shownRunOf } from './shown-run.ts';
import { createExamples, type ExampleStore } from '../examples/example-store.ts';
import { areToolsOffered, createTools, switchesOf, type ToolsStore } from '../tools/tools-store.ts';
import type { Size } from '../../kit/picture/picture-view.ts';
import { snapshots } from '../../kit/picture/snapshots.ts';

/** The workbench as its shell sees it. */
export interface Workbench extends Omit<Bench, 'signal'> {
  /** What a person may turn on. */
  readonly tools: ToolsStore;
  /** What the first result of an example says. */
  readonly examples: ExampleStore;
  /** What is on, in its order. */
  readonly features: Readable<readonly OpenFeature[]>;
  readonly inspected: Readable<Inspected | undefined>;
  /** Whether dialogs of the lists stand in the tab Params. */
  readonly areDialogsDocked: Readable<boolean>;
  /** Ids of the goals that are shown, or were last, one of each tab that has goals. */
  readonly shownGoals: Readable<readonly string[]>;
  /** The sentence of a feature above the picture; '' for none. */
  readonly line: Readable<string>;
  /** The button after it. */
  readonly remedy: Readable<Remedy | undefined>;
  readonly size: Writable<Size | undefined>;
  readonly reading: Writable<Reading | undefined>;
  readonly fragment: Writable<string>;
  /** Files that were dropped beside the lists, while it is asked what they are. */
  readonly dropped: Writable<readonly File[]>;
  /** Files that were dropped last while a dialog was open. */
  readonly refused: Writable<RefusedDrop | undefined>;
  /** Shows something for now: a tab that is passed through is not the next one to begin with. */
  readonly pass: (place: Partial<Place>) => void;
}

/** The address of the page. */
export interface PageAddress {
  /** Removes the fragment. */
  readonly clearFragment: () => void;
  /** Goes to the address of a workspace, if the page is elsewhere. */
  readonly goTo: (workspace: string) => void;
}

const startPlace = (): Place => ({
  workspace: 'system',
  view: 'result',
  tab: keptTab(),
  strip: keptMode(),
  dialog: undefined,
  modal: undefined,
  section: undefined,
  figures: [],
  fields: [],
  spread: undefined,
  document: undefined,
});

/**
 * The recipe, with the check of its field of view after a change. An own or published sensor is
 * chosen once its values have been read: no run and no dialog has the name of one sensor and the
 * values of another.
 */
function createRecipe(
  { begin, abort }: RequestSlots,
  check: (recipe: Recipe) => void,
  line: Writable<string>,
) {
  const store = createRecipeStore();
  let failure = '';
  const make = (change: RecipeChange): void => {
    const before = store.recipe.current();
    store.change(change);
    if (changesFieldOfView(change)) check(reduceRecipe(before, change));
  };
  const chooseWhenRead = async (
    change: Extract<RecipeChange, { type: 'chosen' }>,
  ): Promise<void> => {
    const reading = begin('sensor');
    if (line.current() === failure) line.set('');
    try {
      const { sensorValues } = await import('./sensor-values.ts');
      const sensorParams = await sensorValues(change.label);
      if (!reading.aborted) make({ ...change, sensorParams });
    } catch (error) {
      if (reading.aborted) return;
      failure = `${shownChoice(change.label)} could not be read: ${(error as Error).message}`;
      line.set(failure);
    }
  };
  return {
    ...store,
    change: (change: RecipeChange): void => {
      const isOtherSensor = change.type === 'chosen' && change.choice === 'sensor';
      if (isOtherSensor || change.type === 'reset' || change.type === 'restored') abort('sensor');
      if (isOtherSensor && isFromFile(change.label)) void chooseWhenRead(change);
      else make(change);
    },
    move: (by: -1 | 1): void => {
      abort('sensor');
      const before = store.recipe.current();
      store.move(by);
      if (isOtherFieldOfView(before, store.recipe.current())) check(store.recipe.current());
    },
  };
}

/** The last run, and what starts one. */
function createRun() {
  const run = writable(initialRun);
  const tell = (event: RunEvent): void => {
    const before = run.current();
    const after = reduceRun(before, event, Date.now());
    // Drawing the page for each line of a run takes longer than a small run.
    run.set(after, before.phase === 'running' && after.phase === 'running');
  };
  const log = (content: string): void => tell({ type: 'log', content });
  return { run, tell, log };
}

/** One of the ids, or what stands in for it. */
const among = (id: string, ids: readonly { readonly id: string }[], otherwise: string): string =>
  ids.some((one) => one.id === id) ? id : otherwise;

/** Dialogs that belong to no feature. */
const SHELL_MODALS = [{ id: 'tools' }, { id: 'keys' }, { id: DROPPED }];

/** What the page shows, of what the features that are on have. */
function createPlace(open: Readable<readonly OpenFeature[]>, goTo: (workspace: string) => void) {
  const asked = writable(startPlace());
  const pass = (next: Partial<Place>): void => asked.set({ ...asked.current(), ...next });
  const place = derived([asked, open], (): Place => {
    const { workspace, view, tab, strip, modal, ...rest } = asked.current();
    const all = open.current();
    const strips = all.flatMap((one) => one.strips ?? []);
    const modals = all.flatMap((one) => one.modals ?? []);
    return {
      ...rest,
      workspace: among(
        workspace,
        all.flatMap((one) => one.workspaces ?? []),
        'system',
      ),
      view: among(
        view,
        all.flatMap((one) => one.views ?? []),
        'result',
      ),
      tab: among(tab, tabsOf(all), 'log'),
      strip: strip === 'closed' ? strip : among(strip, strips, strips[0]?.id ?? 'closed'),
      modal: [...SHELL_MODALS, ...modals].some(({ id }) => id === modal) ? modal : undefined,
    };
  });
  return {
    place,
    pass,
    show: (next: Partial<Place>): void => {
      pass(next);
      if (next.workspace !== undefined) goTo(next.workspace);
      if (next.tab !== undefined) keepTab(next.tab);
      if (next.strip !== undefined) keepMode(next.strip);
    },
  };
}

/** The goals of the tabs, and what the button beside figures does for one of them. */
function createGoals(
  place: Readable<Place>,
  open: Readable<readonly OpenFeature[]>,
  signal: AbortSignal,
) {
  const shownGoals = writable<readonly string[]>([]);
  follow(
    [place, open],
    () => {
      const goals = goalsOf(open.current());
      const { tab, view } = place.current();
      const wanted = [tab, view, ...shownGoals.current(), ...goals.map(({ id }) => id)];
      const shownOf = (label: string): string =>
        wanted.find((id) => goals.some((one) => one.id === id && one.tab === label))!;
      shownGoals.set([...new Set(goals.map((one) => one.tab))].map(shownOf));
    },
    signal,
  );
  const tools = gathered(
    derived([open], () => open.current().flatMap((one) => one.figureTools ?? [])),
  );
  return {
    shownGoals,
    figureTool: derived([tools, shownGoals], () =>
      tools.current().find(({ tab }) => shownGoals.current().includes(tab)),
    ),
  };
}

/** What stands in the tab Params goes with it: it does not come over the page as a dialog. */
function closeWhenUndocked(
  areDialogsDocked: Readable<boolean>,
  pass: Workbench['pass'],
  signal: AbortSignal,
): void {
  let wereDocked = false;
  follow(
    [areDialogsDocked],
    () => {
      const areDocked = areDialogsDocked.current();
      if (wereDocked && !areDocked) pass({ dialog: undefined, modal: undefined, tab: keptTab() });
      wereDocked = areDocked;
    },
    signal,
  );
}

/** Whether somebody reads figures. */
function createReaders() {
  const readers = writable(0);
  return {
    areFiguresRead: derived([readers], () => readers.current() > 0),
    readFigures: (): (() => void) => {
      readers.set(readers.current() + 1);
      return () => readers.set(readers.current() - 1);
    },
  };
}

/**
 * The state of the workbench and the ways to change it.
 *
 * @param signal ends everything.
 */
export function createWorkbench(
  features: readonly Feature[],
  { clearFragment, goTo }: PageAddress,
  signal: AbortSignal,
): Workbench {
  holdFor(readSession().email);
  const requests = createRequestSlots();
  signal.addEventListener('abort', requests.abortAll, { once: true });
  const { run, tell, log } = createRun();
  const line = writable('');
  const recipes = createRecipe(
    requests,
    (recipe) => {
      const checking = requests.begin('field of view');
      if (hasFieldOfView(recipe)) void checkFieldOfView(recipe, checking, log);
    },
    line,
  );
  const open = writable<readonly OpenFeature[]>([]);
  const { place, ...places } = createPlace(open, goTo);
  const { shownGoals, figureTool } = createGoals(place, open, signal);
  const remedies = writable<{ readonly sentence: string; readonly remedy: Remedy } | undefined>(
    undefined,
  );
  // The deployment says where the server is. All other calls wait for it.
  const known = features.flatMap(({ switches }) => switches);
  const tools = createTools(loadDeployment(), known, line, recipes.recipe, signal);
  const { shown, inspected } = picturesOf(open, run);
  const shownRun = shownRunOf(recipes.recipe, shown, inspected, run);
  const bench: Omit<Bench, 'signal'> &
    Pick<Workbench, 'size' | 'reading' | 'fragment' | 'pass' | 'dropped' | 'refused'> = {
    ...recipes,
    ...places,
    ...createReaders(),
    place,
    figureTool,
    run,
    tell,
    requests,
    shown,
    shownRun,
    switches: switchesOf(tools),
    size: writable<Size | undefined>(undefined),
    reading: writable<Reading | undefined>(undefined),
    fragment: writable(''),
    ...createDrops(),
    clearFragment,
    say: (sentence, to, remedy) => {
      if (to === 'log') log(sentence);
      else {
        remedies.set(remedy && { sentence, remedy });
        line.set(sentence);
      }
    },
    start: (recipe = recipes.recipe.current()) => {
      if (run.current().phase !== 'running') void startRun({ requests, tell }, recipe);
    },
  };
  hostFeatures(features, (ends) => ({ ...bench, signal: ends }), open, { ...bench, signal });
  begin(bench, signal);
  const docks = gathered(derived([open], () => open.current().flatMap((one) => one.docks ?? [])));
  const areDialogsDocked = derived([docks], () => docks.current().includes(true));
  closeWhenUndocked(areDialogsDocked, places.pass, signal);
  return {
    ...bench,
    tools,
    examples: createExamples(
      { ...bench, signal },
      derived([tools], () => areToolsOffered(tools.current())),
    ),
    features: open,
    shownGoals,
    inspected,
    line,
    remedy: derived([line, remedies], () => {
      const last = remedies.current();
      return last?.sentence === line.current() ? last.remedy : undefined;
    }),
    areDialogsDocked,
  };
}

/** Loads what the page begins with, and keeps the last picture with its log over a reload. */
function begin(
  {
    run,
    tell,
    requests,
    say,
    switches,
  }: Pick<Workbench, 'run' | 'tell' | 'requests' | 'say' | 'switches'>,
  signal: AbortSignal,
): void {
  void checkDevice(requests.begin('device'), (content) => say(content, 'log'));
  const wasRunning = keptRunning();
  void keptRun().then((kept) => {
    if (signal.aborted) return;
    if (kept) tell({ type: 'restored', run: kept });
    if (wasRunning) tell({ type: 'log', content: pageMessages.runEndedByReload, warning: true });
  });
  noteOpen();
  follow(
    [run, switches],
    () => {
      if (switches.current().length > 0) snapshots.take(run.current());
    },
    signal,
  );
  const isRunning = derived([run], () => run.current().phase === 'running');
  follow([isRunning], () => keepRunning(isRunning.current()), signal);
  // Some browsers end the request of the run before they leave the page. They may also stay, as for
  // a file that is saved.
  let wasAsked = false;
  const note = (type: string, work: () => void): void =>
    window.addEventListener(type, work, { signal });
  note('beforeunload', () => (wasAsked = isRunning.current()));
  note('pagehide', () => {
    const { phase, image } = run.current();
    keepRunning(phase === 'running' || (wasAsked && image === undefined));
  });
  // Whoever leaves within the site ends the run, and knows it.
  signal.addEventListener('abort', () => keepRunning(false), { once: true });
  follow(
    [derived([run], () => (run.current().phase === 'ended' ? run.current().image : undefined))],
    () => {
      const { phase, image } = run.current();
      if (phase === 'ended' && image !== undefined) void keepRun(run.current());
    },
    signal,
  );
}

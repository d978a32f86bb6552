import { keep, readKept } from '../../../accounts/kept-work.ts';
import { RequestError } from '../../../api/request.ts';
import type { ExperimentCalls } from '../../../api/experiments.ts';
import { writable, type Readable } from '../../model/store.ts';
import { isUnfinished, type Experiment, type Goal, type Kind } from './goal.ts';

/** The page is drawn anew at most this often while runs come, ms. */
const DRAW_MS = 400;
/** How often the server is asked how far an experiment is whose runs do not come, ms. */
const ASK_MS = 1000;

/** Numbers of the runs that were picked: the one before, and the last. */
export interface PickedRuns {
  readonly before: number | undefined;
  readonly last: number;
}

/** What the tab and the view show. */
export interface ExperimentState<K extends Kind> {
  readonly draft: K['draft'];
  readonly list: readonly K['status'][];
  readonly open: Experiment<K> | undefined;
  /** The server has been asked to stop the one that is shown. */
  readonly isStopping: boolean;
  readonly problem: string;
  /** What is done before one starts by itself; '' for nothing. */
  readonly busy: string;
  readonly picked: PickedRuns | undefined;
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof RequestError && error.status === status;

/** The draft that this tab has kept. */
function keptDraft<K extends Kind>({ emptyDraft }: Goal<K>, key: string): K['draft'] {
  const draft = readKept(key) as K['draft'] | undefined;
  return draft && Object.keys(emptyDraft).every((name) => name in draft) ? draft : emptyDraft;
}

/** Resolves after the time, or when the signal ends. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });

type Calls<K extends Kind> = ExperimentCalls<K['status'], K['document'], K['run']>;

/** Runs as they come, or states where they do not come one by one, until it has ended. */
async function* newsOf<K extends Kind>(
  calls: Calls<K>,
  status: K['status'],
  signal: AbortSignal,
): AsyncGenerator<Pick<Experiment<K>, 'status' | 'runs'>, void> {
  const { id } = status;
  if (calls.runs)
    for await (const runs of calls.runs(id, signal))
      // Whatever it waited for is there.
      yield { status: { ...status, message: '' }, runs };
  else
    for (let now = status; isUnfinished(now); now = await calls.status(id, signal)) {
      yield { status: now, runs: [] };
      await pause(ASK_MS, signal);
    }
}

/** An experiment with more and more of its runs, and at the end with its results. */
async function* asItComes<K extends Kind>(
  { sizeOf, resultsFile }: Goal<K>,
  calls: Calls<K>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Experiment<K>, void> {
  const [status, document] = await Promise.all([
    calls.status(id, signal),
    calls.document(id, signal),
  ]);
  const first: Experiment<K> = {
    status,
    document,
    runs: [],
    since: undefined,
    results: undefined,
  };
  yield first;
  let [experiment, drawn] = [first, Date.now()];
  for await (const news of newsOf<K>(calls, status, signal)) {
    const runs = [...experiment.runs, ...news.runs].sort((one, other) => one.run - other.run);
    const next = { ...experiment, status: news.status, runs };
    const since = experiment.since ?? { at: Date.now(), ended: sizeOf(next).ended };
    experiment = { ...next, since };
    if (Date.now() - drawn < DRAW_MS) continue;
    drawn = Date.now();
    yield experiment;
  }
  const ended = await calls.status(id, signal);
  const results =
    resultsFile && ended.state === 'done' ? await calls.json(id, resultsFile, signal) : undefined;
  yield { ...experiment, status: ended, results };
}

/** What is shown, and what changes it. */
function createState<K extends Kind>(goal: Goal<K>, signal: AbortSignal) {
  const { noun, logIn } = goal;
  const draftKey = `draft of a ${noun}`;
  const state = writable<ExperimentState<K>>({
    draft: keptDraft(goal, draftKey),
    list: [],
    open: undefined,
    isStopping: false,
    problem: '',
    busy: '',
    picked: undefined,
  });
  const set = (changes: Partial<ExperimentState<K>>): void =>
    state.set({ ...state.current(), ...changes });
  const sentenceOf = (error: unknown): string => {
    if (isStatus(error, 401)) return logIn;
    if (isStatus(error, 404)) return `This ${noun} is gone: it was deleted elsewhere.`;
    return error instanceof Error ? error.message : String(error);
  };
  let following: AbortController | undefined;
  const leave = (): void => following?.abort();
  signal.addEventListener('abort', leave, { once: true });
  const refresh = async (): Promise<void> => {
    const list = await (await goal.calls()).list();
    if (!signal.aborted) set({ list });
  };
  /** Shows none, but the draft. */
  const close = (): void => {
    leave();
    keep(noun, '');
    set({ open: undefined });
  };
  /** Follows one in place of the one before. */
  const follow = async (id: string): Promise<void> => {
    leave();
    const { signal: followed } = (following = new AbortController());
    keep(noun, id);
    set({ picked: undefined, isStopping: false });
    try {
      for await (const open of asItComes(goal, await goal.calls(), id, followed))
        set({ open, ...(!isUnfinished(open.status) && { isStopping: false }) });
      await refresh();
    } catch (error) {
      if (followed.aborted) return;
      set({ problem: sentenceOf(error) });
      if (!isStatus(error, 404)) return;
      close();
      void refresh().catch(() => undefined);
    }
  };
  /** Calls the server; a refusal becomes the problem. @returns whether it was done. */
  const attempt = async (
    act: (calls: Calls<K>, open: Experiment<K> | undefined) => Promise<void>,
  ): Promise<boolean> => {
    set({ problem: '' });
    try {
      await act(await goal.calls(), state.current().open);
      return true;
    } catch (error) {
      set({ problem: sentenceOf(error), isStopping: false });
      return false;
    }
  };
  return { state, set, draftKey, sentenceOf, refresh, follow, close, attempt };
}

/** The experiments of a goal: the one that is shown, with its runs as they come, and a draft. */
export function createStore<K extends Kind>(goal: Goal<K>, signal: AbortSignal) {
  const { state, set, draftKey, sentenceOf, refresh, follow, close, attempt } = createState(
    goal,
    signal,
  );
  const begin = async (): Promise<void> => {
    try {
      await refresh();
      if (signal.aborted) return;
      const { list } = state.current();
      const id = readKept(goal.noun);
      const shown = list.find((one) => one.id === id) ?? list.find(isUnfinished);
      if (shown) void follow(shown.id);
    } catch (error) {
      // Whoever is not logged in has none; Start says so.
      if (!isStatus(error, 401)) set({ problem: sentenceOf(error) });
    }
  };
  void begin();
  const startWith = async (calls: Calls<K>, document: object): Promise<void> => {
    const id = await calls.start(document);
    await refresh();
    void follow(id);
  };
  return {
    ...state,
    changeDraft: (draft: K['draft']): void => {
      set({ draft });
      keep(draftKey, draft);
    },
    pick: (last: number): void => {
      const { picked } = state.current();
      set({ picked: { before: picked?.last === last ? picked.before : picked?.last, last } });
    },
    /** Shows another one; '' shows the draft. */
    show: (id: string): void => {
      set({ problem: '' });
      if (id === '') close();
      else void follow(id);
    },
    /** Starts one; false where the server refuses it. */
    start: (document: object): Promise<boolean> => attempt((calls) => startWith(calls, document)),
    /**
     * Starts one that is prepared first.
     *
     * @param words what is done meanwhile.
     * @param prepare returns its document. @throws Error with a sentence.
     */
    startPrepared: (words: string, prepare: (signal: AbortSignal) => Promise<object>) =>
      attempt(async (calls) => {
        set({ busy: words });
        try {
          await startWith(calls, await prepare(signal));
        } finally {
          set({ busy: '' });
        }
      }),
    stop: (): Promise<boolean> =>
      attempt(async (calls, open) => {
        set({ isStopping: true });
        if (open) await calls.end(open.status.id);
      }),
    /** Deletes the one that is shown, which has ended. */
    remove: (): Promise<boolean> =>
      attempt(async (calls, open) => {
        if (open) await calls.end(open.status.id);
        close();
        await refresh();
      }),
    /** Goes on with the one that is shown. @param runs beyond its budget. */
    goOn: (runs?: number): Promise<boolean> =>
      attempt(async (calls, open) => {
        if (!open) return;
        if (goal.goesOnAnew) return startWith(calls, open.document);
        await calls.resume(open.status.id, runs);
        void follow(open.status.id);
        await refresh();
      }),
  };
}

export type ExperimentStore<K extends Kind> = ReturnType<typeof createStore<K>>;
/** What changes the store. */
export type StoreCommands<K extends Kind> = Omit<
  ExperimentStore<K>,
  keyof Readable<unknown> | 'set'
>;

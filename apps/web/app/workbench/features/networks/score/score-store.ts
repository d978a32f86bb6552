import type {
  DatasetFile,
  EvaluationDocument,
  EvaluationStatus,
  OwnFile,
} from '@lumenloom/contract';
import { keep, readKept } from '../../../../accounts/kept-work.ts';
import { RequestError } from '../../../../api/request.ts';
import { writable, type Readable } from '../../../model/store.ts';
import { emptyDraft, type ScoreDraft } from './score-draft.ts';

/** An evaluation that is shown. */
export interface OpenScore {
  readonly status: EvaluationStatus;
  readonly document: EvaluationDocument;
  /** When this page first saw it, ms since 1970, and how many pictures had ended then. */
  readonly since: { readonly at: number; readonly done: number };
  /** The server has been asked to stop it. */
  readonly isStopping: boolean;
}

/** What the tab and the view show. */
export interface ScoresState {
  readonly draft: ScoreDraft;
  /** Of the account; undefined until they are known. */
  readonly datasets: readonly DatasetFile[] | undefined;
  readonly networks: readonly OwnFile[] | undefined;
  readonly list: readonly EvaluationStatus[];
  readonly open: OpenScore | undefined;
  readonly problem: string;
}

export const isUnfinished = ({ state }: Pick<EvaluationStatus, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** The calls come with their schemas, which a workbench without scores does not load. */
const calls = () => import('../../../../api/evaluations.ts');

const KEY = 'score';
const DRAFT_KEY = 'draft of a score';
/** How often the server is asked how far an evaluation is, ms. */
const ASK_MS = 1000;

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof RequestError && error.status === status;

const sentenceOf = (error: unknown): string =>
  isStatus(error, 401)
    ? 'Log in to score cameras.'
    : isStatus(error, 404)
      ? 'This score is gone: it was deleted elsewhere.'
      : error instanceof Error
        ? error.message
        : String(error);

/** The draft that this tab has kept. */
function keptDraft(): ScoreDraft {
  const draft = readKept(DRAFT_KEY) as ScoreDraft | undefined;
  return draft && Object.keys(emptyDraft).every((key) => key in draft) ? draft : emptyDraft;
}

/** Resolves after the time, or when the signal ends. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

type Set = (changes: Partial<ScoresState>) => void;

/** Data sets and networks that there are now. */
async function choosable(): Promise<Pick<ScoresState, 'datasets' | 'networks'>> {
  const [{ listDatasets }, { listOwnFiles }] = await Promise.all([
    import('../../../../api/datasets.ts'),
    import('../../../../api/library.ts'),
  ]);
  const [{ datasets }, files] = await Promise.all([listDatasets(), listOwnFiles()]);
  return { datasets, networks: files.filter(({ kind }) => kind === 'network') };
}

/** Follows one evaluation until it has ended, another one is followed, or the signal ends it. */
function createFollower(state: Readable<ScoresState>, set: Set, signal: AbortSignal) {
  let following: AbortController | undefined;
  signal.addEventListener('abort', () => following?.abort(), { once: true });
  const refresh = async (): Promise<void> => {
    const list = await (await calls()).listEvaluations();
    if (!signal.aborted) set({ list });
  };
  const ask = async (id: string, followed: AbortSignal): Promise<void> => {
    const { evaluationDocument, evaluationStatus } = await calls();
    const document = await evaluationDocument(id, followed);
    let since: OpenScore['since'] | undefined;
    while (!followed.aborted) {
      const status = await evaluationStatus(id, followed);
      since ??= { at: Date.now(), done: status.done };
      const isEnded = !isUnfinished(status);
      const { open } = state.current();
      const isStopping = !isEnded && open?.status.id === id && open.isStopping;
      set({ open: { status, document, since, isStopping } });
      if (isEnded) break;
      await pause(ASK_MS, followed);
    }
    if (!followed.aborted) await refresh();
  };
  return {
    refresh,
    follow: async (id: string): Promise<void> => {
      following?.abort();
      const { signal: followed } = (following = new AbortController());
      keep(KEY, id);
      try {
        await ask(id, followed);
      } catch (error) {
        if (followed.aborted) return;
        set({ problem: sentenceOf(error), ...(isStatus(error, 404) && { open: undefined }) });
        if (!isStatus(error, 404)) return;
        keep(KEY, '');
        void refresh().catch(() => undefined);
      }
    },
    /** Shows none. */
    leave: (): void => {
      following?.abort();
      keep(KEY, '');
      set({ open: undefined });
    },
  };
}

/**
 * The evaluations of the account: the one that is shown, followed until it has ended, and a draft
 * of the next.
 */
export function createScoreStore(signal: AbortSignal) {
  const state = writable<ScoresState>({
    draft: keptDraft(),
    ...{ datasets: undefined, networks: undefined, list: [], open: undefined, problem: '' },
  });
  const set: Set = (changes) => state.set({ ...state.current(), ...changes });
  const { refresh, follow, leave } = createFollower(state, set, signal);

  /** Does something with the server; false where it refuses that, with its sentence. */
  const attempt = async (
    work: (open: OpenScore | undefined) => Promise<void>,
  ): Promise<boolean> => {
    set({ problem: '' });
    try {
      await work(state.current().open);
      return true;
    } catch (error) {
      set({ problem: sentenceOf(error) });
      return false;
    }
  };

  const begin = async (): Promise<void> => {
    try {
      await refresh();
      if (signal.aborted) return;
      const { list } = state.current();
      const id = readKept(KEY);
      const shown = list.find((one) => one.id === id) ?? list.find(isUnfinished);
      if (shown) void follow(shown.id);
    } catch (error) {
      // Whoever is not logged in has no scores; Start says so.
      if (!isStatus(error, 401)) set({ problem: sentenceOf(error) });
    }
  };
  void begin();

  return {
    ...state,
    /** Looks for data sets and networks. */
    look: (): void => {
      choosable().then(
        (found) => {
          if (!signal.aborted) set(found);
        },
        () => set({ datasets: [], networks: [] }),
      );
    },
    changeDraft: (draft: ScoreDraft): void => {
      set({ draft });
      keep(DRAFT_KEY, draft);
    },
    /** Shows another score; '' shows the draft. */
    show: (id: string): void => {
      set({ problem: '' });
      if (id === '') leave();
      else void follow(id);
    },
    start: (document: object): Promise<boolean> =>
      attempt(async () => {
        void follow(await (await calls()).startEvaluation(document));
        await refresh();
      }),
    stop: (): Promise<boolean> =>
      attempt(async (open) => {
        if (!open) return;
        set({ open: { ...open, isStopping: true } });
        await (await calls()).endEvaluation(open.status.id);
      }),
    /** Deletes the score that is shown, which has ended. */
    remove: (): Promise<boolean> =>
      attempt(async (open) => {
        if (open) await (await calls()).endEvaluation(open.status.id);
        leave();
        await refresh();
      }),
    /** Goes on with a score that was stopped, with the pictures that are left. */
    goOn: (): Promise<boolean> =>
      attempt(async (open) => {
        if (!open) return;
        await (await calls()).resumeEvaluation(open.status.id);
        void follow(open.status.id);
        await refresh();
      }),
  };
}

export type ScoreStore = ReturnType<typeof createScoreStore>;
/** The store as the tab has it: its state, and what changes it. */
export type Scores = ScoresState & Omit<ScoreStore, keyof Readable<unknown> | 'set'>;

import type { StudyDocument, StudyRun, StudyStatus } from '@lumenloom/contract';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { RequestError } from '../../../api/request.ts';
import { DRAFTS } from '../../kit/study/kept-fields.ts';
import { writable, type Readable } from '../../model/store.ts';
import { emptyDraft, type StudyDraft } from './study-draft.ts';

/** A study with the runs that have come. */
export interface OpenStudy {
  readonly status: StudyStatus;
  readonly document: StudyDocument;
  /** In their order. */
  readonly runs: readonly StudyRun[];
  /** When the first of its runs came to this page, ms since 1970, and how many came with it. */
  readonly since: { readonly at: number; readonly runs: number } | undefined;
  /** results.json, once it is done. */
  readonly results: unknown;
}

export const isUnfinished = ({ state }: Pick<StudyStatus, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** The calls come with their schemas, which a workbench without studies does not load. */
const calls = () => import('../../../api/studies.ts');

const KEY = 'study';
const DRAFT_KEY = DRAFTS.study;
/** The page is drawn anew at most this often while runs come, ms. */
const DRAW_MS = 400;

const sentenceOf = (error: unknown): string =>
  error instanceof RequestError && error.status === 401
    ? 'Log in to compute studies.'
    : error instanceof Error
      ? error.message
      : String(error);

/** The draft that this tab has kept. */
function keptDraft(): StudyDraft {
  const draft = readKept(DRAFT_KEY) as StudyDraft | undefined;
  return draft && Object.keys(emptyDraft).every((key) => key in draft) ? draft : emptyDraft;
}

/** A study with more and more of its runs, and at the end with its results. */
async function* studyAsItComes(id: string, signal: AbortSignal): AsyncGenerator<OpenStudy, void> {
  const { studyDocument, studyResults, studyRuns, studyStatus } = await calls();
  const [status, document] = await Promise.all([
    studyStatus(id, signal),
    studyDocument(id, signal),
  ]);
  let study: OpenStudy = { status, document, runs: [], since: undefined, results: undefined };
  let drawn = Date.now();
  yield study;
  for await (const lines of studyRuns(id, signal)) {
    const runs = [...study.runs, ...lines].sort((one, other) => one.run - other.run);
    // Whatever it waited for is there.
    const going = { ...study.status, message: '' };
    study = {
      ...study,
      status: going,
      runs,
      since: study.since ?? { at: Date.now(), runs: runs.length },
    };
    if (Date.now() - drawn < DRAW_MS) continue;
    drawn = Date.now();
    yield study;
  }
  const ended = await studyStatus(id, signal);
  const results = ended.state === 'done' ? await studyResults(id, signal) : undefined;
  yield { ...study, status: ended, results };
}

/** What the tab and the view show. */
export interface StudiesState {
  readonly draft: StudyDraft;
  readonly list: readonly StudyStatus[];
  readonly open: OpenStudy | undefined;
  readonly problem: string;
  /** What is done before a study starts by itself; '' for nothing. */
  readonly busy: string;
  /** The run that was picked. */
  readonly picked: number | undefined;
}

/** What is shown, and what changes it. */
function createState(signal: AbortSignal) {
  const state = writable<StudiesState>({
    ...{ draft: keptDraft(), list: [], open: undefined, problem: '', busy: '' },
    picked: undefined,
  });
  const set = (changes: Partial<StudiesState>): void =>
    state.set({ ...state.current(), ...changes });
  let following: AbortController | undefined;
  const leave = (): void => following?.abort();
  signal.addEventListener('abort', leave, { once: true });
  /** Follows a study in place of the one before. */
  const follow = async (id: string): Promise<void> => {
    leave();
    const { signal: followed } = (following = new AbortController());
    keep(KEY, id);
    set({ picked: undefined });
    try {
      for await (const study of studyAsItComes(id, followed)) set({ open: study });
      set({ list: await (await calls()).listStudies() });
    } catch (error) {
      if (!followed.aborted) set({ problem: sentenceOf(error) });
    }
  };
  /** Calls the server; a refusal becomes the problem. @returns whether it was done. */
  const attempt = async (act: () => Promise<void>): Promise<boolean> => {
    set({ problem: '' });
    try {
      await act();
      return true;
    } catch (error) {
      set({ problem: sentenceOf(error) });
      return false;
    }
  };
  return { state, set, follow, leave, attempt };
}

/** The studies of the account: the one that is shown, with its runs as they come, and a draft. */
export function createStudyStore(signal: AbortSignal) {
  const { state, set, follow, leave, attempt } = createState(signal);
  const begin = async (): Promise<void> => {
    try {
      const list = await (await calls()).listStudies();
      if (signal.aborted) return;
      set({ list });
      const id = readKept(KEY);
      const shown = list.find((study) => study.id === id) ?? list.find(isUnfinished);
      if (shown) void follow(shown.id);
    } catch (error) {
      // Whoever is not logged in has no studies; Start says so.
      if (!(error instanceof RequestError && error.status === 401))
        set({ problem: sentenceOf(error) });
    }
  };
  void begin();
  const start = async (document: object): Promise<void> => {
    const { listStudies, startStudy } = await calls();
    const id = await startStudy(document);
    set({ list: await listStudies() });
    void follow(id);
  };
  return {
    ...state,
    changeDraft: (draft: StudyDraft): void => {
      set({ draft });
      keep(DRAFT_KEY, draft);
    },
    pick: (picked: number): void => set({ picked }),
    /** Shows another study; '' shows the draft. */
    show: (id: string): void => {
      set({ problem: '' });
      if (id !== '') {
        void follow(id);
        return;
      }
      leave();
      keep(KEY, '');
      set({ open: undefined });
    },
    /** Starts a study; false where the server refuses it. */
    start: (document: object): Promise<boolean> => attempt(() => start(document)),
    /**
     * Starts a study that is prepared first.
     *
     * @param words what is done meanwhile.
     * @param prepare returns its document. @throws Error with a sentence.
     */
    startPrepared: (words: string, prepare: (signal: AbortSignal) => Promise<object>) =>
      attempt(async () => {
        set({ busy: words });
        try {
          await start(await prepare(signal));
        } finally {
          set({ busy: '' });
        }
      }),
    stop: (): Promise<boolean> =>
      attempt(async () => {
        const { open } = state.current();
        if (open) await (await calls()).endStudy(open.status.id);
      }),
    /** Goes on with the study that is shown. @param moreRuns beyond its budget. */
    goOn: (moreRuns?: number): Promise<boolean> =>
      attempt(async () => {
        const { open } = state.current();
        if (!open) return;
        await (await calls()).resumeStudy(open.status.id, moreRuns);
        void follow(open.status.id);
      }),
  };
}

export type StudyStore = ReturnType<typeof createStudyStore>;
/** The store as the tab has it: its state, and what changes it. */
export type Studies = StudiesState & Omit<StudyStore, keyof Readable<unknown> | 'set'>;

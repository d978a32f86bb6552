import type { SweepDocument, SweepOutcome, SweepStatus } from '@lumenloom/contract';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { RequestError } from '../../../api/request.ts';
import { DRAFTS } from '../../kit/study/kept-fields.ts';
import { writable, type Readable } from '../../model/store.ts';
import { emptyDraft, type SweepDraft } from './sweep-draft.ts';

/** A sweep with the results that have come. */
export interface OpenSweep {
  readonly status: SweepStatus;
  readonly document: SweepDocument;
  /** In their order, whichever ended first. */
  readonly runs: readonly SweepOutcome[];
  /** When the first of its results came to this page, ms since 1970, and how many came with it. */
  readonly since: { readonly at: number; readonly runs: number } | undefined;
}

export const isUnfinished = ({ state }: Pick<SweepStatus, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** The calls come with their schemas, which a workbench without sweeps does not load. */
const calls = () => import('../../../api/sweeps.ts');

const KEY = 'sweep';
const DRAFT_KEY = DRAFTS.sweep;
/** The page is drawn anew at most this often while results come, ms. */
const DRAW_MS = 400;

const sentenceOf = (error: unknown): string =>
  error instanceof RequestError && error.status === 401
    ? 'Log in to compute sweeps.'
    : error instanceof Error
      ? error.message
      : String(error);

/** The draft that this tab has kept. */
function keptDraft(): SweepDraft {
  const draft = readKept(DRAFT_KEY) as SweepDraft | undefined;
  return draft && Object.keys(emptyDraft).every((key) => key in draft) ? draft : emptyDraft;
}

/** A sweep with more and more of its results, and at the end with its last state. */
async function* sweepAsItComes(id: string, signal: AbortSignal): AsyncGenerator<OpenSweep, void> {
  const { sweepDocument, sweepResults, sweepStatus } = await calls();
  const [status, document] = await Promise.all([
    sweepStatus(id, signal),
    sweepDocument(id, signal),
  ]);
  let sweep: OpenSweep = { status, document, runs: [], since: undefined };
  let drawn = Date.now();
  yield sweep;
  for await (const outcomes of sweepResults(id, signal)) {
    const runs = [...sweep.runs, ...outcomes].sort((one, other) => one.run - other.run);
    // Whatever it waited for is there.
    const going = { ...sweep.status, message: '' };
    sweep = {
      ...sweep,
      status: going,
      runs,
      since: sweep.since ?? { at: Date.now(), runs: runs.length },
    };
    if (Date.now() - drawn < DRAW_MS) continue;
    drawn = Date.now();
    yield sweep;
  }
  yield { ...sweep, status: await sweepStatus(id, signal) };
}

/** What the tab and the view show. */
export interface SweepsState {
  readonly draft: SweepDraft;
  readonly list: readonly SweepStatus[];
  readonly open: OpenSweep | undefined;
  readonly problem: string;
  /** The runs of the sweep that were picked. */
  readonly picked: PickedRunNumbers | undefined;
}

/** Numbers of the runs that were picked: the one before, and the last. */
export interface PickedRunNumbers {
  readonly before: number | undefined;
  readonly last: number;
}

/**
 * The sweeps of the account: the one that is shown, with its results as they come, and a draft of
 * the next.
 */
export function createSweepStore(signal: AbortSignal) {
  const state = writable<SweepsState>({
    draft: keptDraft(),
    list: [],
    open: undefined,
    problem: '',
    picked: undefined,
  });
  const set = (changes: Partial<SweepsState>): void =>
    state.set({ ...state.current(), ...changes });
  let following: AbortController | undefined;
  signal.addEventListener('abort', () => following?.abort(), { once: true });

  const follow = async (id: string): Promise<void> => {
    following?.abort();
    const { signal: followed } = (following = new AbortController());
    keep(KEY, id);
    try {
      for await (const sweep of sweepAsItComes(id, followed)) set({ open: sweep });
      set({ list: await (await calls()).listSweeps() });
    } catch (error) {
      if (!followed.aborted) set({ problem: sentenceOf(error) });
    }
  };

  const begin = async (): Promise<void> => {
    try {
      const list = await (await calls()).listSweeps();
      if (signal.aborted) return;
      set({ list });
      const id = readKept(KEY);
      const shown = list.find((sweep) => sweep.id === id) ?? list.find(isUnfinished);
      if (shown) void follow(shown.id);
    } catch (error) {
      // Whoever is not logged in has no sweeps; Start says so.
      if (!(error instanceof RequestError && error.status === 401))
        set({ problem: sentenceOf(error) });
    }
  };
  void begin();

  return {
    ...state,
    changeDraft: (draft: SweepDraft): void => {
      set({ draft });
      keep(DRAFT_KEY, draft);
    },
    pick: (last: number): void => {
      const { picked } = state.current();
      set({ picked: { before: picked?.last === last ? picked.before : picked?.last, last } });
    },
    /** Shows another sweep; '' shows the draft. */
    show: (id: string): void => {
      set({ problem: '' });
      if (id !== '') {
        void follow(id);
        return;
      }
      following?.abort();
      keep(KEY, '');
      set({ open: undefined });
    },
    /** Starts a sweep; false where the server refuses it. */
    start: async (document: object): Promise<boolean> => {
      set({ problem: '' });
      try {
        const { listSweeps, startSweep } = await calls();
        const id = await startSweep(document);
        set({ list: await listSweeps() });
        void follow(id);
        return true;
      } catch (error) {
        set({ problem: sentenceOf(error) });
        return false;
      }
    },
    stop: async (): Promise<void> => {
      const { open } = state.current();
      try {
        if (open) await (await calls()).endSweep(open.status.id);
      } catch (error) {
        set({ problem: sentenceOf(error) });
      }
    },
  };
}

export type SweepStore = ReturnType<typeof createSweepStore>;
/** The store as the tab has it: its state, and what changes it. */
export type Sweeps = SweepsState & Omit<SweepStore, keyof Readable<unknown> | 'set'>;

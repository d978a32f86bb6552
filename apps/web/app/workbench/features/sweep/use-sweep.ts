import type { SweepDocument, SweepOutcome, SweepStatus } from '@lumenloom/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { RequestError } from '../../../api/request.ts';
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
const DRAFT_KEY = 'draft of a sweep';
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
    sweep = { ...sweep, runs, since: sweep.since ?? { at: Date.now(), runs: runs.length } };
    if (Date.now() - drawn < DRAW_MS) continue;
    drawn = Date.now();
    yield sweep;
  }
  yield { ...sweep, status: await sweepStatus(id, signal) };
}

/**
 * The sweeps of the account: the one that is shown, with its results as they come, and a draft of
 * the next.
 *
 * @param isOn whether this deployment has sweeps; else nothing is asked for.
 */
export function useSweep(isOn: boolean) {
  const [draft, setDraft] = useState(keptDraft);
  const [list, setList] = useState<readonly SweepStatus[]>([]);
  const [open, setOpen] = useState<OpenSweep>();
  const [problem, setProblem] = useState('');
  const following = useRef<AbortController>(undefined);

  const changeDraft = (next: SweepDraft): void => {
    setDraft(next);
    keep(DRAFT_KEY, next);
  };

  const follow = async (id: string): Promise<void> => {
    following.current?.abort();
    const { signal } = (following.current = new AbortController());
    keep(KEY, id);
    try {
      for await (const sweep of sweepAsItComes(id, signal)) setOpen(sweep);
      setList(await (await calls()).listSweeps());
    } catch (error) {
      if (!signal.aborted) setProblem(sentenceOf(error));
    }
  };

  const onList = useEffectEvent((sweeps: readonly SweepStatus[]): void => {
    setList(sweeps);
    const id = readKept(KEY);
    const shown = sweeps.find((sweep) => sweep.id === id) ?? sweeps.find(isUnfinished);
    if (shown) void follow(shown.id);
  });
  useEffect(() => {
    if (!isOn) return;
    void calls()
      .then(({ listSweeps }) => listSweeps())
      .then(onList, (error: unknown) => {
        // Whoever is not logged in has no sweeps; Start says so.
        if (!(error instanceof RequestError && error.status === 401)) setProblem(sentenceOf(error));
      });
    return () => following.current?.abort();
  }, [isOn]);

  return {
    draft,
    changeDraft,
    list,
    open,
    problem,
    /** Shows another sweep; '' shows the draft. */
    show: (id: string): void => {
      setProblem('');
      if (id !== '') {
        void follow(id);
        return;
      }
      following.current?.abort();
      keep(KEY, '');
      setOpen(undefined);
    },
    /** Starts a sweep; false where the server refuses it. */
    start: async (document: object): Promise<boolean> => {
      setProblem('');
      try {
        const { listSweeps, startSweep } = await calls();
        const id = await startSweep(document);
        setList(await listSweeps());
        void follow(id);
        return true;
      } catch (error) {
        setProblem(sentenceOf(error));
        return false;
      }
    },
    stop: async (): Promise<void> => {
      try {
        if (open) await (await calls()).endSweep(open.status.id);
      } catch (error) {
        setProblem(sentenceOf(error));
      }
    },
  };
}

export type Sweeps = ReturnType<typeof useSweep>;

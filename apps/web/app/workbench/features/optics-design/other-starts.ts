import type { EngineProgress, FoundLens } from '@lumenloom/browser-host';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { failureOf } from '../../kit/design/failure.ts';
import { longWork } from '../../kit/design/long-work.ts';
import type { Steps } from '../../kit/design/steps.ts';
import type { Readable } from '../../model/store.ts';
import { startsStudy, type LensDraft } from './lens-draft.ts';
import type { Held } from './table-edits.ts';

/** A search from other starts, and what it has found so far. */
export interface Found {
  readonly study: ReturnType<typeof startsStudy>;
  readonly merit: 'spot' | 'wavefront';
  /** That are searched or shall be. */
  readonly starts: number;
  readonly done: number;
  readonly opened: number;
  /** The best first. */
  readonly lenses: readonly FoundLens[];
}

const KEY = 'lensStarts';
/** Steps from each start. */
const STEPS = 120;
/** Starts after which the lenses are kept: some for each thread. */
const PART = 16;
const NO_LENSES = 'The search was stopped.';

interface Changes {
  readonly found?: Found;
  /** Progress of starts while they are searched. */
  readonly starting?: EngineProgress | undefined;
  readonly note?: string;
}

/** What the search of this tab found last. */
export const keptFound = (): Found | undefined => readKept(KEY) as Found | undefined;

/** Searches lenses from other starts. Over a reload what it found stays, and it goes on. */
export function startingOver(
  state: Readable<Pick<Steps<LensDraft>, 'now'> & { readonly found: Found | undefined }>,
  set: (changes: Changes) => void,
  signal: AbortSignal,
) {
  const { start } = longWork(
    ({ progress, ...changes }) => set({ ...changes, starting: progress }),
    signal,
    NO_LENSES,
    true,
  );
  let stop: (() => void) | undefined;
  /** Goes on with a search until it has all of its starts, or is stopped. */
  const goOn = async (begun: Found): Promise<void> =>
    start(async (engine, isOver) => {
      const started = await engine();
      const stopping = new AbortController();
      stop = () => {
        stopping.abort();
        started.stop();
      };
      let found = begun;
      do {
        const { study, starts, done: from, lenses: known } = found;
        let done = from;
        if (from > 0) set({ starting: { done, all: starts } });
        const answer = await started.lensSearch(
          ...([study, STEPS, { from, to: from + PART, known }] as const),
          (progress) => {
            done = from + progress.done;
            if (!isOver()) set({ starting: { done, all: starts } });
          },
        );
        if (isOver()) return;
        if (answer.kind !== 'lens search') {
          set({ note: failureOf(answer, NO_LENSES).message });
          return;
        }
        const { lenses } = answer;
        found = {
          ...found,
          lenses,
          opened: found.opened + answer.opened,
          ...(stopping.signal.aborted
            ? { starts: done, done }
            : { done: Math.min(starts, from + PART) }),
        };
        keep(KEY, found);
        set({ found });
      } while (!stopping.signal.aborted && found.done < found.starts);
    });
  return {
    /** @param figures of the lens, which the others have too. */
    startOver: async (starts: string, figures: Held): Promise<void> => {
      const draft = state.current().now?.draft;
      if (!draft) return;
      const study = startsStudy(draft, figures, starts);
      await goOn({
        study,
        merit: draft.merit?.merit ?? 'spot',
        starts: Number(study.algorithm.starts),
        done: 0,
        opened: 0,
        lenses: [],
      });
    },
    /** Goes on with the search that a reload has interrupted. */
    goOnStarting: (): void => {
      const { found } = state.current();
      if (found && found.done < found.starts) void goOn(found);
    },
    /** Ends the search with the lenses that are there. */
    stopStarts: (): void => stop?.(),
  };
}

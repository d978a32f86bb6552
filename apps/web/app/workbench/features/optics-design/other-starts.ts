import type { EngineProgress, FoundLens, LensFile } from '@lumenloom/browser-host';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { failureOf } from '../../kit/design/failure.ts';
import { longWork } from '../../kit/design/long-work.ts';
import type { Steps } from '../../kit/design/steps.ts';
import type { Readable } from '../../model/store.ts';
import { startsStudy, type LensDraft } from './lens-draft.ts';
import type { Held } from './table-edits.ts';

/** What a search from other starts has found. */
export interface Found {
  /** The lens whose numbers were drawn anew. */
  readonly from: LensFile;
  readonly merit: 'spot' | 'wavefront';
  readonly starts: number;
  readonly opened: number;
  /** The best first. */
  readonly lenses: readonly FoundLens[];
}

const KEY = 'lensStarts';
/** Steps from each start. */
const STEPS = 120;
const NO_LENSES = 'The search was stopped.';

interface Changes {
  readonly found?: Found;
  /** Of starts while they are searched. */
  readonly starting?: EngineProgress | undefined;
  readonly note?: string;
}

/** What the search of this tab found last. */
export const keptFound = (): Found | undefined => readKept(KEY) as Found | undefined;

/** Searches lenses from other starts; what it found stays over a reload. */
export function startingOver(
  state: Readable<Pick<Steps<LensDraft>, 'now'>>,
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
  return {
    /** @param figures of the lens, which the others have too. */
    startOver: async (starts: string, figures: Held): Promise<void> => {
      const draft = state.current().now?.draft;
      if (!draft) return;
      await start(async (engine, isOver) => {
        const started = await engine();
        ({ stop } = started);
        const answer = await started.lensSearch(
          startsStudy(draft, figures, starts),
          STEPS,
          (progress) => {
            if (!isOver()) set({ starting: progress });
          },
        );
        stop = undefined;
        if (isOver()) return;
        if (answer.kind !== 'lens search') {
          set({ note: failureOf(answer, NO_LENSES).message });
          return;
        }
        const { lenses, opened } = answer;
        const found = {
          ...{ from: draft.lens, merit: draft.merit?.merit ?? 'spot' },
          ...{ starts: Number(starts), opened, lenses },
        };
        keep(KEY, found);
        set({ found });
      });
    },
    /** Ends the search with the lenses that are there. */
    stopStarts: (): void => stop?.(),
  };
}

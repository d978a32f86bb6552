import type { EngineProgress, ToleranceResult } from '@lumenloom/browser-host';
import { failureOf, type Failure } from '../../kit/design/failure.ts';
import { longWork } from '../../kit/design/long-work.ts';
import type { Steps } from '../../kit/design/steps.ts';
import type { createSmallEngine } from '../../kit/small-engine.ts';
import type { Readable } from '../../model/store.ts';
import type { LensDraft } from './lens-draft.ts';
import { toleranceDocument, tolerancedMerit, type ErrorKind } from './tolerances.ts';

/** Lenses that were drawn, of which draft, and what the newest draft gave in their place. */
export interface Toleranced {
  readonly draft: LensDraft;
  readonly merit: 'spot' | 'wavefront';
  readonly value: ToleranceResult | undefined;
  readonly failure: Failure | undefined;
  /** The error at fault, where it is known. */
  readonly wrong: ErrorKind | undefined;
}

const STOPPED = 'Stopped: no lenses were drawn.';

interface Changes {
  readonly toleranced?: Toleranced;
  readonly progress?: EngineProgress | undefined;
  readonly note?: string;
}

/** Draws lenses within the tolerances of the draft. */
export function tolerating(
  state: Readable<Pick<Steps<LensDraft>, 'now'> & { readonly toleranced: Toleranced | undefined }>,
  set: (changes: Changes) => void,
  signal: AbortSignal,
) {
  const { start, stop } = longWork(set, signal, STOPPED);
  const draw = async (
    draft: LensDraft,
    engine: ReturnType<typeof createSmallEngine>,
    isOver: () => boolean,
  ): Promise<void> => {
    const merit = draft.merit?.merit ?? 'spot';
    const give = (result: Pick<Toleranced, 'failure' | 'wrong'> & Partial<Toleranced>): void =>
      set({ toleranced: { value: state.current().toleranced?.value, ...result, draft, merit } });
    const started = await engine();
    const before = await started.lensMerit(tolerancedMerit(draft.lens, merit));
    if (isOver()) return;
    if (before.kind !== 'lens merit') {
      give({ failure: failureOf(before, STOPPED), wrong: undefined });
      return;
    }
    const { kinds, document } = toleranceDocument(draft, merit, before.figures.merit);
    const answer = await started.lensTolerances(document, (progress) => {
      if (!isOver()) set({ progress });
    });
    if (isOver()) return;
    if (answer.kind === 'lens tolerances')
      give({ value: answer.result, failure: undefined, wrong: undefined });
    else {
      const failure = failureOf(answer, STOPPED);
      const [, at] = /^tolerances\[(\d+)\]/.exec(failure.field ?? '') ?? [];
      give({ failure, wrong: at === undefined ? undefined : kinds[Number(at)] });
    }
  };
  return {
    tolerate: async (): Promise<void> => {
      const draft = state.current().now?.draft;
      if (draft) await start((engine, isOver) => draw(draft, engine, isOver));
    },
    stopTolerating: stop,
  };
}

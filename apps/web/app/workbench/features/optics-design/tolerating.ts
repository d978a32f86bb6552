import type { EngineProgress, ToleranceResult } from '@lumenloom/browser-host';
import { failureOf, NO_ENGINE, type Failure } from '../../kit/design/failure.ts';
import type { Steps } from '../../kit/design/steps.ts';
import { createSmallEngine } from '../../kit/small-engine.ts';
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

/** Lenses are drawn by an engine of their own, so that the analyses follow meanwhile. */
export function tolerating(
  state: Readable<Pick<Steps<LensDraft>, 'now'> & { readonly toleranced: Toleranced | undefined }>,
  set: (changes: Changes) => void,
  signal: AbortSignal,
) {
  let life: AbortController | undefined;
  const draw = async (
    draft: LensDraft,
    { aborted }: { readonly aborted: () => boolean },
    engine: ReturnType<typeof createSmallEngine>,
  ): Promise<void> => {
    const merit = draft.merit?.merit ?? 'spot';
    const give = (result: Pick<Toleranced, 'failure' | 'wrong'> & Partial<Toleranced>): void =>
      set({ toleranced: { value: state.current().toleranced?.value, ...result, draft, merit } });
    const started = await engine();
    const before = await started.lensMerit(tolerancedMerit(draft.lens, merit));
    if (aborted()) return;
    if (before.kind !== 'lens merit') {
      give({ failure: failureOf(before, STOPPED), wrong: undefined });
      return;
    }
    const { kinds, document } = toleranceDocument(draft, merit, before.figures.merit);
    const answer = await started.lensTolerances(document, (progress) => {
      if (!aborted()) set({ progress });
    });
    if (aborted()) return;
    if (answer.kind === 'lens tolerances')
      give({ value: answer.result, failure: undefined, wrong: undefined });
    else {
      const failure = failureOf(answer, STOPPED);
      const [, at] = /^tolerances\[(\d+)\]/.exec(failure.field ?? '') ?? [];
      give({ failure, wrong: at === undefined ? undefined : kinds[Number(at)] });
    }
  };
  const tolerate = async (): Promise<void> => {
    const draft = state.current().now?.draft;
    if (!draft || life) return;
    const own = new AbortController();
    life = own;
    const either = AbortSignal.any([own.signal, signal]);
    set({ progress: { done: 0, all: 0 }, note: '' });
    try {
      await draw(draft, { aborted: () => either.aborted }, createSmallEngine(either));
    } catch {
      if (!either.aborted) set({ note: NO_ENGINE });
    } finally {
      own.abort();
      if (life === own) {
        life = undefined;
        if (!signal.aborted) set({ progress: undefined });
      }
    }
  };
  return {
    tolerate,
    stopTolerating: (): void => {
      if (!life) return;
      life.abort();
      life = undefined;
      set({ progress: undefined, note: STOPPED });
    },
  };
}

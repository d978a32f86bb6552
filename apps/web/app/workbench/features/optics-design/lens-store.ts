import type { LensFile, LensResultName, LensResults } from '@lumenloom/browser-host';
import { ownName } from '@lumenloom/contract';
import { optics } from '@lumenloom/engine/catalogue';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { addDesign } from '../../kit/design/add-design.ts';
import { failureOf, NO_ENGINE, sentenceOf, type Failure } from '../../kit/design/failure.ts';
import { movedBy, stepped, type Steps } from '../../kit/design/steps.ts';
import { createSmallEngine } from '../../kit/small-engine.ts';
import { writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { ANALYSES, settingsOf, type AnalysisName } from './analyses.ts';
import { studyOf, type LensDraft } from './lens-draft.ts';

/** The last value of a result, of which lens it is, and what the newest lens gave in its place. */
interface Result<Value> {
  readonly lens: LensFile;
  readonly value: Value | undefined;
  readonly failure: Failure | undefined;
}
export type Results = Readonly<{ [Name in LensResultName]?: Result<LensResults[Name]> }>;

export interface LensState extends Steps<LensDraft> {
  readonly results: Results;
  readonly slots: readonly AnalysisName[];
  readonly isSearching: boolean;
  /** What is said under the table; '' for nothing. */
  readonly note: string;
}

export interface LensStore extends Readable<LensState> {
  /** Opens the lens of the recipe where none is open. */
  readonly begin: () => void;
  /** Opens a lens that a recipe can name. */
  readonly open: (choice: string) => Promise<void>;
  /** Adds a file to the account, and opens its lens; a refused one leaves the lens. */
  readonly openFile: (file: File) => Promise<void>;
  readonly edit: (draft: LensDraft, name: string) => void;
  readonly move: (by: -1 | 1) => void;
  readonly showIn: (slot: number, analysis: AnalysisName) => void;
  readonly search: () => Promise<void>;
  readonly stop: () => void;
  /** Saves the lens as a file of the account. @returns how a recipe names it. */
  readonly save: () => Promise<string | undefined>;
  readonly say: (note: string) => void;
}

const KEY = 'lens';
export const FIRST_LENS = optics['double-gauss'].label;
const FIRST_SLOTS: readonly AnalysisName[] = ['spot', 'mtf'];
/** Steps of a search between two drawings, and the gain below which it has arrived. */
const STEPS = 3;
const ARRIVED = 1e-4;

/** The draft that this tab has kept. */
const keptDraft = (): LensDraft | undefined => readKept(KEY) as LensDraft | undefined;

const NO_LENS = 'There is no such lens.';

/** The lens that is designed, what is computed of it, and what changes it. */
export function createLensStore({ recipe, signal }: Pick<Bench, 'recipe' | 'signal'>): LensStore {
  const kept = keptDraft();
  const state = writable<LensState>({
    ...{ past: [], future: [], results: {}, slots: FIRST_SLOTS, isSearching: false, note: '' },
    now: kept && { draft: kept, name: '' },
  });
  const set = (changes: Partial<LensState>): void => state.set({ ...state.current(), ...changes });
  const engine = createSmallEngine(signal);
  const compute = computing(state, set, engine, signal);

  const step = (draft: LensDraft, name: string): void => {
    keep(KEY, draft);
    set({ ...stepped(state.current(), draft, name), note: '' });
    compute();
  };

  const open = async (choice: string): Promise<void> => {
    try {
      const answer = await (await engine()).lensFile(choice);
      if (signal.aborted) return;
      if (answer.kind === 'lens file') {
        const { lens } = answer;
        step({ lens, varied: [], saved: { lens, choice } }, `opened ${lens.name}`);
      } else set({ note: failureOf(answer, NO_LENS).message });
    } catch {
      set({ note: NO_ENGINE });
    }
  };

  return {
    current: state.current,
    subscribe: state.subscribe,
    begin: () => {
      if (state.current().now) compute();
      else void open(recipe.current().optics || FIRST_LENS);
    },
    open,
    openFile: (file) =>
      added(file, file.name.replace(/\.\w+$/, ''), signal)
        .then(open)
        .catch((error: unknown) => {
          if (!signal.aborted) set({ note: sentenceOf(error) });
        }),
    edit: step,
    move: (by) => {
      const moved = movedBy(state.current(), by);
      if (!moved) return;
      keep(KEY, moved.now.draft);
      set({ ...moved, note: '' });
      compute();
    },
    showIn: (slot, analysis) => {
      set({ slots: state.current().slots.map((one, i) => (i === slot ? analysis : one)) });
      compute();
    },
    search: () => searching(state, { set, step, compute, engine, signal }),
    stop: () => set({ isSearching: false }),
    save: () => saving(state, set, signal),
    say: (note) => set({ note }),
  };
}

/** Adds a lens to the files of the account. @returns how a recipe names it. */
async function added(file: File, name: string, signal: AbortSignal): Promise<string> {
  return ownName((await addDesign('lens', file, name, signal)).id);
}

/** Saves the lens; one that is as it was opened has its name already. */
async function saving(
  state: Readable<LensState>,
  set: Set,
  signal: AbortSignal,
): Promise<string | undefined> {
  const before = state.current().now;
  if (!before) return undefined;
  const { lens, saved } = before.draft;
  if (lens === saved.lens) return saved.choice;
  try {
    const file = new File([JSON.stringify(lens)], `${lens.name}.json`);
    const choice = await added(file, lens.name, signal);
    const now = state.current().now!;
    const draft = { ...now.draft, saved: { lens, choice } };
    keep(KEY, draft);
    set({ now: { ...now, draft }, note: `Saved as ${lens.name}, in Mine.` });
    return choice;
  } catch (error) {
    if (!signal.aborted) set({ note: sentenceOf(error) });
    return undefined;
  }
}

type Set = (changes: Partial<LensState>) => void;
type Engine = ReturnType<typeof createSmallEngine>;

/** Computes what is shown, one result after the other, until all is of the newest lens. */
function computing(
  state: Readable<LensState>,
  set: Set,
  engine: Engine,
  signal: AbortSignal,
): () => void {
  let isComputing = false;
  const nextOf = (): LensResultName | undefined => {
    const { now, results, slots } = state.current();
    const lens = now?.draft.lens;
    const wanted: readonly LensResultName[] = [
      'layout',
      ...slots.flatMap((slot) => ANALYSES[slot].needs),
    ];
    return lens && wanted.find((name) => results[name]?.lens !== lens);
  };
  const computeAll = async (): Promise<void> => {
    if (isComputing) return;
    isComputing = true;
    try {
      for (let name = nextOf(); name && !signal.aborted; name = nextOf()) {
        const { lens } = state.current().now!.draft;
        const started = await engine();
        const answer = await started.lensResult(lens, name, settingsOf(name));
        const { results } = state.current();
        const result =
          answer.kind === 'lens result'
            ? { lens, value: answer.value, failure: undefined }
            : { lens, value: results[name]?.value, failure: failureOf(answer, NO_LENS) };
        set({ results: { ...results, [name]: result } });
      }
    } catch {
      set({ note: NO_ENGINE });
    } finally {
      isComputing = false;
    }
  };
  return () => void computeAll();
}

/** Searches a better lens; the drawing follows. All of it is one step of the history. */
async function searching(
  state: Readable<LensState>,
  {
    set,
    step,
    compute,
    engine,
    signal,
  }: {
    readonly set: Set;
    readonly step: (draft: LensDraft, name: string) => void;
    readonly compute: () => void;
    readonly engine: Engine;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { now, results } = state.current();
  const focalLengthMm = results.layout?.value?.figures.focalLengthMm;
  if (!now || focalLengthMm === undefined || now.draft.varied.length === 0) return;
  set({ isSearching: true, note: 'Searching …' });
  let first: number | undefined;
  let merit = Infinity;
  let { draft } = now;
  const isGoing = (): boolean =>
    state.current().isSearching && !signal.aborted && state.current().now?.draft === draft;
  while (isGoing()) {
    const started = await engine();
    const answer = await started.betterLens(studyOf(draft, focalLengthMm), STEPS);
    if (!isGoing()) break;
    if (answer.kind !== 'better lens') {
      set({ note: failureOf(answer, NO_LENS).message });
      break;
    }
    first ??= answer.meritBefore;
    const gain = answer.meritBefore - answer.merit;
    merit = answer.merit;
    draft = { ...draft, lens: answer.lens };
    set({ now: { draft, name: now.name }, note: `Merit ${shown(first)} → ${shown(merit)}` });
    compute();
    if (gain <= ARRIVED * answer.meritBefore) break;
  }
  set({ isSearching: false });
  if (first === undefined || state.current().now?.draft !== draft) return;
  const words = `Optimise: merit ${shown(first)} → ${shown(merit)}`;
  // The lens before the search is the step before it.
  set({ now });
  step(draft, words);
  set({ note: words });
}

const shown = (merit: number): string => merit.toPrecision(3);

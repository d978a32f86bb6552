import type {
  EngineProgress,
  LensFile,
  LensFormat,
  LensMerit,
  LensResult,
  LensResultName,
  LensResults,
  NoResult,
  PageEngine,
  PrintedGlass,
} from '@lumenloom/browser-host';
import { ownName } from '@lumenloom/contract';
import { optics } from '@lumenloom/engine/catalogue';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { addDesign } from '../../kit/design/add-design.ts';
import { createDesignPicture, type DesignPicture } from '../../kit/design/design-picture.ts';
import { failureOf, NO_ENGINE, sentenceOf, type Failure } from '../../kit/design/failure.ts';
import { movedBy, stepped, type Step, type Steps } from '../../kit/design/steps.ts';
import { joined } from '../../kit/design/use-in-recipe.ts';
import { createSmallEngine } from '../../kit/small-engine.ts';
import { reduceRecipe } from '../../model/recipe/recipe.ts';
import { writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { keepSettings, keptSettings, type AnalysedFor } from './analysed-for.ts';
import { ANALYSES, isAnalysis, settingsOf, type SlotName } from './analyses.ts';
import { keepSlots, keptSlots } from './kept-slots.ts';
import { documentOf, studyOf, type LensDraft } from './lens-draft.ts';
import type { Merit } from './merit.ts';
import { keptFound, startingOver, type Found } from './other-starts.ts';
import { openedLens, wholeLens as wholeFile } from './positions.ts';
import type { Held } from './table-edits.ts';
import { tolerating, type Toleranced } from './tolerating.ts';

/** The last value of a result, of which lens it is, and what the newest lens gave in its place. */
interface Result<Value> {
  readonly lens: LensFile;
  readonly value: Value | undefined;
  readonly failure: Failure | undefined;
}
export type Results = Readonly<{ [Name in LensResultName]?: Result<LensResults[Name]> }>;

export interface LensState extends Steps<LensDraft> {
  /** What `now` was before something is tried; undefined while nothing is. */
  readonly tried: Step<LensDraft> | undefined;
  readonly results: Results;
  /** The analyses of the lens as it was opened or saved last, where it is another one by now. */
  readonly saved: Results;
  /** Figures of the lens under its merit, with the merit. */
  readonly merit: (Result<LensMerit> & { readonly of: Merit | undefined }) | undefined;
  /** The lenses that were drawn last within tolerances. */
  readonly toleranced: Toleranced | undefined;
  /** What other starts came to. */
  readonly found: Found | undefined;
  /** Progress of starts while they are searched. */
  readonly starting: EngineProgress | undefined;
  /** Progress of lenses while they are drawn. */
  readonly progress: EngineProgress | undefined;
  /** Fields, wavelengths and object of drawing and analyses. */
  readonly analysed: AnalysedFor;
  /** What the places show, of which there is one at least. */
  readonly slots: readonly SlotName[];
  readonly isSearching: boolean;
  /** The sentence under the table; '' for none. */
  readonly note: string;
}

export interface LensStore extends Readable<LensState> {
  /** The picture of the recipe through the lens. */
  readonly picture: DesignPicture<LensFile>;
  /** Opens the lens of the recipe where none is open. */
  readonly begin: () => void;
  /** Opens a lens that a recipe can name. */
  readonly open: (choice: string) => Promise<void>;
  /** Adds a file to the account, and opens its lens; a refused one leaves the lens. */
  readonly openFile: (file: File) => Promise<void>;
  readonly edit: (draft: LensDraft, name: string) => void;
  /** Shows a lens without a step of the history, until the next edit; undefined: the one before. */
  readonly attempt: (lens: LensFile | undefined) => void;
  /** The glasses that the lens can have; none where they could not be loaded. */
  readonly glasses: () => Promise<readonly PrintedGlass[]>;
  /** The lens as the text of a file of that format. @returns undefined where it has no such. */
  readonly text: (format: LensFormat) => Promise<string | undefined>;
  readonly move: (by: -1 | 1) => void;
  /** Says how many places there are; others are not computed. */
  readonly setPlaces: (count: number) => void;
  /** Shows something in a place, or in the last where there is no such one. */
  readonly showIn: (slot: number, shown: SlotName) => void;
  readonly analyseFor: (analysed: AnalysedFor) => void;
  readonly search: () => Promise<void>;
  /** Searches lenses from other starts, at the figures of this one. */
  readonly startOver: (starts: string, figures: Held) => Promise<void>;
  /** Draws lenses within the tolerances. */
  readonly tolerate: () => Promise<void>;
  readonly stop: () => void;
  /** Saves the lens as a file of the account. @returns how a recipe names it. */
  readonly save: () => Promise<string | undefined>;
  readonly say: (note: string) => void;
}

const KEY = 'lens';
export const FIRST_LENS = optics['double-gauss'].label;
/** Steps of a search between two drawings, and the gain below which it has arrived. */
const STEPS = 3;
const ARRIVED = 1e-4;

/** The draft that this tab has kept. */
function keptDraft(): LensDraft | undefined {
  const kept = readKept(KEY) as LensDraft | undefined;
  if (!kept) return undefined;
  const { lens, saved } = kept;
  return { ...FRESH, ...kept, lens: isEqual(lens, saved.lens) ? saved.lens : lens };
}

const isEqual = (one: LensFile, other: LensFile): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What a lens that is opened has besides itself. */
const FRESH = { varied: [], follows: [] } as const;

const NO_LENS = 'There is no such lens.';

/** The lens that is designed, what is computed of it, and what changes it. */
export function createLensStore({ recipe, signal }: Pick<Bench, 'recipe' | 'signal'>): LensStore {
  const kept = keptDraft();
  const state = writable<LensState>({
    past: [],
    tried: undefined,
    future: [],
    results: {},
    saved: {},
    merit: undefined,
    toleranced: undefined,
    found: keptFound(),
    starting: undefined,
    progress: undefined,
    analysed: keptSettings(),
    slots: keptSlots().slice(0, 1),
    isSearching: false,
    note: '',
    now: kept && { draft: kept, name: '' },
  });
  const set = (changes: Partial<LensState>): void => state.set({ ...state.current(), ...changes });
  const engine = createSmallEngine(signal);
  const completed = new WeakSet<LensFile>();
  const picture = createDesignPicture<LensFile>({ recipe, signal }, 'optics', (asked, lens) => ({
    // Without a configuration: the lens is in its own.
    recipe: reduceRecipe(asked, { type: 'chosen', choice: 'optics', label: '' }),
    lens,
  }));
  const compute = computing(state, { set, engine, completed, signal, picture });

  const { step, attempt, move } = stepping(state, set, compute);
  const { tolerate, stopTolerating } = tolerating(state, set, signal);
  const { startOver, goOnStarting, stopStarts } = startingOver(state, set, signal);

  const open = async (choice: string): Promise<void> => {
    try {
      const answer = await (await engine()).lensFile(choice);
      if (signal.aborted) return;
      if (answer.kind === 'lens file') {
        const opened = openedLens(answer.lens);
        step({ ...FRESH, ...opened, saved: { ...opened, choice } }, `opened ${opened.lens.name}`);
      } else set({ note: failureOf(answer, NO_LENS).message });
    } catch {
      set({ note: NO_ENGINE });
    }
  };

  const { current, subscribe } = state;
  return {
    current,
    subscribe,
    picture,
    begin: () => {
      goOnStarting();
      if (state.current().now) compute();
      else void open(recipe.current().optics || FIRST_LENS);
    },
    open,
    openFile: (file) =>
      added(file, file.name.replace(/\.\w+$/, ''), signal)
        .then(({ choice }) => open(choice))
        .catch((error: unknown) => {
          if (!signal.aborted) set({ note: sentenceOf(error) });
        }),
    edit: step,
    attempt,
    move,
    tolerate,
    startOver,
    glasses: () => glassesFor(state, engine),
    text: (format) => textIn(format, state, { set, engine }),
    ...placing(state, set, compute),
    search: () => searching(state, { set, step, attempt, engine, completed, signal }),
    stop: () => {
      set({ isSearching: false });
      stopTolerating();
      stopStarts();
    },
    save: joined(() => saving(state, set, signal)),
    say: (note) => set({ note }),
  };
}

/** The glasses that the lens that is designed can have; none where the engine cannot say. */
async function glassesFor(
  state: Readable<LensState>,
  engine: ReturnType<typeof createSmallEngine>,
): ReturnType<LensStore['glasses']> {
  const { now } = state.current();
  if (!now) return [];
  try {
    const answer = await (await engine()).glasses(now.draft.lens);
    return answer.kind === 'glasses' ? answer.glasses : [];
  } catch {
    return [];
  }
}

/** The lens that is designed as a file; JSON has all of its positions. */
async function textIn(
  format: LensFormat,
  state: Readable<LensState>,
  { set, engine }: Pick<Computing, 'set' | 'engine'>,
): Promise<string | undefined> {
  const { draft } = state.current().now!;
  const lens = format === 'json' ? wholeFile(draft) : draft.lens;
  try {
    const answer = await (await engine()).lensText(lens, format);
    if (answer.kind === 'lens text') return answer.text;
    set({ note: failureOf(answer, NO_LENS).message });
  } catch {
    set({ note: NO_ENGINE });
  }
  return undefined;
}

/** Adds a lens to the files of the account. @returns how a recipe and people name it. */
async function added(file: File, wanted: string, signal: AbortSignal) {
  const { id, name } = await addDesign('lens', file, wanted, signal);
  return { choice: ownName(id), name };
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
    const file = new File([JSON.stringify(wholeFile(before.draft))], `${lens.name}.json`);
    const { choice, name } = await added(file, lens.name, signal);
    const now = state.current().now!;
    const { positions } = before.draft;
    const draft = { ...now.draft, saved: { lens, positions, choice } };
    keep(KEY, draft);
    set({ now: { ...now, draft }, note: `Saved as ${name}, in Mine.` });
    return choice;
  } catch (error) {
    if (!signal.aborted) set({ note: sentenceOf(error) });
    return undefined;
  }
}

type Set = (changes: Partial<LensState>) => void;
type Engine = ReturnType<typeof createSmallEngine>;

/** The steps of the history, and what is tried between two of them. */
function stepping(state: Readable<LensState>, set: Set, compute: () => void) {
  /** The history as it is without what is tried. */
  const steps = (): Steps<LensDraft> => {
    const { past, tried, now, future } = state.current();
    return { past, now: tried ?? now, future };
  };

  const step = (draft: LensDraft, name: string): void => {
    keep(KEY, draft);
    set({ ...stepped(steps(), draft, name), tried: undefined, note: '' });
    compute();
  };

  const attempt = (lens: LensFile | undefined): void => {
    const { now, tried } = state.current();
    const before = tried ?? now;
    if (!before) return;
    set(
      lens
        ? { tried: before, now: { ...before, draft: { ...before.draft, lens } } }
        : { tried: undefined, now: before },
    );
    compute();
  };

  const move: LensStore['move'] = (by) => {
    const moved = movedBy(steps(), by);
    if (!moved) return;
    keep(KEY, moved.now.draft);
    set({ ...moved, tried: undefined, note: '' });
    compute();
  };
  return { step, attempt, move };
}

/** How many places there are, what they show, and what for. */
function placing(
  state: Readable<LensState>,
  set: Set,
  compute: () => void,
): Pick<LensStore, 'setPlaces' | 'showIn' | 'analyseFor'> {
  return {
    setPlaces: (count) => {
      if (state.current().slots.length === count) return;
      set({ slots: keptSlots().slice(0, count) });
      compute();
    },
    showIn: (slot, shown) => {
      const before = state.current().slots;
      const at = Math.min(slot, before.length - 1);
      const slots = before.map((one, i) => (i === at ? shown : one));
      keepSlots(slots);
      set({ slots });
      compute();
    },
    analyseFor: (analysed) => {
      keepSettings(analysed);
      const { results, saved } = state.current();
      set({ analysed, results: ofBefore(results), saved: ofBefore(saved) });
      compute();
    },
  };
}

/** The same results as of the lens before: they stay, dimmed, until there are others. */
const ofBefore = (results: Results): Results =>
  Object.fromEntries(
    Object.entries(results).map(([name, result]) => [
      name,
      { ...result, lens: { ...result.lens } },
    ]),
  );

interface Computing {
  readonly picture: DesignPicture<LensFile>;
  readonly set: Set;
  readonly engine: Engine;
  /** Lenses after their pickups and solves, with all of their glasses. */
  readonly completed: WeakSet<LensFile>;
  readonly signal: AbortSignal;
}

function meritComputing(state: Readable<LensState>, set: Set, engine: Engine) {
  /** What the merit is asked of: a lens that can be traced, shown with it, but not of it yet. */
  const meritAsked = () => {
    const { now, results, slots, merit } = state.current();
    const focalLengthMm = results.layout?.value?.figures.focalLengthMm;
    if (!now || !slots.includes('merit') || results.layout?.failure || focalLengthMm === undefined)
      return undefined;
    const { draft } = now;
    return merit?.lens === draft.lens && merit.of === draft.merit
      ? undefined
      : { draft, study: studyOf(draft, focalLengthMm) };
  };
  const computeMerit = async ({ draft, study }: NonNullable<ReturnType<typeof meritAsked>>) => {
    const answer = await (await engine()).lensMerit(study);
    const asked = { lens: draft.lens, of: draft.merit };
    set({
      merit:
        answer.kind === 'lens merit'
          ? { ...asked, value: answer.figures, failure: undefined }
          : {
              ...asked,
              value: state.current().merit?.value,
              failure: failureOf(answer, NO_LENS),
            },
    });
  };
  return { meritAsked, computeMerit };
}

/** What is shown and not there yet, and what computes it. */
function analysing(state: Readable<LensState>, set: Set, engine: Engine) {
  const inPlaces = (): readonly LensResultName[] =>
    state.current().slots.flatMap((slot) => (isAnalysis(slot) ? ANALYSES[slot].needs : []));
  const wanted = (): readonly LensResultName[] => ['layout', ...inPlaces()];
  return {
    wanted,
    nextOf: (): LensResultName | undefined => {
      const { now, results } = state.current();
      const lens = now?.draft.lens;
      return lens && wanted().find((name) => results[name]?.lens !== lens);
    },
    /** An analysis that is shown of the lens, and not computed of the saved one. */
    nextSaved: (): LensResultName | undefined => {
      const { now, saved } = state.current();
      if (!now || now.draft.lens === now.draft.saved.lens) return undefined;
      return inPlaces().find((name) => saved[name]?.lens !== now.draft.saved.lens);
    },
    compute: async (
      lens: LensFile,
      name: LensResultName,
      into: 'results' | 'saved',
    ): Promise<void> => {
      const { analysed } = state.current();
      const answer = await (await engine()).lensResult(lens, name, settingsOf(name, analysed));
      if (state.current().analysed !== analysed) return;
      const before = state.current()[into];
      set({ [into]: { ...before, [name]: resultOf(answer, lens, before[name]) } });
    },
  };
}

/** An answer of a lens; where it has no value, the one before stays with the failure. */
const resultOf = <Name extends LensResultName>(
  answer: LensResult<Name> | NoResult,
  lens: LensFile,
  before: Result<LensResults[Name]> | undefined,
): Result<LensResults[Name]> =>
  answer.kind === 'lens result'
    ? { lens, value: answer.value, failure: undefined }
    : { lens, value: before?.value, failure: failureOf(answer, NO_LENS) };

/** The lens of a draft with what was completed; an equal one stays the same object. */
function wholeLens({ lens, follows }: LensDraft, completed: LensFile): LensFile {
  const { glasses = {} } = completed;
  // Without pickups and solves all numbers are as they were typed.
  const whole =
    follows.length > 0
      ? completed
      : { ...lens, ...(Object.keys(glasses).length > 0 && { glasses }) };
  return isEqual(whole, lens) ? lens : whole;
}

/** Computes what is shown, one result after the other, until all is of the newest lens. */
function computing(
  state: Readable<LensState>,
  { set, engine, completed, signal, picture }: Computing,
): () => void {
  let isComputing = false;
  /** Once it is there, a lens is asked for before the page draws what was typed: both at once. */
  let ready: PageEngine | undefined;
  const { wanted, nextOf, nextSaved, compute } = analysing(state, set, engine);
  /** Puts the lens with all of its numbers in the place of the one that was typed, and draws it. */
  const complete = async (draft: LensDraft): Promise<void> => {
    ready ??= await engine();
    const { analysed } = state.current();
    const answer = await ready.completeLens(documentOf(draft), settingsOf('layout', analysed));
    const { now, tried, results } = state.current();
    if (now?.draft !== draft || state.current().analysed !== analysed) return;
    completed.add(draft.lens);
    if (answer.kind === 'complete lens') {
      const lens = wholeLens(draft, answer.lens);
      const layout = resultOf(answer.layout, lens, results.layout);
      const drawn = { results: { ...results, layout } };
      if (lens === draft.lens) {
        set(drawn);
        return;
      }
      completed.add(lens);
      const whole = { ...draft, lens };
      if (!tried) keep(KEY, whole);
      set({ ...drawn, now: { ...now, draft: whole } });
    } else {
      const failed = wanted().map((name) => [
        name,
        { lens: draft.lens, value: results[name]?.value, failure: failureOf(answer, NO_LENS) },
      ]);
      set({ results: { ...results, ...(Object.fromEntries(failed) as Results) } });
    }
  };
  const { meritAsked, computeMerit } = meritComputing(state, set, engine);
  const computeAll = async (): Promise<void> => {
    if (isComputing) return;
    isComputing = true;
    try {
      for (;;) {
        const { now, slots } = state.current();
        if (now && completed.has(now.draft.lens) && slots.includes('picture'))
          picture.follow(now.draft.lens, now.draft.saved.lens);
        const name = nextOf();
        const asked = name ? undefined : meritAsked();
        const savedName = (name ?? asked) ? undefined : nextSaved();
        if (signal.aborted || !(name ?? asked ?? savedName)) break;
        const { draft } = state.current().now!;
        if (asked) await computeMerit(asked);
        else if (savedName) await compute(draft.saved.lens, savedName, 'saved');
        else if (completed.has(draft.lens)) await compute(draft.lens, name!, 'results');
        else await complete(draft);
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
    attempt,
    engine,
    completed,
    signal,
  }: Omit<Computing, 'picture'> & {
    readonly step: (draft: LensDraft, name: string) => void;
    readonly attempt: LensStore['attempt'];
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
    completed.add(answer.lens);
    attempt(answer.lens);
    ({ draft } = state.current().now!);
    set({ note: `Merit ${shown(first)} → ${shown(merit)}` });
    if (gain <= ARRIVED * answer.meritBefore) break;
  }
  set({ isSearching: false });
  if (first === undefined || state.current().now?.draft !== draft) return;
  const words = `Optimise: merit ${shown(first)} → ${shown(merit)}`;
  step(draft, words);
  set({ note: words });
}

const shown = (merit: number): string => merit.toPrecision(3);

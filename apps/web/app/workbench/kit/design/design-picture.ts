import { Live, type PageEngine, type Question } from '@lumenloom/browser-host';
import { hasOwnScene } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { writable, type Readable } from '../../model/store.ts';
import { failureOf, NO_ENGINE } from './failure.ts';

/** A picture of the recipe with a part that is designed. */
interface Pictured<Design> {
  readonly design: Design;
  /** Address of the bitmap. */
  readonly image: string;
}

export interface DesignPictureState<Design> {
  /** The last picture. */
  readonly shown:
    | (Pictured<Design> & { readonly ms: number; readonly isPreview: boolean })
    | undefined;
  /** Why there is none of the newest design. */
  readonly failure: string | undefined;
  /** The picture with the part as it was saved last, where it is asked for and computed. */
  readonly saved: Pictured<Design> | undefined;
  /** Whether the picture with the saved part is laid over the other up to a line. */
  readonly isWiped: boolean;
}

export interface DesignPicture<Design> extends Readable<DesignPictureState<Design>> {
  /** Asks for the picture with a design, and for the one with what was saved before it. */
  readonly follow: (design: Design, saved: Design) => void;
  /** Lays the saved one over the other, or takes it away. */
  readonly wipe: () => void;
}

interface Asked<Design> {
  readonly recipe: Recipe;
  readonly design: Design;
}
type Wanted<Design> = Asked<Design> & { readonly saved: Design };

/** An engine that is asked for pictures of designs in the place of recipes. */
type Computing = Pick<PageEngine, 'compute' | 'stop'>;
type QuestionOf<Design> = (
  recipe: Recipe,
  design: Design,
) => Pick<Question, 'recipe' | 'lens' | 'sensor'>;

const OWN_SCENE = 'Scenes of your own stay on the server: Run makes their picture.';
const NO_SCENE = 'Choose a scene in System Optimization.';

/**
 * Follows a part that is designed with pictures of the recipe, in workers of the page.
 *
 * @param part of the recipe in whose place the design stands.
 * @param questionOf what the engine is asked with the design in its place.
 */
export function createDesignPicture<Design>(
  { recipe, signal }: { readonly recipe: Readable<Recipe>; readonly signal: AbortSignal },
  part: 'optics' | 'sensor',
  questionOf: QuestionOf<Design>,
): DesignPicture<Design> {
  const state = writable<DesignPictureState<Design>>({
    shown: undefined,
    failure: undefined,
    saved: undefined,
    isWiped: false,
  });
  const set = (changes: Partial<DesignPictureState<Design>>): void =>
    state.set({ ...state.current(), ...changes });
  let asked: Wanted<Design> | undefined;
  let starting: Promise<Computing> | undefined;
  let live: Live<Asked<Design>> | undefined;
  const computeSaved = savedPicturing(state, set, () =>
    live ? { engine: starting!, wanted: asked! } : undefined,
  );

  const liveOf = (engine: Computing): Live<Asked<Design>> =>
    new Live(engine, {
      frame: async ({ bitmap, recipe: { design }, isPreview, ms }) => {
        const image = await decoded(bitmap!);
        const before = state.current().shown?.image;
        set({ shown: { design, image, ms, isPreview }, failure: undefined });
        if (before !== undefined) URL.revokeObjectURL(before);
        if (!isPreview) void computeSaved();
      },
      none: (answer) => set({ failure: failureOf(answer, NO_SCENE).message }),
      busy: () => undefined,
    });

  return {
    current: state.current,
    subscribe: state.subscribe,
    follow: (design, saved) => {
      const now = recipe.current();
      if (asked?.design === design && asked.recipe === now && asked.saved === saved) return;
      const isNew = asked?.design !== design || asked.recipe !== now;
      asked = { recipe: now, design, saved };
      if (hasOwnScene(now)) {
        set({ failure: OWN_SCENE });
        return;
      }
      starting ??= started(questionOf, signal);
      starting.then(
        (engine) => {
          live ??= liveOf(engine);
          if (isNew) live.change({ recipe: now, design }, part);
        },
        () => {
          [starting, asked] = [undefined, undefined];
          set({ failure: NO_ENGINE });
        },
      );
    },
    wipe: () => {
      set({ isWiped: !state.current().isWiped });
      void computeSaved();
    },
  };
}

async function started<Design>(
  questionOf: QuestionOf<Design>,
  signal: AbortSignal,
): Promise<Computing> {
  const [{ startEngine }, { engineFiles }] = await Promise.all([
    import('@lumenloom/browser-host'),
    import('../engine-files.ts'),
  ]);
  const engine = startEngine(engineFiles);
  signal.addEventListener('abort', engine.close, { once: true });
  return {
    compute: ({ recipe: asked, ...question }) => {
      const { recipe, design } = asked as Asked<Design>;
      return engine.compute({ ...question, ...questionOf({ ...recipe, algorithm: '' }, design) });
    },
    stop: engine.stop,
  };
}

/**
 * Computes the picture with what was saved, where it is laid over the other and not there.
 *
 * @param now the engine and what is asked for; undefined before the first picture.
 */
function savedPicturing<Design>(
  state: Readable<DesignPictureState<Design>>,
  set: (changes: Partial<DesignPictureState<Design>>) => void,
  now: () => { readonly engine: Promise<Computing>; readonly wanted: Wanted<Design> } | undefined,
): () => Promise<void> {
  /** The recipe of the picture, and whether a picture is being computed. */
  let [savedRecipe, isComputing]: [Recipe | undefined, boolean] = [undefined, false];
  return async function compute(): Promise<void> {
    const asked = now();
    if (!asked || isComputing || !state.current().isWiped) return;
    const { recipe, saved } = asked.wanted;
    if (state.current().saved?.design === saved && savedRecipe === recipe) return;
    isComputing = true;
    const engine = await asked.engine;
    const answer = await engine.compute({
      recipe: { recipe, design: saved },
      isPreview: false,
      wants: 'bitmap',
    });
    isComputing = false;
    if (answer.kind === 'computed') {
      const image = await decoded(answer.bitmap!);
      const before = state.current().saved?.image;
      savedRecipe = recipe;
      set({ saved: { design: saved, image } });
      if (before !== undefined) URL.revokeObjectURL(before);
    } else if (answer.kind !== 'stopped')
      set({ isWiped: false, failure: failureOf(answer, NO_SCENE).message });
    // Another one may be asked for by now; one that was stopped is computed after the change.
    if (now()?.wanted !== asked.wanted) await compute();
  };
}

/** The address of a bitmap that the browser has decoded, so that the last one stays until then. */
async function decoded(bitmap: ArrayBuffer): Promise<string> {
  const image = URL.createObjectURL(new Blob([bitmap], { type: 'image/bmp' }));
  const element = new Image();
  element.src = image;
  await element.decode().catch(() => undefined);
  return image;
}

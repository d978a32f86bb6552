import type { LensFile, Live, PageEngine } from '@lumenloom/browser-host';
import { failureOf, NO_ENGINE } from '../../kit/design/failure.ts';
import { hasOwnScene } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { Readable } from '../../model/store.ts';

/** The picture of the recipe through a lens, or why there is no newer one. */
export interface LensPicture {
  readonly lens: LensFile;
  /** Address of the bitmap. */
  readonly image: string | undefined;
  /** From the change to the picture, ms. */
  readonly ms: number | undefined;
  readonly isPreview: boolean;
  readonly failure: string | undefined;
}

interface Asked {
  readonly recipe: Recipe;
  readonly lens: LensFile;
}

const OWN_SCENE = 'Scenes of your own stay on the server: Run makes their picture.';
const NO_SCENE = 'Choose a scene in System Optimization.';

/**
 * Follows the lens with pictures of the recipe, in workers of the page.
 *
 * @returns what asks for the picture through a lens; nothing happens where it was asked for last.
 */
export function picturing(
  recipe: Readable<Recipe>,
  state: Readable<{ readonly picture: LensPicture | undefined }>,
  set: (changes: { readonly picture: LensPicture | undefined }) => void,
  signal: AbortSignal,
): (lens: LensFile) => void {
  let asked: Asked | undefined;
  let starting: Promise<Live<Asked>> | undefined;
  const fail = (lens: LensFile, failure: string): void =>
    set({
      picture: {
        ...{ image: undefined, ms: undefined, isPreview: false, ...state.current().picture },
        ...{ lens, failure },
      },
    });
  const start = async (): Promise<Live<Asked>> => {
    const [{ Live, startEngine }, { engineFiles }] = await Promise.all([
      import('@lumenloom/browser-host'),
      import('../../kit/engine-files.ts'),
    ]);
    const engine = startEngine(engineFiles);
    signal.addEventListener('abort', engine.close, { once: true });
    return new Live<Asked>(throughLenses(engine), {
      frame: async ({ bitmap, recipe: { lens }, isPreview, ms }) => {
        const image = URL.createObjectURL(new Blob([bitmap!], { type: 'image/bmp' }));
        // Decoded before it is shown, so that the last picture stays until this one is there.
        const decoded = new Image();
        decoded.src = image;
        await decoded.decode().catch(() => undefined);
        const before = state.current().picture?.image;
        set({ picture: { lens, image, ms, isPreview, failure: undefined } });
        if (before !== undefined) URL.revokeObjectURL(before);
      },
      none: (answer) => {
        if (asked) fail(asked.lens, failureOf(answer, NO_SCENE).message);
      },
      busy: () => undefined,
    });
  };
  return (lens) => {
    const now = recipe.current();
    if (asked?.lens === lens && asked.recipe === now) return;
    asked = { recipe: now, lens };
    if (hasOwnScene(now)) {
      fail(lens, OWN_SCENE);
      return;
    }
    starting ??= start();
    starting.then(
      (live) => live.change({ recipe: now, lens }, 'optics'),
      () => {
        [starting, asked] = [undefined, undefined];
        fail(lens, NO_ENGINE);
      },
    );
  };
}

/** An engine that takes a lens beside the recipe, whose own lens and algorithm are left out. */
const throughLenses = (engine: PageEngine): Pick<PageEngine, 'compute' | 'stop'> => ({
  compute: ({ recipe: asked, ...question }) => {
    const { recipe, lens } = asked as Asked;
    return engine.compute({ ...question, recipe: { ...recipe, optics: '', algorithm: '' }, lens });
  },
  stop: engine.stop,
});

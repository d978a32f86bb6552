import type { LogLine } from '@lumenloom/contract';
import type { LiveFrame, Live, PageEngine } from '@lumenloom/browser-host';
import { hasOwnScene } from '../../model/own-names.ts';
import type { Report } from '../../model/run/run-store.ts';
import { NO_ENGINE } from '../../kit/design/failure.ts';
import { differences } from '../../model/recipe/differences.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** What live says of itself. */
export type LiveStatus =
  | { readonly kind: 'off' | 'waiting' | 'preview' }
  /** `notes`: how the page computes, and what it lacks for that, in sentences. */
  | { readonly kind: 'shown'; readonly ms: number; readonly notes: readonly string[] }
  | { readonly kind: 'not available'; readonly reason: string }
  /** `isFault`: the engine itself has failed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFault: boolean };

/** The picture that live shows. */
export interface LivePicture {
  /** Address of the bitmap. */
  readonly image: string;
  readonly recipe: Recipe;
}

/** What was measured on a picture of live. */
export interface LiveFigures {
  readonly recipe: Recipe;
  readonly report: Report;
  /** What a run logs of it. */
  readonly lines: readonly LogLine[];
}

/** What the workbench draws of live. */
interface LiveState {
  readonly isOn: boolean;
  /** A picture is being computed or shown. */
  readonly isBusy: boolean;
  readonly status: LiveStatus;
  /** Figures of the last full picture that was measured. */
  readonly figures: LiveFigures | undefined;
  /** The last picture, and the picture of the run which it was drawn over. */
  readonly shown: (LivePicture & { readonly over: string | undefined }) | undefined;
}

/** The engine in the page, and what follows the changes. */
interface Started {
  readonly engine: PageEngine;
  readonly live: Live<Recipe>;
}

const OFF: LiveState = {
  isOn: false,
  isBusy: false,
  status: { kind: 'off' },
  shown: undefined,
  figures: undefined,
};
const WITHOUT_OWN_SCENES =
  'Live is not available for scenes of your own, which stay on the server; Run works.';
const ON_ONE_THREAD =
  'On one thread: this page may not share memory, which needs https or localhost.';
const WITHOUT_SIMD = 'Without SIMD, which this browser lacks: slower, with the same values.';
const PREVIEWS_ON_GPU = 'Previews are computed on the GPU, full pictures on the processor.';

/** Groups of the log whose lines are of a measuring, and not of the picture. */
const NOT_OF_LIVE = ['Recipe', 'How it was computed'];

/** Live leaves a chosen algorithm out. */
const withoutAlgorithm = (recipe: Recipe): Recipe => ({ ...recipe, algorithm: '' });

/**
 * The part of the recipe that has changed; undefined where nothing has that takes part in a run.
 */
function changedPart(before: Recipe | undefined, after: Recipe): string | undefined {
  if (!before) return 'several';
  const parts = new Set(
    differences(withoutAlgorithm(before), withoutAlgorithm(after)).map(({ part }) => part),
  );
  return parts.size > 1 ? 'several' : [...parts][0];
}

/**
 * The state of live. The engine is loaded when the first recipe is followed, and ends when live is
 * switched off.
 */
export class LiveStore {
  readonly #listeners = new Set<() => void>();
  #state = OFF;
  #started: Promise<Started> | undefined;
  /** Answers of earlier lives count no more. */
  #life = 0;
  /** The recipe that is followed, and what was asked for last. */
  #followed: Recipe | undefined;
  #asked: Recipe | undefined;
  /** Picture of the last run. */
  #over: string | undefined;
  /** Whether the last preview was computed on a GPU. */
  #isPreviewOnGpu = false;
  #wantsFigures = false;
  #isMeasuring = false;

  readonly current = (): LiveState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(changes: Partial<LiveState>): void {
    const before = this.#state.shown?.image;
    this.#state = { ...this.#state, ...changes };
    if (before !== undefined && before !== this.#state.shown?.image) URL.revokeObjectURL(before);
    for (const listener of this.#listeners) listener();
  }

  readonly toggle = (): void => {
    if (this.#state.isOn) this.end();
    else
      this.#set({
        isOn: true,
        status:
          typeof Worker === 'undefined' || typeof WebAssembly === 'undefined'
            ? { kind: 'not available', reason: 'This browser has no workers or no WebAssembly.' }
            : { kind: 'waiting' },
      });
  };

  /** Ends, with its engine and picture. */
  readonly end = (): void => {
    this.#close();
    this.#set(OFF);
  };

  /** After a failure of the engine: another one draws the recipe. */
  readonly restart = (): void => {
    this.#close();
    this.#set({ isBusy: false, status: { kind: 'waiting' } });
    if (this.#followed) this.follow(this.#followed, this.#over);
  };

  #close(): void {
    this.#life += 1;
    this.#isMeasuring = false;
    void this.#started?.then(
      ({ engine }) => engine.close(),
      () => undefined,
    );
    this.#started = undefined;
    this.#asked = undefined;
    this.#isPreviewOnGpu = false;
  }

  /**
   * Draws a recipe while live is on, unless nothing has changed.
   * @param over picture of the last run.
   */
  follow(recipe: Recipe, over: string | undefined): void {
    this.#over = over;
    this.#followed = recipe;
    if (!this.#state.isOn) return;
    const part = changedPart(this.#asked, recipe);
    if (part === undefined) return;
    this.#asked = recipe;
    if (hasOwnScene(recipe)) {
      this.#set({
        shown: undefined,
        status: { kind: 'not available', reason: WITHOUT_OWN_SCENES },
      });
      return;
    }
    const started = (this.#started ??= this.#start());
    started.then(
      ({ engine, live }) => {
        if (this.#isMeasuring) engine.stop();
        live.change(withoutAlgorithm(recipe), part);
      },
      () => {
        this.#started = undefined;
        this.#asked = undefined;
        this.#set({ status: { kind: 'failed', reason: NO_ENGINE, isFault: true } });
      },
    );
  }

  async #start(): Promise<Started> {
    const life = this.#life;
    const [{ Live, canShare, startEngine }, { engineFiles }] = await Promise.all([
      import('@lumenloom/browser-host'),
      import('../../kit/engine-files.ts'),
    ]);
    const engine = startEngine(engineFiles);
    const notes = canShare() ? [] : [ON_ONE_THREAD];
    const isOver = (): boolean => life !== this.#life;
    const live = new Live<Recipe>(engine, {
      frame: (frame) => (isOver() ? undefined : this.#show(frame, notes)),
      none: (answer) => {
        if (isOver()) return;
        if (answer.kind === 'nothing') this.#set({ shown: undefined, status: { kind: 'waiting' } });
        else {
          const { message } = answer.kind === 'refused' ? answer.problems[0]! : answer;
          const isFault = answer.kind === 'failed' && answer.isFault === true;
          this.#set({ status: { kind: 'failed', reason: message, isFault } });
        }
      },
      busy: (isBusy) => {
        if (isOver()) return;
        this.#set({ isBusy });
        void this.#measure();
      },
    });
    return { engine, live };
  }

  /** Measures each full picture from now on, after it is shown, or no more. */
  wantFigures(wants: boolean): void {
    this.#wantsFigures = wants;
    void this.#measure();
  }

  async #measure(): Promise<void> {
    const { isOn, isBusy, status, figures } = this.#state;
    const recipe = this.#asked;
    if (!this.#wantsFigures || !isOn || isBusy || this.#isMeasuring || status.kind !== 'shown')
      return;
    if (!recipe || figures?.recipe === recipe) return;
    this.#isMeasuring = true;
    const life = this.#life;
    const { engine } = await this.#started!;
    const answer = await engine.measured(withoutAlgorithm(recipe));
    if (life !== this.#life) return;
    this.#isMeasuring = false;
    if (answer.kind === 'measured' && this.#asked === recipe) {
      const { report } = answer;
      const lines = answer.lines.filter(({ topic }) => !NOT_OF_LIVE.includes(topic!));
      this.#set({ figures: { recipe, report, lines } });
    }
  }

  async #show(
    { bitmap, recipe, isPreview, ms, report }: LiveFrame<Recipe>,
    notes: readonly string[],
  ): Promise<void> {
    if (isPreview) this.#isPreviewOnGpu = report.device !== undefined;
    const image = URL.createObjectURL(new Blob([bitmap!], { type: 'image/bmp' }));
    // Decoded before it is shown, so that the last picture stays until this one is there.
    const picture = new Image();
    picture.src = image;
    await picture.decode().catch(() => undefined);
    if (!this.#state.isOn || (this.#asked && hasOwnScene(this.#asked))) {
      URL.revokeObjectURL(image);
      return;
    }
    this.#set({
      shown: { image, recipe, over: this.#over },
      status: isPreview
        ? { kind: 'preview' }
        : {
            kind: 'shown',
            ms,
            notes: [
              ...notes,
              ...(this.#isPreviewOnGpu ? [PREVIEWS_ON_GPU] : []),
              ...(report.path === 'plain' ? [WITHOUT_SIMD] : []),
            ],
          },
    });
    void this.#measure();
  }
}

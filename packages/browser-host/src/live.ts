import { faultOf } from './fault.ts';
import type { Computed, NoResult } from './messages.ts';
import type { PageEngine } from './page-engine.ts';

/** A picture of a recipe. */
export interface LiveFrame<Recipe> extends Computed {
  readonly recipe: Recipe;
  readonly isPreview: boolean;
  /** From the change to the picture, ms. */
  readonly ms: number;
}

/** What is shown of a recipe that was changed. */
export interface LiveEvents<Recipe> {
  /** Shows a picture. The next one is not shown before this one is. */
  readonly frame: (frame: LiveFrame<Recipe>) => Promise<void> | void;
  /** There is no picture of the last recipe. */
  readonly none: (answer: Exclude<NoResult, { kind: 'stopped' }>) => void;
  /** Something is being computed or shown, or nothing any more. */
  readonly busy: (isBusy: boolean) => void;
}

/** Pictures that take longer come after a preview, ms. */
const SLOW_MS = 100;

/** A change: the recipe after it, and which part of the recipe it concerns. */
interface Change<Recipe> {
  readonly recipe: Recipe;
  readonly part: string;
  readonly at: number;
}

/**
 * Follows the changes of a recipe with pictures. Only the newest recipe is computed: changes that
 * come meanwhile replace each other. Where a full picture takes long, a preview comes first, and a
 * full picture that follows a preview is given up for the next change.
 */
export class Live<Recipe> {
  readonly #engine: Pick<PageEngine, 'compute' | 'stop'>;
  readonly #events: LiveEvents<Recipe>;
  readonly #now: () => number;
  /** The change that is to be computed next. */
  #next: Change<Recipe> | undefined;
  #isRunning = false;
  /** Ends when the pictures computed so far are shown. */
  #shown: Promise<void> = Promise.resolve();
  /** Whether what is being computed is given up for a change. */
  #givesWay = false;
  /** Time of the last full picture after a change of that part, ms. */
  readonly #took = new Map<string, number>();

  constructor(
    engine: Pick<PageEngine, 'compute' | 'stop'>,
    events: LiveEvents<Recipe>,
    now = (): number => performance.now(),
  ) {
    this.#engine = engine;
    this.#events = events;
    this.#now = now;
  }

  /**
   * @param part of the recipe that has changed; pictures after changes of the same part take about
   *   the same time.
   */
  change(recipe: Recipe, part: string): void {
    const earlier = this.#next;
    this.#next = {
      recipe,
      part: earlier && earlier.part !== part ? 'several' : part,
      at: earlier?.at ?? this.#now(),
    };
    if (this.#givesWay) this.#engine.stop();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#events.busy(true);
    while (this.#next) {
      try {
        await this.#follow(this.#next);
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- set while the picture was awaited
        if (!this.#next) await this.#shown;
      } catch (error) {
        this.#events.none(faultOf(error));
      }
    }
    this.#isRunning = false;
    this.#events.busy(false);
  }

  async #follow(change: Change<Recipe>): Promise<void> {
    this.#next = undefined;
    const isSlow = (this.#took.get(change.part) ?? Infinity) > SLOW_MS;
    if (isSlow) await this.#compute(change, true);
    // Changes came during the preview: the next preview is more useful than this full picture.
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- set while the preview was awaited
    if (isSlow && this.#next) return;
    this.#givesWay = isSlow;
    await this.#compute(change, false);
    this.#givesWay = false;
  }

  async #compute({ recipe, part, at }: Change<Recipe>, isPreview: boolean): Promise<void> {
    const began = this.#now();
    const answer = await this.#engine.compute({ recipe, isPreview, wants: 'bitmap' });
    if (answer.kind === 'stopped') return;
    if (answer.kind === 'computed') {
      // The time of a result from memory does not predict the time of the next change.
      const isKnown = answer.report.stages.every(({ fromMemory }) => fromMemory === 'all');
      if (!isPreview && !isKnown) this.#took.set(part, this.#now() - began);
      const frame = { ...answer, recipe, isPreview, ms: this.#now() - at };
      this.#show(() => this.#events.frame(frame));
    } else if (!isPreview) this.#show(() => this.#events.none(answer));
  }

  /**
   * Shows what was computed after what was computed before; the next picture is computed meanwhile.
   */
  #show(show: () => Promise<void> | void): void {
    this.#shown = this.#shown.then(show).catch((error: unknown) => {
      this.#events.none(faultOf(error));
    });
  }
}

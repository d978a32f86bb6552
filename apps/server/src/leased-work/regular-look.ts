/** A cancelled sweep ends within two seconds. */
const POLL_MS = 1000;

/**
 * Looks at something every second and when it is asked to, until its end; a look that takes longer
 * is not begun twice.
 */
export class RegularLook {
  readonly #look: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #hasEnded = false;

  constructor(look: () => Promise<void>, failed: (error: unknown) => void) {
    this.#look = look;
    this.#failed = failed;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.now();
    }, POLL_MS);
    this.now();
  }

  now(): void {
    if (this.#hasEnded) return;
    this.#looking ??= this.#look()
      .catch(this.#failed)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /**
   * No look begins after this, not even when a run ends later: it would claim again what its owner
   * gives back next. A look in progress ends first.
   */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#timer);
    await this.#looking;
  }
}

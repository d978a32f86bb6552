import { POLL_MS } from './sweep-rows.ts';

/**
 * Looks at something every second, and when it is asked to; a look that takes longer is not begun
 * twice.
 */
export class RegularLook {
  readonly #look: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

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
    this.#looking ??= this.#look()
      .catch(this.#failed)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Looks no more; a look in progress ends first. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}

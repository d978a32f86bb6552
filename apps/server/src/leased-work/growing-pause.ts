/** The first pause and the longest one, in milliseconds. */
const FIRST_MS = 2000;
const LONGEST_MS = 64_000;

/** Pauses after the database or the disk has refused something; each is twice the one before. */
export class GrowingPause {
  #next = FIRST_MS;

  /** How long the next one is, in milliseconds. */
  next(): number {
    const pause = this.#next;
    this.#next = Math.min(2 * pause, LONGEST_MS);
    return pause;
  }

  /** They took something: the next pause is a short one. */
  reset(): void {
    this.#next = FIRST_MS;
  }
}

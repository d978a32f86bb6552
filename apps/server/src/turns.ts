/** Whoever was served longest ago is next. */
export class Turns {
  readonly #served = new Map<string, number>();
  #turn = 0;

  /** Those who wait in the order of their turns; of one owner as they were given. */
  inOrder<One>(waiting: readonly One[], ownerOf: (one: One) => string): readonly One[] {
    const lastOf = (one: One): number => this.#served.get(ownerOf(one)) ?? 0;
    return waiting.toSorted((one, other) => lastOf(one) - lastOf(other));
  }

  /** Notes that somebody has a turn now. */
  serve(owner: string): void {
    this.#served.set(owner, (this.#turn += 1));
  }
}

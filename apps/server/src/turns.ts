/** Whoever was served longest ago is next. */
export class Turns {
  readonly #served = new Map<string, number>();
  #turn = 0;

  /** Who waits, in the order of turns; entries of one owner keep their order. */
  inOrder<One>(waiting: readonly One[], ownerOf: (one: One) => string): readonly One[] {
    const lastOf = (one: One): number => this.#served.get(ownerOf(one)) ?? 0;
    return waiting.toSorted((one, other) => lastOf(one) - lastOf(other));
  }

  /** Notes that somebody has a turn now. */
  serve(owner: string): void {
    this.#served.set(owner, (this.#turn += 1));
  }
}

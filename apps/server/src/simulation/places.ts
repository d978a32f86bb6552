/** The computations in progress: simulations that somebody waits for, and runs of sweeps. */
export interface ComputingCounts {
  readonly simulations: number;
  readonly runs: number;
}

/**
 * Whether one more computation may begin where `places` are computed at once. A simulation does not
 * wait for a run of a sweep to end: it may begin beside as many runs as there are places, and the
 * sweep goes on when one of them is free again. So one more than `places` are computed for the rest
 * of a run, and no simulation takes longer than if it had waited.
 */
export function mayBegin(
  kind: keyof ComputingCounts,
  { simulations, runs }: ComputingCounts,
  places: number,
): boolean {
  const all = simulations + runs;
  return kind === 'runs' ? all < places : simulations < places && all <= places;
}

/** The places of a process: gives them out, and lets others wait for them. */
export class Places {
  readonly #count: number;
  readonly #computing = { simulations: 0, runs: 0 };
  /** Callers that wait until a place is given back. */
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /**
   * Resolves when one of this kind may begin; another one may have taken the place by the time the
   * caller continues.
   */
  async free(kind: keyof ComputingCounts): Promise<void> {
    while (!mayBegin(kind, this.#computing, this.#count))
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Does some work as soon as there is a place for it. */
  async use<Result>(kind: keyof ComputingCounts, work: () => Promise<Result>): Promise<Result> {
    // Asked again after the wait, because another one may have taken the place before this one goes
    // on.
    while (!mayBegin(kind, this.#computing, this.#count)) await this.free(kind);
    this.#computing[kind] += 1;
    try {
      return await work();
    } finally {
      this.#computing[kind] -= 1;
      for (const retry of this.#waiting.splice(0)) retry();
    }
  }
}

import { messages } from '@lumenloom/contract';
import { httpProblem, type HttpProblem } from '../http-problem.ts';

/** Readings of one kind at once, and those that may wait. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 20;
/** Readings of one account that may wait, of any kind; one of them runs. */
const MOST_OF_ACCOUNT = 3;

/** Nobody reads this; it is no word about the file. */
export const nobodyWaits = (): HttpProblem => httpProblem(503, messages.tooManyReadings);

/** A reading of a file that an account has asked for. */
export interface AskedReading {
  readonly account: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

interface Place extends AskedReading {
  /** Readings of one kind share places. */
  readonly kind: object;
  readonly begin: () => void;
}

/**
 * The places of a server for reading files: one for each account, so that an account keeps others
 * waiting for no more than one of its files.
 */
export class ReadingPlaces {
  readonly #running = new Set<Place>();
  readonly #waiting = new Set<Place>();

  /**
   * Does some work as soon as there is a place for it.
   *
   * @throws HttpProblem 429 when the account has too many waiting, 503 when all have; when nobody
   * waits for the answer any more.
   */
  async use<Result>(
    kind: object,
    { account, signal }: AskedReading,
    work: () => Promise<Result>,
  ): Promise<Result> {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const place = { kind, account, signal, begin };
    if (!this.#mayBegin(place)) {
      const waiting = [...this.#waiting];
      if (waiting.filter((one) => one.account === account).length >= MOST_OF_ACCOUNT)
        throw httpProblem(429, messages.tooManyOwnReadings(MOST_OF_ACCOUNT));
      if (waiting.filter((one) => one.kind === kind).length >= MOST_WAITING)
        throw httpProblem(503, messages.tooManyReadings);
    }
    this.#waiting.add(place);
    signal.addEventListener('abort', begin, { once: true });
    try {
      this.#next();
      if (!signal.aborted) await begun;
      if (signal.aborted) throw nobodyWaits();
      return await work();
    } finally {
      signal.removeEventListener('abort', begin);
      this.#waiting.delete(place);
      this.#running.delete(place);
      this.#next();
    }
  }

  #mayBegin({ kind, account }: Place): boolean {
    const running = [...this.#running];
    return (
      running.every((one) => one.account !== account) &&
      running.filter((one) => one.kind === kind).length < MOST_AT_ONCE
    );
  }

  /** Lets those begin that may, in the order in which they came. */
  #next(): void {
    for (const place of this.#waiting) {
      if (!this.#mayBegin(place)) continue;
      this.#waiting.delete(place);
      this.#running.add(place);
      place.begin();
    }
  }
}

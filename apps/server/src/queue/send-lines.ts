import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ResultStore } from '../results/result-store.ts';
import type { Relay } from './relay.ts';
import { linesTopic, type LinesMessage, type SentLine } from './remote-runs.ts';

/** Longer lines, which are reports and pictures, travel through the result store. */
const LARGEST_LINE = 4096;
/** Pause after the relay has refused a message, in milliseconds. */
const PAUSE_MS = 500;

/**
 * Sends the lines of a run to its server, in order: those that come while a message is on its way
 * are the next message.
 */
export class LineSender {
  readonly #relay: Relay;
  readonly #store: ResultStore;
  readonly #run: Pick<LinesMessage, 'id' | 'attempt'> & { readonly server: string };
  readonly #signal: AbortSignal;
  #waiting: (string | Uint8Array)[] = [];
  #sent = 0;
  #isSending = false;
  /** No more lines come. */
  #isEnding = false;
  /** The server has been told so. */
  #isEndSent = false;
  /** Resolves when what was emitted so far is sent, or could not be. */
  #sending = Promise.resolve();
  #failure: unknown;

  /** @param signal ends the tries to send. */
  constructor(
    { relay, store }: { readonly relay: Relay; readonly store: ResultStore },
    run: Pick<LinesMessage, 'id' | 'attempt'> & { readonly server: string },
    signal: AbortSignal,
  ) {
    this.#relay = relay;
    this.#store = store;
    this.#run = run;
    this.#signal = signal;
  }

  emit(line: string | Uint8Array): void {
    this.#waiting.push(line);
    if (this.#isSending || this.#failure !== undefined) return;
    this.#isSending = true;
    this.#sending = this.#send().catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /**
   * Resolves when the server can read all lines and knows that there are no more.
   * @throws what the result store or the relay threw.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#sending;
    if (this.#failure !== undefined) throw this.#failure as Error;
    if (!this.#isEndSent) await this.#publish([]);
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      const sent: SentLine[] = [];
      for (const [at, line] of lines.entries())
        sent.push(
          line.length <= LARGEST_LINE && typeof line === 'string'
            ? line
            : await this.#stored(this.#sent + at, line),
        );
      await this.#publish(sent);
    }
    this.#isSending = false;
  }

  async #stored(at: number, line: string | Uint8Array): Promise<SentLine> {
    const { id, attempt } = this.#run;
    const key = createHash('sha256').update(`${id} ${attempt} ${at}`).digest('hex');
    await this.#store.write(key, 'line', line);
    return { key };
  }

  async #publish(lines: readonly SentLine[]): Promise<void> {
    const { server, id, attempt } = this.#run;
    const isEnd = this.#isEnding && this.#waiting.length === 0;
    const message: LinesMessage = { id, attempt, from: this.#sent, lines, isEnd };
    for (;;) {
      try {
        await this.#relay.publish(linesTopic(server), message);
        break;
      } catch (error) {
        // The database may be restarting; the lock of the job says how long that may take.
        if (this.#signal.aborted) throw error;
        await setTimeout(PAUSE_MS);
      }
    }
    this.#sent += lines.length;
    this.#isEndSent = isEnd;
  }
}

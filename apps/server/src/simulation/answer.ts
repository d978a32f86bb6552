import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { clientGone } from '../client-gone.ts';

/**
 * How long a client may take to read the rest of its answer after the run has ended, in
 * milliseconds.
 */
export const DELIVERY_MS = 60_000;

/**
 * Bounds the memory of answers that were not read: beyond `maximumBytes` the answers of ended runs
 * are dropped, oldest first.
 */
export class AnswerMemory {
  readonly #maximumBytes: number;
  readonly #answers = new Set<Answer>();

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  add(answer: Answer): void {
    this.#answers.add(answer);
    void answer.delivered.then(() => this.#answers.delete(answer));
  }

  /** Makes room for the next `bytes` of an answer. */
  reserve(bytes: number, requester: Answer): void {
    let sum = bytes;
    for (const answer of this.#answers) sum += answer.unreadBytes;
    for (const answer of this.#answers) {
      if (sum <= this.#maximumBytes) return;
      if (answer === requester || !answer.isComplete) continue;
      sum -= answer.unreadBytes;
      answer.drop();
    }
  }
}

/**
 * The answer of one run: lines that a client reads at its own pace while the run goes on at its
 * own. Without back-pressure, so that a slow client does not hold a thread; `AnswerMemory` and the
 * deadline limit the memory that this takes.
 */
export class Answer {
  /** What is sent. */
  readonly lines = new Readable({ read: () => undefined });
  /** Resolves when the client has the whole answer, or is gone. */
  readonly delivered: Promise<void>;
  /** Aborts when nobody can read the answer any more. */
  readonly signal: AbortSignal;
  readonly #response: ServerResponse;
  readonly #memory: AnswerMemory;
  #isComplete = false;

  constructor(response: ServerResponse, memory: AnswerMemory) {
    this.#response = response;
    this.#memory = memory;
    this.signal = clientGone(response);
    this.delivered = new Promise((resolve) => {
      response.once('finish', resolve);
      this.signal.addEventListener('abort', () => resolve());
      if (this.signal.aborted) resolve();
    });
    memory.add(this);
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Bytes that this process holds for the client. */
  get unreadBytes(): number {
    return this.lines.readableLength + this.#response.writableLength;
  }

  emit(line: string | Uint8Array): void {
    this.#memory.reserve(line.length, this);
    this.lines.push(line);
  }

  /** Ends the answer; after `deliveryMs` the connection is closed, whatever was read. */
  end(deliveryMs: number): void {
    this.#isComplete = true;
    this.lines.push(null);
    const deadline = setTimeout(() => {
      this.drop();
    }, deliveryMs);
    void this.delivered.then(() => {
      clearTimeout(deadline);
    });
  }

  /**
   * Resets the connection: closed in the ordinary way, the system would keep what it has taken
   * (4 MB on Linux) until the client has read it, however slowly.
   */
  drop(): void {
    if (this.#response.socket) this.#response.socket.resetAndDestroy();
    else this.#response.destroy();
  }
}

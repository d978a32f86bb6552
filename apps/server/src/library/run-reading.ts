import { fileURLToPath } from 'node:url';
import { messages } from '@lumenloom/contract';
import { forkWatched } from '@lumenloom/node-host';
import { HttpProblem } from '../http-problem.ts';
import { nobodyWaits, type AskedReading, type ReadingPlaces } from './reading-places.ts';
import type { ReadFile, Reading, ReadingAnswer, Refusal } from './reading.ts';

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(new URL('../../dist/library/reading-process.js', import.meta.url));

/** What a process may take to read a file. */
export interface ReadingLimits {
  readonly bytes: number;
  readonly seconds: number;
}

/** Reads files of strangers, each in a process of its own. */
export class Readings<Asked = Reading, Read = ReadFile> {
  readonly #places: ReadingPlaces;
  readonly #program: string;
  readonly #limits: ReadingLimits;
  readonly #warn: (error: unknown, sentence: string) => void;

  /** @param ofProgram the compiled program of the process. */
  constructor(
    places: ReadingPlaces,
    limits: ReadingLimits,
    warn: (error: unknown, sentence: string) => void,
    ofProgram = program,
  ) {
    this.#places = places;
    this.#program = ofProgram;
    this.#limits = limits;
    this.#warn = warn;
  }

  /**
   * Reads a file, until nobody waits for the answer any more.
   *
   * @param reading is asked for when it has its place: the room in the library is held then.
   * @throws HttpProblem 422 with the reader's sentence, 413 where the library has no room for what
   * the file announces, 429 or 503 when too many wait.
   */
  async read(reading: () => Promise<Omit<Asked, 'memory'>>, asked: AskedReading): Promise<Read> {
    const answer = await this.#places.use(this, asked, async () =>
      this.#ask({ ...(await reading()), memory: this.#limits.bytes }, asked.signal),
    );
    if ('read' in answer) return answer.read;
    if ('fault' in answer) {
      this.#warn(new Error(answer.fault), 'a reader failed on a file');
      throw ofFile(messages.unreadable);
    }
    const { code, message, field } = problemOf(answer.refusal);
    throw new HttpProblem(code === 'too-large' ? 413 : 422, [{ field, message }]);
  }

  #ask(reading: object, signal: AbortSignal): Promise<ReadingAnswer<Read>> {
    const { bytes, seconds } = this.#limits;
    return new Promise((resolve, reject) => {
      const child = forkWatched(this.#program, {
        // Nothing of this process's settings and secrets.
        env: {},
        execArgv: [`--max-old-space-size=${Math.ceil(bytes / 2 ** 20)}`],
      });
      let isLate = false;
      const end = (): void => void child.kill('SIGKILL');
      signal.addEventListener('abort', end, { once: true });
      const limit = setTimeout(() => {
        isLate = true;
        end();
      }, seconds * 1000);
      child.once('message', (answer) => {
        resolve(answer as ReadingAnswer<Read>);
      });
      child.once('error', reject);
      child.once('exit', () => {
        clearTimeout(limit);
        signal.removeEventListener('abort', end);
        // After an answer this has no effect. Without one, the memory was too small: no reader ends
        // its process.
        reject(
          signal.aborted
            ? nobodyWaits()
            : ofFile(
                isLate ? messages.readingTooLong(seconds) : messages.readingTooLarge(bytes / 1e6),
              ),
        );
      });
      child.send(reading);
    });
  }
}

/** Fields of the form that a reader may name; other paths lie inside the file. */
const FORM_FIELDS: readonly (string | undefined)[] = [
  'wavelengths',
  'radiance',
  'configuration',
  'format',
  'labels',
  'descriptor',
  'picture',
];

/** A sentence with the path inside the file that it is about, once. */
const withPath = (message: string, path: string | undefined): string =>
  path === undefined || message.startsWith(path) ? message : `${path}: ${message}`;

/** A refusal as an answer has it: the field of the form, and the sentence. */
export function problemOf({ code, message, field }: Refusal) {
  return FORM_FIELDS.includes(field)
    ? { code, message, field: field! }
    : { code, message: withPath(message, field), field: 'file' };
}

const ofFile = (message: string): HttpProblem => new HttpProblem(422, [{ field: 'file', message }]);

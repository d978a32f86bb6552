import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SimulationError, parseJson, type Tensor } from '@lumenloom/engine';

/** Seconds that a command may take for a picture. */
const LONGEST_SECONDS = 30;
/** Bytes of an answer that are read before the program is ended. */
const LONGEST_ANSWER = 1e8;

const refused = (sentence: string): SimulationError => new SimulationError('bad-model', sentence);

/** The names that ONNX gives the types of arrays; the bits of 16-bit floats are whole numbers. */
const typeOf = ({ data, type }: Tensor): string => {
  if (data instanceof Float32Array) return 'float32';
  if (data instanceof BigInt64Array) return 'int64';
  if (data instanceof Uint16Array) return type ?? 'float16';
  if (data instanceof Int16Array) return 'int16';
  if (data instanceof Int8Array) return 'int8';
  if (data instanceof Uint8Array) return 'uint8';
  return data instanceof Int32Array ? 'int32' : 'float64';
};

const written = ({ shape, data, type }: Tensor) => ({
  shape,
  type: typeOf({ shape, data, ...(type && { type }) }),
  data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
});

/** What a command is asked: the outputs of a network for one picture. */
export interface CommandQuestion {
  /** Width of the network's input, pixels. */
  readonly width: number;
  readonly height: number;
  readonly outputs: Readonly<Record<string, Tensor>>;
}

/** What reads the outputs in our place. */
export interface OutputReader {
  /**
   * @returns the parsed answer.
   * @throws SimulationError 'bad-model' where there is none in 30 s; the next picture gets a new
   * process. 'cancelled' when stopped.
   */
  ask(question: CommandQuestion, watch: { stopped(): boolean }): Promise<unknown>;
  /** Ends the process. */
  close(): void;
}

interface Running {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  /** Ends where the program cannot be started. */
  readonly failed: Promise<never>;
}

/**
 * A program of the user's own that reads the outputs of a network: a line of JSON for each picture,
 * and a line back (docs/reference/vision.md#networks). It starts with the first picture.
 */
export class OutputCommand implements OutputReader {
  readonly #command: readonly string[];
  #running: Running | undefined;
  /** Bytes since the question. */
  #received = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  #start(): Running {
    const [program, ...args] = this.#command;
    const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    // What is written to a program that has ended is told by its answer.
    child.stdin.on('error', () => undefined);
    const failed = once(child, 'error').then(([error]: unknown[]): never => {
      throw refused(`the command cannot be started: ${(error as Error).message}.`);
    });
    failed.catch(() => undefined);
    child.stdout.on('data', (piece: Buffer) => {
      this.#received += piece.length;
      if (this.#received > LONGEST_ANSWER) child.kill('SIGKILL');
    });
    const lines = createInterface({ input: child.stdout, crlfDelay: Infinity });
    return { child, lines: lines[Symbol.asyncIterator](), failed };
  }

  /** One after another, so that the limit of time is for one picture. */
  ask(question: CommandQuestion, watch: { stopped(): boolean }): Promise<unknown> {
    const answer = this.#last.then(() => this.#askNow(question, watch));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(question: CommandQuestion, watch: { stopped(): boolean }): Promise<unknown> {
    const { child, lines, failed } = (this.#running ??= this.#start());
    this.#received = 0;
    const { width, height, outputs } = question;
    const line = JSON.stringify({
      width,
      height,
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([name, tensor]) => [name, written(tensor)]),
      ),
    });
    const end = performance.now() + LONGEST_SECONDS * 1000;
    let problem: SimulationError | undefined;
    const timer = setInterval(() => {
      if (watch.stopped()) problem = new SimulationError('cancelled', 'Simulation terminated.');
      else if (performance.now() > end)
        problem = refused(`the command took longer than ${LONGEST_SECONDS} s.`);
      if (problem) this.close();
    }, 50);
    try {
      child.stdin!.write(`${line}\n`);
      const answer = await Promise.race([lines.next(), failed]);
      if (this.#received > LONGEST_ANSWER) throw refused('the answer of the command is too long.');
      if (answer.done) throw problem ?? refused('the command ended without an answer.');
      return parsed(answer.value);
    } catch (error) {
      this.close();
      throw problem ?? error;
    } finally {
      clearInterval(timer);
    }
  }

  close(): void {
    this.#running?.child.kill('SIGKILL');
    this.#running = undefined;
  }
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    throw refused(`the command did not answer with a line of JSON: ${line.slice(0, 100)}`);
  }
}

import { Readable } from 'node:stream';
import type { Host } from '@lumenloom/engine';
import { SimulationError, VERSION } from '@lumenloom/engine/quick';
import { openDevice } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { DEVICE, THREADS, deviceOption, threadsOption } from '../../arguments.ts';
import { failureOf } from '../../failure.ts';
import { command, type CommandTerminal, type Terminal } from '../command.ts';
import { pictureHost } from '../picture-plan.ts';
import { FrameError, readFrames, writeFrame, type StdioFrame } from './frames.ts';
import { simulateCall, texts, type CallResult, type Watch } from './simulate-call.ts';

/** Number of the protocol; a client of another number is not understood. */
const PROTOCOL = 1;
/** Bytes of results of stages that later calls use again. */
const STAGE_MEMORY = 512e6;
/** Milliseconds between two frames of progress. */
const PROGRESS_MS = 50;
/** Milliseconds after the end of the input in which a command may end by itself. */
const GRACE_MS = 2000;

/** `lumenloom serve`: answers calls of other programs. */
export const serve = command(
  {
    usage: ['--stdio [options]'],
    says: 'Answers calls on standard input until it ends, on standard output: each call and answer is a line of JSON, and after it the bytes of the arrays that the line names. It stays warm between calls. The Python client starts it.',
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      stdio: { says: 'Reads calls from standard input and answers on standard output. Required.' },
      threads: THREADS,
      device: DEVICE,
    },
    examples: ['serve --stdio', 'serve --stdio --threads 1'],
    document: 'docs/python.md',
  },
  async ({ values }, terminal) => {
    if (!values.stdio)
      throw new UsageError('serve speaks on standard input and output alone: add --stdio.');
    const choice = deviceOption(values.device, terminal.env);
    const host = pictureHost(threadsOption(values.threads), terminal.env, STAGE_MEMORY);
    // A device that is lost is opened anew for the next call.
    const hostFor: HostFor = async (tell) => ({ ...host, device: await openDevice(choice, tell) });
    await hostFor((sentence) => terminal.stderr.write(`${sentence}\n`));
    await answerCalls(terminal, hostFor);
    // A computation that hears no signal must not outlive the program that asked for it.
    setTimeout(() => process.exit(), GRACE_MS).unref();
    return undefined;
  },
);

/** The host of a call. @param tell takes a sentence about a GPU that cannot be used. */
type HostFor = (tell: (sentence: string) => void) => Promise<Host>;

/** A call that waits or is computed. */
interface Call {
  readonly id: number | string;
  readonly frame: StdioFrame;
  readonly ending: AbortController;
}

/** Answers calls in their order until the input ends, which ends what is computed. */
async function answerCalls(terminal: CommandTerminal, hostFor: HostFor): Promise<void> {
  const send = (head: Readonly<Record<string, unknown>>, arrays?: CallResult['arrays']): void => {
    writeFrame((content) => terminal.stdout.write(content), head, arrays);
  };
  send({ lumenloom: VERSION, protocol: PROTOCOL });
  const calls = new Map<Call['id'], Call>();
  let last: Promise<void> = Promise.resolve();
  const endAll = (): void => {
    for (const { ending } of calls.values()) ending.abort();
  };
  terminal.signal.addEventListener('abort', endAll, { once: true });
  for await (const frame of readFrames(terminal.stdin)) {
    if (frame instanceof FrameError) {
      send({ id: null, error: { status: 2, message: frame.message } });
      continue;
    }
    const { id, cancel } = frame.head;
    if (isId(cancel)) {
      calls.get(cancel)?.ending.abort();
      continue;
    }
    if (!isId(id) || calls.has(id)) {
      const message = isId(id)
        ? `id ${id} is the id of a call that has no answer yet: give each call its own.`
        : 'id must be a whole number or a text.';
      send({ id: null, error: { status: 2, message, field: 'id' } });
      continue;
    }
    const call: Call = { id, frame, ending: new AbortController() };
    calls.set(id, call);
    last = last.then(async () => {
      await answer(call, terminal, hostFor, send);
      calls.delete(id);
    });
  }
  endAll();
  await last;
}

const isId = (value: unknown): value is number | string =>
  typeof value === 'string' || Number.isSafeInteger(value);

async function answer(
  { id, frame, ending }: Call,
  { env, perform }: CommandTerminal,
  hostFor: HostFor,
  send: (head: Readonly<Record<string, unknown>>, arrays?: CallResult['arrays']) => void,
): Promise<void> {
  let said = 0;
  const watch: Watch = {
    log: (text) => {
      send({ id, log: text });
    },
    progress: (share) => {
      const now = performance.now();
      if (now - said < PROGRESS_MS && share < 1) return;
      said = now;
      send({ id, progress: share });
    },
  };
  try {
    if (ending.signal.aborted)
      throw new SimulationError('cancelled', 'The call was cancelled before it began.');
    const { call } = frame.head;
    const { signal } = ending;
    const { result, arrays } =
      call === 'simulate'
        ? await simulateCall(frame, await hostFor(watch.log), { env, signal }, watch)
        : await commandCall(frame, perform, { env, signal }, watch);
    send({ id, result }, arrays);
  } catch (error) {
    send({ id, error: failureOf(error) });
  }
}

/**
 * The call `command`: `{args, input}`, a command line of `lumenloom` and its standard input as
 * text. Answers `{status, stdout, stderr}`, each piece of stderr in the log as it comes, and how
 * far it is.
 */
async function commandCall(
  { head: { call, args, input = '' } }: StdioFrame,
  perform: CommandTerminal['perform'],
  { env, signal }: Pick<Terminal, 'env' | 'signal'>,
  { log, progress: reach }: Watch,
): Promise<CallResult> {
  if (call !== 'command')
    throw new UsageError(`call must be simulate or command, not ${JSON.stringify(call)}.`, 'call');
  if (typeof input !== 'string') throw new UsageError('input must be a text.', 'input');
  const words = texts('args', args);
  if (words[0] === 'serve')
    throw new UsageError('serve answers this call already: call another command.', 'args');
  const [stdout, stderr] = [collector(), collector(log)];
  const stdin = Readable.from([Buffer.from(input)]);
  const status = await perform(words, {
    stdout: { ...stdout, reach },
    stderr: { ...stderr, reach },
    stdin,
    env,
    signal,
  });
  return { result: { status, stdout: stdout.text(), stderr: stderr.text() } };
}

/** Collects what is written, and hands it on. */
function collector(handOn: (text: string) => void = () => undefined) {
  const pieces: string[] = [];
  return {
    write: (content: string | Uint8Array) => {
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
      pieces.push(text);
      handOn(text.trimEnd());
    },
    text: () => pieces.join(''),
  };
}

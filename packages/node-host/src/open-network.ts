import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  SimulationError,
  checkStopped,
  checkedFeeds,
  observeOutputs,
  parseJson,
  prepareInput,
  readAnswer,
  recogniseNetwork,
  type Finding,
  type NetworkDescriptor,
  type NetworkInput,
  type NetworkQuestion,
  type OnnxFile,
  type PartialDescriptor,
  type RecognisedNetwork,
  type RgbImage,
  type Tensor,
} from '@lumenloom/engine';
import { numberOption } from './command-line/arguments.ts';
import { loadImage } from './image-files.ts';
import { NetworkProcess, type NetworkLimits } from './network-runner.ts';
import { OutputCommand } from './output-command.ts';
import { sharedCommand } from './shared-command.ts';
import { sizeByTrial, type OtherSize } from './size-by-trial.ts';

interface Watch {
  stopped(): boolean;
}

/** What is known of a network besides its file, and how it is run. */
export interface NetworkOptions {
  readonly descriptor?: PartialDescriptor | undefined;
  readonly labels?: readonly string[] | undefined;
  /**
   * Threads of one run. Findings are the same with one thread on any machine; with more of them the
   * order of sums, and so the last bits, can differ.
   */
  readonly threads?: number | undefined;
  readonly limits?: NetworkLimits | undefined;
  /** Of a command that another thread shares (shareCommand); absent: its own process. */
  readonly commandChannel?: string | undefined;
  readonly watch: Watch;
}

/** A network from a file, in a process of its own. */
export interface OpenNetwork {
  readonly descriptor: NetworkDescriptor;
  /** What had to be guessed, in sentences, and the keys of the descriptor. */
  readonly problems: readonly string[];
  readonly guessed: readonly string[];
  /** What its file says. */
  readonly file: OnnxFile;
  /**
   * What it finds in a picture, in pixels of the picture.
   *
   * @param options.threshold as in NetworkQuestion.
   * @param options.input how the picture is prepared where it differs from the descriptor.
   * @throws SimulationError 'bad-model' where it cannot process this picture; the next picture is
   * tried with a new process. 'cancelled' when stopped.
   */
  find(
    picture: RgbImage,
    watch: Watch,
    options: Pick<NetworkQuestion, 'threshold'> & {
      readonly input?: Partial<Pick<NetworkInput, 'colour' | 'range'>>;
    },
  ): Promise<Finding>;
  /** Ends the process. */
  close(): void;
}

/**
 * What reading and running a network of strangers may take, from the variables of the server.
 * @throws UsageError for a variable that is no number above 0.
 */
export function readingLimits(env: NodeJS.ProcessEnv): NetworkLimits {
  const limit = (name: string, otherwise: number): number =>
    numberOption(name, env[name], { above: 0, max: 1e6 }) ?? otherwise;
  return { bytes: limit('READING_MB', 2500) * 1e6, seconds: limit('READING_SECONDS', 60) };
}

/**
 * Opens a network from an ONNX file of anybody. The file is read and run in a process with limits
 * (docs/reference/vision.md#networks). config.json and preprocessor_config.json beside the file
 * are taken into account.
 *
 * @throws SimulationError 'bad-model' with a sentence for a file that cannot be used,
 * 'bad-parameter' for a descriptor that does not fit it, 'cancelled' when stopped.
 */
export async function openNetwork(
  file: string,
  { descriptor, labels, threads, limits, commandChannel, watch }: NetworkOptions,
): Promise<OpenNetwork> {
  const [config, preprocessor] = await Promise.all(
    ['config.json', 'preprocessor_config.json'].map((name) => jsonBeside(file, name)),
  );
  const opened = networkFile(file, limits, threads);
  try {
    const onnx = await opened.read(watch);
    const hints = { descriptor, labels, config, preprocessor };
    const first = await recogniseNetwork(onnx, hints);
    const inputs = await opened.load(watch);
    const observed = first.isOpen ? await observedIn(opened, first, inputs, watch) : undefined;
    const recognised = observed ? await recogniseNetwork(onnx, { ...hints, observed }) : first;
    const { descriptor: whole } = recognised;
    const findOrName = findingOrNaming(opened);
    const command = commandOf(opened, whole, inputs, commandChannel);
    return {
      ...recognised,
      file: onnx,
      find: (picture, findWatch, { threshold, input }) => {
        const descriptor = { ...whole, input: { ...whole.input, ...input } };
        return command
          ? command.find(picture, findWatch)
          : findOrName({ picture, descriptor, threshold }, findWatch);
      },
      close: () => {
        command?.close();
        opened.close();
      },
    };
  } catch (error) {
    opened.close();
    throw error;
  }
}

type NetworkFile = ReturnType<typeof networkFile>;

/** A network whose outputs a command reads; undefined for the kinds that we read. */
function commandOf(
  { run }: NetworkFile,
  descriptor: NetworkDescriptor,
  inputs: Parameters<typeof prepareInput>[2],
  channel: string | undefined,
) {
  const { command, names } = descriptor.output;
  if (!command) return undefined;
  const reader = channel === undefined ? new OutputCommand(command) : sharedCommand(channel);
  return {
    close: (): void => {
      reader.close();
    },
    find: async (picture: RgbImage, watch: Watch): Promise<Finding> => {
      const { feeds, placement } = prepareInput(picture, descriptor, inputs);
      const all = await run(checkedFeeds({ inputs }, feeds), watch);
      const outputs = Object.fromEntries(
        names.flatMap((name) => (all[name] ? [[name, all[name]] as const] : [])),
      );
      const { width, height } = placement;
      const answer = await reader.ask({ width, height, outputs }, watch);
      return readAnswer(answer, descriptor, placement);
    },
  };
}

/** Milliseconds that trial runs may take. */
const LONGEST_TRIAL_MS = 10_000;

const inTime = (watch: Watch): Watch => {
  const end = performance.now() + LONGEST_TRIAL_MS;
  return { stopped: () => watch.stopped() || performance.now() > end };
};

/** Whether a picture goes in at its own size, and nothing tells which sizes are taken. */
const isFree = ({ resize, width, height, multiple }: NetworkInput): boolean =>
  resize === 'none' && width === null && height === null && multiple === undefined;

const isRefusal = (error: unknown): boolean =>
  error instanceof SimulationError && error.code === 'bad-model';

/** What a run on our picture shows; undefined where the network cannot be run on it in time. */
async function observedIn(
  { run }: NetworkFile,
  recognised: RecognisedNetwork,
  inputs: Parameters<typeof prepareInput>[2],
  watch: Watch,
) {
  const trialWatch = inTime(watch);
  const { descriptor } = recognised;
  const runWith = async (picture: RgbImage, input: NetworkInput) => {
    const { feeds, placement } = prepareInput(picture, { ...descriptor, input }, inputs);
    return {
      fed: feeds,
      placement,
      outputs: await run(checkedFeeds({ inputs }, feeds), trialWatch),
    };
  };
  const taken = new Map<RgbImage, Awaited<ReturnType<typeof runWith>>>();
  const observed = await observeOutputs(
    recognised,
    await loadImage('apple.jpg'),
    async (picture) => {
      try {
        return await runWith(picture, descriptor.input);
      } catch (error) {
        if (!isFree(descriptor.input) || !isRefusal(error)) throw error;
        await sizeByTrial(picture, async (one, input) => {
          const result = await runWith(one, { ...descriptor.input, ...input }).catch(
            () => undefined,
          );
          if (result) taken.set(one, result);
          return result !== undefined;
        });
        const result = taken.get(picture);
        if (!result) throw error;
        return result;
      }
    },
  );
  checkStopped(watch);
  return observed;
}

/**
 * Finds; where a picture is refused at its own size, the first refusal is tried with others, so
 * that each names what is taken.
 */
function findingOrNaming({ find }: NetworkFile) {
  let other: Promise<OtherSize | undefined> | undefined;
  return async (question: NetworkQuestion, watch: Watch): Promise<Finding> => {
    const { picture, descriptor } = question;
    try {
      return await find(question, watch);
    } catch (error) {
      if (!isFree(descriptor.input) || !isRefusal(error)) throw error;
      const trialWatch = inTime(watch);
      other ??= sizeByTrial(picture, (one, input) =>
        find(
          {
            ...question,
            picture: one,
            descriptor: { ...descriptor, input: { ...descriptor.input, ...input } },
          },
          trialWatch,
        ).then(
          () => true,
          () => false,
        ),
      );
      const named = await other;
      checkStopped(watch);
      if (!named) throw error;
      throw new SimulationError(
        'bad-model',
        `it refuses pictures of ${picture.columns} x ${picture.rows} and takes ${named.words}.`,
      );
    }
  };
}

/** The file of a network in a process of its own, which begins with the first question to it. */
export function networkFile(file: string, limits = readingLimits(process.env), threads = 1) {
  const networkProcess = new NetworkProcess(limits, threads);
  const ask = async (...question: Parameters<NetworkProcess['ask']>) => {
    const answer = await networkProcess.ask(...question);
    if ('problem' in answer) throw new SimulationError('bad-model', oneLine(answer.problem, file));
    return answer;
  };
  const load = async (watch: Watch) => {
    const loaded = await ask({ type: 'load', file, threads }, watch);
    if (!('inputs' in loaded)) throw new Error('the process gave another answer');
    return loaded.inputs;
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One after another, because the limit of time is for one run. */
  const inTurn = <Value>(watch: Watch, question: () => Promise<Value>): Promise<Value> => {
    const result = last.then(async () => {
      checkStopped(watch);
      if (!networkProcess.isRunning) await load(watch);
      return question();
    });
    last = result.catch(() => undefined);
    return result;
  };
  return {
    /** What the file says about the network; refuses files that ONNX Runtime should not see. */
    read: async (watch: Watch): Promise<OnnxFile> => {
      const read = await ask({ type: 'read', file }, watch);
      if (!('read' in read)) throw new Error('the process gave another answer');
      return read.read;
    },
    load,
    /** Runs it on a picture; loads it again where its process has ended. */
    find: (question: NetworkQuestion, watch: Watch): Promise<Finding> => {
      return inTurn(watch, async () => {
        const answer = await ask({ type: 'find', question }, watch);
        if (!('finding' in answer)) throw new Error('the process gave another answer');
        return answer.finding;
      });
    },
    /** Its outputs as they are. */
    run: (inputs: Readonly<Record<string, Tensor>>, watch: Watch) =>
      inTurn(watch, async () => {
        const answer = await ask({ type: 'run', inputs }, watch);
        if (!('outputs' in answer)) throw new Error('the process gave another answer');
        return answer.outputs;
      }),
    close: (): void => {
      networkProcess.end();
    },
  };
}

/** An error message on one line, in which the file is called by its name. */
const oneLine = (problem: string, file: string): string => {
  const line = problem
    .replaceAll(file, basename(file))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 400);
  return line.endsWith('.') ? line : `${line}.`;
};

/** Files of settings are small; larger ones are not settings. */
const LARGEST_SETTINGS = 4e6;

/**
 * The parsed JSON file beside a network, or above it where it is in the folder `onnx` of a
 * published one; undefined where there is none.
 */
async function jsonBeside(file: string, name: string): Promise<unknown> {
  const folder = dirname(file);
  const readIn = (place: string): Promise<string | undefined> =>
    readFile(join(place, name), 'utf8').catch(() => undefined);
  const text =
    (await readIn(folder)) ??
    (basename(folder) === 'onnx' ? await readIn(dirname(folder)) : undefined);
  if (text === undefined || text.length > LARGEST_SETTINGS) return undefined;
  try {
    return parseJson(text);
  } catch {
    throw new SimulationError('bad-model', `${name} beside the network is not valid JSON.`);
  }
}

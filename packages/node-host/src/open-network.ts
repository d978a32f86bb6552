import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  SimulationError,
  checkStopped,
  checkedFeeds,
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
  type RgbImage,
  type Tensor,
} from '@lumenloom/engine';
import { numberOption } from './command-line/arguments.ts';
import { NetworkProcess, type NetworkLimits } from './network-runner.ts';
import { OutputCommand } from './output-command.ts';

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
  { descriptor, labels, threads, limits, watch }: NetworkOptions,
): Promise<OpenNetwork> {
  const [config, preprocessor] = await Promise.all(
    ['config.json', 'preprocessor_config.json'].map((name) => jsonBeside(file, name)),
  );
  const opened = networkFile(file, limits, threads);
  try {
    const onnx = await opened.read(watch);
    const recognised = await recogniseNetwork(onnx, {
      descriptor,
      labels,
      config,
      preprocessor,
    });
    const inputs = await opened.load(watch);
    const { descriptor: whole } = recognised;
    const command = commandOf(opened, whole, inputs);
    return {
      ...recognised,
      file: onnx,
      find: (picture, findWatch, { threshold, input }) => {
        const descriptor = { ...whole, input: { ...whole.input, ...input } };
        return command
          ? command.find(picture, findWatch)
          : foundOrNamed(opened, { picture, descriptor, threshold }, findWatch);
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
) {
  const { command, names } = descriptor.output;
  if (!command) return undefined;
  const reader = new OutputCommand(command);
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

/** Multiples of which the sides of a picture must be for many networks. */
const MULTIPLES = [2, 4, 8, 16, 32, 64, 128];

/** Finds; where a picture of its own size is refused, names the multiples that are not. */
async function foundOrNamed(
  { find }: NetworkFile,
  question: NetworkQuestion,
  watch: Watch,
): Promise<Finding> {
  const { input } = question.descriptor;
  try {
    return await find(question, watch);
  } catch (error) {
    const isFree = input.resize === 'none' && input.width === null && input.height === null;
    const isRefused = error instanceof SimulationError && error.code === 'bad-model';
    if (!isFree || !isRefused || input.multiple !== undefined) throw error;
    for (const multiple of MULTIPLES) {
      const descriptor = { ...question.descriptor, input: { ...input, multiple } };
      const isTaken = await find({ ...question, descriptor }, watch).then(
        () => true,
        () => false,
      );
      checkStopped(watch);
      if (isTaken)
        throw new SimulationError(
          'bad-model',
          `it refuses pictures of ${question.picture.columns} x ${question.picture.rows} and takes them with sides that are multiples of ${multiple}: give input.multiple ${multiple} in a descriptor.`,
        );
    }
    throw error;
  }
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

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  SimulationError,
  checkStopped,
  checkedFeeds,
  parseJson,
  prepareInput,
  readOutputs,
  recogniseNetwork,
  type Finding,
  type Network,
  type NetworkDescriptor,
  type NetworkInput,
  type OnnxFile,
  type PartialDescriptor,
  type RgbImage,
  type Tensor,
} from '@lumenloom/engine';
import { NetworkProcess, type NetworkLimits } from './network-runner.ts';

type Feeds = Readonly<Record<string, Tensor>>;
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
   * @param options.threshold 'scoring' keeps weak results, 'drawing' those that are worth a look.
   * @param options.input how the picture is prepared where it differs from the descriptor.
   * @throws SimulationError 'bad-model' where it cannot process this picture; the next picture is
   * tried with a new process. 'cancelled' when stopped.
   */
  find(
    picture: RgbImage,
    watch: Watch,
    options: {
      readonly threshold: 'scoring' | 'drawing';
      readonly input?: Partial<Pick<NetworkInput, 'colour' | 'range'>>;
    },
  ): Promise<Finding>;
  /** Ends the process. */
  close(): void;
}

/** What reading and running a network of strangers may take where nobody says it. */
const LIMITS: NetworkLimits = { bytes: 2500e6, seconds: 60 };

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
    const recognised = recogniseNetwork(onnx, {
      descriptor,
      labels,
      config,
      preprocessor,
    });
    const inputs = await opened.load(watch);
    return {
      ...recognised,
      file: onnx,
      find: async (picture, findWatch, { threshold, input }) => {
        checkStopped(findWatch);
        const { descriptor: whole } = recognised;
        const prepared = { input: { ...whole.input, ...input } };
        const { feeds, placement } = prepareInput(picture, prepared, inputs);
        const outputs = await opened.run(
          checkedFeeds({ inputs }, feeds),
          findWatch,
          whole.output.names,
        );
        return readOutputs(outputs, whole, placement, threshold);
      },
      close: opened.close,
    };
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** The file of a network in a process of its own, which begins with the first question to it. */
export function networkFile(file: string, limits: NetworkLimits = LIMITS, threads = 1) {
  const networkProcess = new NetworkProcess(limits);
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (...question: Parameters<NetworkProcess['ask']>) => {
    const answer = await networkProcess.ask(...question);
    if ('problem' in answer) throw new SimulationError('bad-model', oneLine(answer.problem, file));
    return answer;
  };
  const load = async (watch: Watch): Promise<Network['inputs']> => {
    const loaded = await ask({ type: 'load', file, threads }, watch);
    if (!('inputs' in loaded)) throw new Error('the process gave another answer');
    return loaded.inputs;
  };
  return {
    /** What the file says about the network; refuses files that ONNX Runtime should not see. */
    read: async (watch: Watch): Promise<OnnxFile> => {
      const read = await ask({ type: 'read', file }, watch);
      if (!('read' in read)) throw new Error('the process gave another answer');
      return read.read;
    },
    /** @returns the shapes of its inputs. */
    load,
    /** Runs it; loads it again where its process has ended. */
    run: (inputs: Feeds, watch: Watch, outputs?: readonly string[]): Promise<Feeds> => {
      // One after another, because the limit of time is for one run.
      const result = last.then(async () => {
        checkStopped(watch);
        if (!networkProcess.isRunning) await load(watch);
        const answer = await ask({ type: 'run', inputs, outputs }, watch);
        if (!('outputs' in answer)) throw new Error('the process gave another answer');
        return answer.outputs;
      });
      last = result.catch(() => undefined);
      return result;
    },
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeviceError,
  SimulationError,
  type Host,
  type Network,
  type WeightsFile,
} from '@lumenloom/engine';
import { recordedHashes, sha256Of } from './models/install-model.ts';
import {
  installedWeights,
  ModelFilesError,
  readModelList,
  type InstalledWeights,
  type ListedModel,
} from './models/model-list.ts';
import { precisionOf, type ModelSettings } from './models/model-settings.ts';
import { askNetworkProcess, hasNetworkProcess } from './network-runner.ts';

/** The network that this thread used last. Only one is kept, because some need half a gigabyte. */
let kept: { readonly key: string; readonly network: Network } | undefined;

/**
 * Loads networks from a folder and runs them on the CPU with that many threads, or with a device on
 * a GPU: ONNX Runtime opens its own.
 */
export function networksIn(
  settings: Pick<ModelSettings, 'folder' | 'precisions'>,
  threads: number,
): NonNullable<Host['loadNetwork']> {
  return async (name, watch, device) => {
    const folder = join(settings.folder, name);
    const { model, weights } = await find(name, settings);
    if (!model || !weights) return undefined;
    const file = join(folder, weights.path);
    // Time and size are part of the key, so that replaced files are loaded again.
    const onGpu = device !== undefined;
    const key = `${file} ${weights.modifiedMs} ${weights.bytes} ${threads} ${onGpu}`;
    if (kept?.key === key && hasNetworkProcess()) return { ...kept.network, loadMs: 0 };
    kept = undefined;
    const [config, preprocessor] = [
      await readJson(folder, 'config.json'),
      await readJson(folder, 'preprocessor_config.json'),
    ];
    const start = performance.now();
    const ask: typeof askNetworkProcess = async (question, askWatch) => {
      if (!onGpu) return askNetworkProcess(question, askWatch);
      const answer = await askNetworkProcess(question, askWatch).catch(onDevice);
      // The processor may run it, and says what is wrong where it is the file.
      if ('problem' in answer)
        throw new DeviceError(
          `The GPU cannot run ${name} (${reasonOf(answer, file, weights.path)}).`,
        );
      return answer;
    };
    const loaded = await ask({ type: 'load', file, threads, onGpu }, watch);
    if (!('inputs' in loaded))
      throw new SimulationError(
        'bad-model',
        `${weights.path} is damaged or is not a network (${reasonOf(loaded, file, weights.path)}).`,
      );
    const loadMs = performance.now() - start;
    const network: Network = {
      config,
      preprocessor,
      weights: await described(folder, model, weights),
      inputs: loaded.inputs,
      loadMs,
      run: async (inputs, runWatch) => {
        const answer = await ask({ type: 'run', inputs }, runWatch);
        if ('outputs' in answer) return answer.outputs;
        throw new SimulationError(
          'bad-model',
          `it cannot process this picture (${reasonOf(answer, file, weights.path)}).`,
        );
      },
    };
    kept = { key, network };
    return network;
  };
}

/**
 * The file of a network of the choice list.
 *
 * @throws SimulationError 'bad-model' with a sentence where its files are not installed.
 */
export async function listedNetwork(
  name: string,
  settings: Pick<ModelSettings, 'folder' | 'precisions'>,
): Promise<string> {
  const { weights } = await find(name, settings);
  if (!weights)
    throw new SimulationError(
      'bad-model',
      `The model files of ${name} are not installed: whoever runs this server or program fetches them with "npm run models -- ${name}", see models/README.md.`,
    );
  return join(settings.folder, name, weights.path);
}

/** The network's entry in the list, and the weights that are in its folder. */
async function find(
  name: string,
  settings: Pick<ModelSettings, 'folder' | 'precisions'>,
): Promise<{
  readonly model?: ListedModel | undefined;
  readonly weights?: InstalledWeights | undefined;
}> {
  try {
    const model = (await readModelList(settings.folder))[name];
    const folder = join(settings.folder, name);
    return {
      model,
      weights: model && (await installedWeights(folder, model, precisionOf(settings, name))),
    };
  } catch (error) {
    throw asBadModel(error);
  }
}

async function described(
  folder: string,
  model: ListedModel,
  { path, precision }: InstalledWeights,
): Promise<WeightsFile> {
  const recorded = await recordedHashes(folder, model).catch((error: unknown) => {
    throw asBadModel(error);
  });
  const sha256 = await sha256Of(join(folder, path));
  const isListed = model.weights[precision]?.sha256 === sha256;
  const isRecorded = recorded[path] === sha256;
  return {
    path,
    precision,
    sha256,
    hashIs: isListed ? 'listed' : isRecorded ? 'recorded at first fetch' : 'unknown',
  };
}

const asBadModel = (error: unknown): unknown =>
  error instanceof ModelFilesError ? new SimulationError('bad-model', `${error.message}.`) : error;

/**
 * The error message of ONNX Runtime on one line; its path is cut to that below the network's
 * folder.
 */
const reasonOf = (answer: object, file: string, path: string): string =>
  ('problem' in answer ? String(answer.problem) : 'no reason given')
    .replaceAll(file, path)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** The parsed JSON file of a network; undefined when it is missing. */
async function readJson(folder: string, name: string): Promise<unknown> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new SimulationError('bad-model', `${name} cannot be read (${code ?? String(error)}).`);
  });
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new SimulationError('bad-model', `${name} is not valid JSON.`);
  }
}

/** @throws DeviceError in place of the end of the process; stopping stays what it is. */
function onDevice(error: unknown): never {
  if (error instanceof SimulationError && error.code === 'bad-model')
    throw new DeviceError(`The GPU failed: ${error.message}`);
  throw error;
}

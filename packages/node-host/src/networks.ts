import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SimulationError, type Host, type Network } from '@lumenloom/engine';
import { askNetworkProcess, hasNetworkProcess } from './network-runner.ts';

/** Where the files of networks lie, a folder for each: MODELS_DIR, else ./models. */
export const defaultModelsFolder = (): string => resolve(process.env['MODELS_DIR'] ?? 'models');

/** As the repositories have it that the files come from. */
const WEIGHTS = 'onnx/model.onnx';

/** The network that this thread used last. Only one is kept: some take half a gigabyte. */
let kept: { readonly key: string; readonly network: Network } | undefined;

/** Finds networks in a folder and runs them on the processor, with that many threads. */
export function networksIn(folder: string, threads: number): NonNullable<Host['loadNetwork']> {
  return async (name, watch) => {
    const file = join(folder, name, WEIGHTS);
    const found = await stat(file).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new SimulationError(
        'bad-model',
        `${WEIGHTS} cannot be read (${code ?? String(error)}).`,
      );
    });
    if (!found) return undefined;
    // Files that were replaced are read anew.
    const key = `${file} ${found.mtimeMs} ${found.size} ${threads}`;
    if (kept?.key === key && hasNetworkProcess()) return { ...kept.network, loadMs: 0 };
    kept = undefined;
    const [config, preprocessor] = [
      await readJson(join(folder, name), 'config.json'),
      await readJson(join(folder, name), 'preprocessor_config.json'),
    ];
    const start = performance.now();
    const loaded = await askNetworkProcess({ type: 'load', file, threads }, watch);
    if (!('inputs' in loaded))
      throw new SimulationError(
        'bad-model',
        `${WEIGHTS} is damaged or no such network (${reasonOf(loaded, file)}).`,
      );
    const network: Network = {
      config,
      preprocessor,
      inputs: loaded.inputs,
      loadMs: performance.now() - start,
      run: async (inputs, runWatch) => {
        const answer = await askNetworkProcess({ type: 'run', inputs }, runWatch);
        if ('outputs' in answer) return answer.outputs;
        throw new SimulationError(
          'bad-model',
          `it does not take such a picture (${reasonOf(answer, file)}).`,
        );
      },
    };
    kept = { key, network };
    return network;
  };
}

/** ONNX Runtime's own words, without the path, which is nobody's business, and on one line. */
const reasonOf = (answer: object, file: string): string =>
  ('problem' in answer ? String(answer.problem) : 'no reason given')
    .replaceAll(file, WEIGHTS)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** A JSON file beside the weights; undefined when there is none. */
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

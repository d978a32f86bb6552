import { basename } from 'node:path';
import {
  SimulationError,
  type Host,
  type NetworkQuestion,
  type OpenedNetwork,
  type OwnNetwork,
} from '@lumenloom/engine';
import { EXAMPLE_NETWORK } from '@lumenloom/engine/catalogue';
import { EXAMPLE_NETWORK_FILE } from './examples.ts';
import { sha256Of } from './models/install-model.ts';
import type { NetworkLimits } from './network-runner.ts';
import { networkFile, openNetwork, type NetworkOptions } from './open-network.ts';

/** The network of the user's own that this thread used last. */
let kept: { readonly key: string; readonly network: Kept } | undefined;
type Kept = OpenedNetwork & { readonly close: () => void };

/**
 * A network from a file as the algorithm of a run.
 *
 * @throws SimulationError as openNetwork does.
 */
export async function describeNetwork(file: string, options: NetworkOptions): Promise<OwnNetwork> {
  const network = await openNetwork(file, options);
  network.close();
  const { descriptor, problems } = network;
  if (descriptor.output.command)
    throw new SimulationError(
      'bad-parameter',
      'output.kind command is for network inspect and evaluate: a run reads the kinds that we know.',
      'output.kind',
    );
  return { name: basename(file), file, sha256: await sha256Of(file), descriptor, problems };
}

/**
 * Opens networks for runs, each in a process with limits; the last one is kept until another one is
 * asked for.
 */
export const ownNetworks =
  (limits?: NetworkLimits): NonNullable<Host['openNetwork']> =>
  async ({ file, sha256 }, watch) => {
    const key = `${file} ${sha256}`;
    if (kept?.key === key) return { ...kept.network, loadMs: 0 };
    kept?.network.close();
    kept = undefined;
    const start = performance.now();
    const { read, load, find, close } = networkFile(
      file === EXAMPLE_NETWORK.file ? EXAMPLE_NETWORK_FILE : file,
      limits,
    );
    try {
      await read(watch);
      await load(watch);
      const network: Kept = {
        find: (question, findWatch) => find(question as NetworkQuestion, findWatch),
        close,
        loadMs: performance.now() - start,
      };
      kept = { key, network };
      return network;
    } catch (error) {
      close();
      throw error;
    }
  };

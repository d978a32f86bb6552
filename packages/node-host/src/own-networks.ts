import { basename } from 'node:path';
import type { Host, OwnNetwork } from '@lumenloom/engine';
import { sha256Of } from './models/install-model.ts';
import type { NetworkLimits } from './network-runner.ts';
import { openNetwork, type NetworkOptions, type OpenNetwork } from './open-network.ts';

/** The network of the user's own that this thread used last. */
let kept: { readonly key: string; readonly network: OpenNetwork } | undefined;

/**
 * A network from a file as the algorithm of a run.
 *
 * @throws SimulationError as openNetwork does.
 */
export async function describeNetwork(file: string, options: NetworkOptions): Promise<OwnNetwork> {
  const network = await openNetwork(file, options);
  network.close();
  const { descriptor, problems } = network;
  return { name: basename(file), file, sha256: await sha256Of(file), descriptor, problems };
}

/**
 * Opens networks for runs, each in a process with limits; the last one is kept until another one is
 * asked for.
 */
export const ownNetworks =
  (limits?: NetworkLimits): NonNullable<Host['openNetwork']> =>
  async ({ file, sha256, descriptor }, watch) => {
    const key = JSON.stringify([file, sha256, descriptor]);
    if (kept?.key === key) return { ...kept.network, loadMs: 0 };
    kept?.network.close();
    kept = undefined;
    const start = performance.now();
    const network = await openNetwork(file, { descriptor, limits, watch });
    kept = { key, network };
    return { ...network, loadMs: performance.now() - start };
  };

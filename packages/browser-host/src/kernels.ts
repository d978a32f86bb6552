import type { Host } from '@lumenloom/engine';

/**
 * Fetches compiled kernels from their addresses; a kernel that cannot be fetched makes the engine
 * run its plain twin.
 */
export const kernelsAt =
  (addresses: Readonly<Record<string, string>>): Host['loadKernel'] =>
  async (name) => {
    const address = addresses[name];
    if (address === undefined) return undefined;
    const response = await fetch(address).catch(() => undefined);
    return response?.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  };

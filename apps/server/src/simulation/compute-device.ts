import type { DeviceFacts } from '@lumenloom/engine';
import { findDevice } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { ConfigError, type Config } from '../config.ts';

/**
 * What COMPUTE_DEVICE means for sweeps, studies and evaluations: workers compute them on the
 * processor, because their devices may differ.
 */
export const deviceOfWork = ({
  computeQueue,
  computeDevice: choice,
}: Pick<Config, 'computeQueue' | 'computeDevice'>): Config['computeDevice'] =>
  computeQueue === undefined ? choice : 'cpu';

/**
 * The device on which this process computes simulations; undefined for the processor.
 *
 * @param warn takes a sentence about a GPU that does not work; the processor computes instead.
 * @throws ConfigError where COMPUTE_DEVICE asks for a GPU and none can be used.
 */
export async function computeDevice(
  { computeDevice: choice }: Pick<Config, 'computeDevice'>,
  warn: (sentence: string) => void,
): Promise<DeviceFacts | undefined> {
  try {
    return await findDevice(choice, warn);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new ConfigError(`COMPUTE_DEVICE is ${choice}. ${error.message}`);
  }
}

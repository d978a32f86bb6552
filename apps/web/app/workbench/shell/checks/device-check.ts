import { pageMessages } from '@lumenloom/contract';
import { getDevice } from '../../../api/get-device.ts';

const sentences = { cuda: pageMessages.usingGpu, cpu: pageMessages.usingCpu };

/** Writes to the log which device computes. After an abort it writes nothing. */
export async function checkDevice(signal: AbortSignal, log: (line: string) => void): Promise<void> {
  const device = await getDevice(signal).catch((error: unknown) => {
    if (!signal.aborted) console.error('device check:', error);
    return undefined;
  });
  if (!signal.aborted) log(device ? sentences[device] : pageMessages.noComputeResource);
}

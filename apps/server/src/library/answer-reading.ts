import { SimulationError } from '@lumenloom/engine';
import { watchProcess } from '@lumenloom/node-host';
import type { ReadingAnswer } from './reading.ts';

/**
 * Reads one file from a stranger in this process, which then ends. Any damage that the file does
 * ends with the process, and the limits of a process count buffers and native memory, which the
 * limits of a thread do not (docs/decisions/026).
 *
 * @param read is given the message to the process, whose `memory` limits it, bytes.
 */
export function answerReading(read: (asked: never) => Promise<unknown>): void {
  const answerOf = async (asked: object): Promise<ReadingAnswer<unknown>> => {
    try {
      return { read: await read(asked as never) };
    } catch (error) {
      if (!(error instanceof SimulationError)) return { fault: (error as Error).stack ?? '' };
      const { code, message, field } = error;
      return { refusal: { code, message, field } };
    }
  };
  process.once('message', (asked: { readonly memory: number }) => {
    void watchProcess({ bytes: asked.memory })
      .then(() => answerOf(asked))
      .then((answer) => process.send!(answer, undefined, undefined, () => process.exit()));
  });
}

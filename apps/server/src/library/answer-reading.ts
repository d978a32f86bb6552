import { SimulationError } from '@lumenloom/engine';
import { watchMemory } from '@lumenloom/node-host';
import type { ReadingAnswer } from './reading.ts';

/**
 * Reads one file from a stranger in this process, which then ends. Any damage that the file does
 * ends with the process, and the limits of a process count buffers and native memory, which the
 * limits of a thread do not (docs/decisions/026).
 */
export function answerReading<Asked extends { readonly memory: number }, Read>(
  read: (asked: Asked) => Promise<Read>,
): void {
  const answerOf = async (asked: Asked): Promise<ReadingAnswer<Read>> => {
    try {
      return { read: await read(asked) };
    } catch (error) {
      if (!(error instanceof SimulationError)) return { fault: (error as Error).stack ?? '' };
      const { code, message, field } = error;
      return { refusal: { code, message, field } };
    }
  };
  process.once('message', (asked: Asked) => {
    watchMemory(asked.memory);
    void answerOf(asked).then((answer) =>
      process.send!(answer, undefined, undefined, () => process.exit()),
    );
  });
  process.on('disconnect', () => process.exit());
}

/**
 * A process that reads one file from a stranger and ends. Any damage that the file does ends with
 * the process, and the limits of a process count buffers and native memory, which the limits of a
 * thread do not (docs/decisions/026).
 */
import { SimulationError } from '@lumenloom/engine';
import { watchMemory } from '@lumenloom/node-host';
import { readOwnFile } from './read-own-file.ts';
import type { Reading, ReadingAnswer } from './reading.ts';

async function answerOf(reading: Reading): Promise<ReadingAnswer> {
  try {
    return { read: await readOwnFile(reading) };
  } catch (error) {
    if (!(error instanceof SimulationError)) return { fault: (error as Error).stack ?? '' };
    const { code, message, field } = error;
    return { refusal: { code, message, field } };
  }
}

process.once('message', (reading: Reading) => {
  watchMemory(reading.memory);
  void answerOf(reading).then((answer) =>
    process.send!(answer, undefined, undefined, () => process.exit()),
  );
});
process.on('disconnect', () => process.exit());

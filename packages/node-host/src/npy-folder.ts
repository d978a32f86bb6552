import { join } from 'node:path';
import { npyHeader, type SinkArray, type StageSink } from '@lumenloom/engine';
import { writeFile } from './output-paths.ts';

/**
 * Writes each array between the stages to `<folder>/<name>.npy`, piece by piece.
 *
 * @param nameOf name of an array's file; undefined omits the array, which is then not computed.
 */
export const npyFolder = (
  folder: string,
  nameOf: (array: SinkArray) => string | undefined = (array) => array,
): StageSink => ({
  write: async (array, type, shape, pieces) => {
    const name = nameOf(array);
    if (name === undefined) return;
    await writeFile(join(folder, `${name}.npy`), bytesOf(npyHeader(type, shape), pieces));
  },
});

async function* bytesOf(
  header: Uint8Array,
  pieces: Parameters<StageSink['write']>[3],
): AsyncGenerator<Uint8Array> {
  yield header;
  for await (const { buffer, byteOffset, byteLength } of pieces)
    yield new Uint8Array(buffer, byteOffset, byteLength);
}

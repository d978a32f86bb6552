import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, type SinkArray, type StageSink } from '@lumenloom/engine';

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
    const file = await open(join(folder, `${name}.npy`), 'w');
    try {
      await file.write(npyHeader(type, shape));
      for await (const piece of pieces)
        await file.write(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
    } finally {
      await file.close();
    }
  },
});

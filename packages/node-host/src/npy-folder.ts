import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, type StageSink } from '@lumenloom/engine';

/** Writes each array between the stages to `<folder>/<name>.npy`, piece by piece. */
export const npyFolder = (folder: string): StageSink => ({
  write: async (name, type, shape, pieces) => {
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

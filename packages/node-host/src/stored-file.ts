import { lstat, open, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { SimulationError } from '@lumenloom/engine';
import type { StoredFile } from '@lumenloom/engine/twin';

/** A file of this machine, which is opened whenever something of it is read. */
async function storedFile(path: string): Promise<StoredFile> {
  const { size } = await stat(path);
  return {
    size,
    bytes: async (from, length) => {
      const file = await open(path);
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - from)));
        let got = 0;
        while (got < bytes.length) {
          const { bytesRead } = await file.read(bytes, got, bytes.length - got, from + got);
          if (bytesRead === 0) return bytes.slice(0, got);
          got += bytesRead;
        }
        return bytes;
      } finally {
        await file.close();
      }
    },
  };
}

/**
 * A file below a folder, by its path from there.
 *
 * @param place where it is named, for the sentence.
 * @throws SimulationError for a file that is not there, or that is reached by a link.
 */
export async function fileBelow(folder: string, file: string, place: string): Promise<StoredFile> {
  const parts = file.split(/[\\/]/);
  for (let i = 1; i <= parts.length; i += 1) {
    const part = join(folder, parts.slice(0, i).join(sep));
    const found = await lstat(part).catch(() => undefined);
    if (!found) fail(place, `${place}: there is no file ${file}.`);
    if (found.isSymbolicLink())
      fail(place, `${place}: ${file} is a link: put the file itself into the folder.`);
    if (i === parts.length && !found.isFile()) fail(place, `${place}: ${file} is no file.`);
  }
  return storedFile(join(folder, file));
}

function fail(place: string, sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, place);
}

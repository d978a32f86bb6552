import { open, stat } from 'node:fs/promises';
import type { StoredFile } from '@lumenloom/engine/twin';

/** A file of this machine, which is opened whenever something of it is read. */
export async function storedFile(path: string): Promise<StoredFile> {
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

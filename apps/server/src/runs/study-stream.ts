import { open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** File of the runs in their order, a line each, as they are taken; clients follow it. */
export const STREAM = 'results.ndjson';
const NEW_LINE = 10;
/** Bytes that are read at once: more than the longest line. */
const MOST_BYTES = 2 ** 20;

/** Takes the runs of a study, as whole lines, that were not taken before. */
export function growingRuns(folder: string): () => AsyncIterable<string> {
  const path = join(folder, STREAM);
  let taken = 0;
  return async function* () {
    for (;;) {
      const bytes = await bytesFrom(path, taken);
      const whole = bytes.subarray(0, bytes.lastIndexOf(NEW_LINE) + 1);
      if (whole.length === 0) return;
      taken += whole.length;
      yield whole.toString();
    }
  };
}

/** What a file has from a place on, at most so much; nothing where it is not there, or shorter. */
async function bytesFrom(path: string, from: number): Promise<Buffer> {
  const file = await open(path).catch(() => undefined);
  if (!file) return Buffer.alloc(0);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(MOST_BYTES, Math.max(0, size - from)));
    await file.read(bytes, 0, bytes.length, from);
    return bytes;
  } finally {
    await file.close();
  }
}

/** How many whole lines a file has; cuts off what a process that was killed has left of another. */
export async function linesOfStream(path: string): Promise<number> {
  const text = await readFile(path).catch(() => undefined);
  if (!text) return 0;
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) await truncate(path, end);
  return text.subarray(0, end).filter((byte) => byte === NEW_LINE).length;
}

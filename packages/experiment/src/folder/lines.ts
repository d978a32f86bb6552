import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const NEW_LINE = 10;
const PIECE_BYTES = 2 ** 20;

/** Bytes of a line in a file. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Opens a file to read it; undefined where there is none. */
export const openOld = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });

export const textOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export function bytesAt({ fd }: FileHandle, { offset, length }: Place): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(fd, bytes, 0, length, offset);
  return bytes;
}

/** The line at a place, read from JSON. */
export const lineAt = (file: FileHandle, place: Place): unknown =>
  JSON.parse(bytesAt(file, place).toString());

/**
 * The lines of a journal of JSON, with their places. Those that were not written to their end, by a
 * process that was killed or on a full disk, are left out.
 */
export async function* linesIn<Line>(
  file: FileHandle,
): AsyncGenerator<readonly [line: Line, place: Place]> {
  for await (const place of placesIn(file)) {
    let line: Line;
    try {
      line = lineAt(file, place) as Line;
    } catch {
      continue;
    }
    yield [line, place];
  }
}

/** The places of the lines of a file, but for one without its end. */
async function* placesIn(file: FileHandle): AsyncGenerator<Place> {
  const piece = Buffer.alloc(PIECE_BYTES);
  let [offset, start] = [0, 0];
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, offset);
    if (bytesRead === 0) break;
    const bytes = piece.subarray(0, bytesRead);
    for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) {
      yield { offset: start, length: offset + at + 1 - start };
      start = offset + at + 1;
    }
    offset += bytesRead;
  }
}

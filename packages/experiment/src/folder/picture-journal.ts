import { open, rename, type FileHandle } from 'node:fs/promises';
import { namingFile } from '@lumenloom/node-host';
import { bytesAt, lineAt, linesIn, openOld, type Place } from './lines.ts';
import {
  withoutContent,
  type KeptLine,
  type PictureLine,
} from '../evaluate/dataset/picture-lines.ts';

/**
 * A file of lines, whose contents are read again when they are needed: memory has no room for those
 * of many pictures.
 */
export interface Journal {
  /** The lines that were there before. */
  readonly before: readonly KeptLine[];
  /** Appends the lines of a picture. */
  readonly add: (lines: readonly PictureLine[]) => Promise<readonly KeptLine[]>;
  /** Writes the file anew, in the order of the lines. */
  readonly order: (lines: readonly KeptLine[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal; of the file that is there, the lines of whole pictures stay, once each: a kill
 * may have cut a picture off, and a process that was taken for dead may have written one too.
 *
 * @param count lines of a picture.
 */
export async function openJournal(path: string, count: number): Promise<Journal> {
  const old = await openOld(path);
  // A new file, because the other process may still write into the old one.
  const file = await open(`${path}.part`, 'w+');
  const places = new Map<KeptLine, Place>();
  let end = 0;
  const append = async (lines: readonly PictureLine[]): Promise<readonly KeptLine[]> => {
    const texts = lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`));
    await file.appendFile(Buffer.concat(texts)).catch(namingFile(path));
    return lines.map((line, at) => {
      const place = { offset: end, length: texts[at]!.length };
      end += place.length;
      const kept = withoutContent(line, readerAt(file, place));
      places.set(kept, place);
      return kept;
    });
  };
  const before: KeptLine[] = [];
  try {
    for (const own of old ? await wholePictures(old, count) : [])
      before.push(...(await append(own.map((place) => lineAt(old!, place) as PictureLine))));
  } finally {
    await old?.close();
  }
  await rename(`${path}.part`, path);
  let writing: Promise<unknown> = Promise.resolve();
  return {
    before,
    add: (lines) => {
      const added = writing.then(() => append(lines));
      writing = added;
      return added;
    },
    order: async (lines) => {
      const ordered = await open(`${path}.part`, 'w');
      try {
        for (const line of lines)
          await ordered.appendFile(bytesAt(file, places.get(line)!)).catch(namingFile(path));
      } finally {
        await ordered.close();
      }
      await rename(`${path}.part`, path);
    },
    close: () => file.close(),
  };
}

/** Made here, because what it is made in stays in memory with it. */
const readerAt =
  (file: FileHandle, place: Place): (() => PictureLine) =>
  () =>
    lineAt(file, place) as PictureLine;

/** The places of the lines of each picture that has all of them. */
async function wholePictures(
  file: FileHandle,
  count: number,
): Promise<readonly (readonly Place[])[]> {
  const byImage = new Map<string, Map<string, Place>>();
  for await (const [line, place] of linesIn<PictureLine>(file)) {
    const own = byImage.get(line.image) ?? new Map<string, Place>();
    byImage.set(line.image, own.set(JSON.stringify([line.camera, line.condition]), place));
  }
  return [...byImage.values()].filter(({ size }) => size === count).map((own) => [...own.values()]);
}

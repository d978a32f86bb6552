/** A file of a folder, with its path below the folder's parent. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** What the plain form of zip files holds. */
const MOST_FILES = 65_535;
const MOST_BYTES = 2 ** 32 - 1;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the first date that zip files know. */
const FIRST_DATE = 33;
const VERSION = 20;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as zip files have it. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Little-endian numbers of two or four bytes: [value, bytes]. */
function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return view.buffer;
}

/**
 * A folder as a zip file without compression: pictures are compressed already. One file at a time
 * is in memory.
 *
 * @param progress gets how many files are packed.
 * @throws Error with a sentence where the folder has too much for a plain zip file; the reason of
 * the signal after an abort.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.16.
 */
export async function zipFolder(
  files: readonly FolderFile[],
  progress: (packed: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const bytes = files.reduce((sum, { file, path }) => sum + file.size + 2 * path.length + 200, 0);
  if (files.length > MOST_FILES || bytes > MOST_BYTES)
    throw new Error(
      'The page packs folders of up to 65535 files and 4 GB: pack this one as a zip file, and choose that.',
    );
  const content: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [offset, directoryBytes] = [0, 0];
  for (const [index, { path, file }] of files.entries()) {
    signal.throwIfAborted();
    const name = new TextEncoder().encode(path);
    const crc = crc32(new Uint8Array(await file.arrayBuffer()));
    const common = [
      ...([
        [VERSION, 2],
        [UTF8_NAMES, 2],
        [0, 2],
        [0, 2],
        [FIRST_DATE, 2],
      ] as const),
      ...([
        [crc, 4],
        [file.size, 4],
        [file.size, 4],
        [name.length, 2],
        [0, 2],
      ] as const),
    ] as const;
    const local = numbers([0x04034b50, 4], ...common);
    const entry = numbers(
      ...([
        [0x02014b50, 4],
        [VERSION, 2],
      ] as const),
      ...common,
      ...([
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [offset, 4],
      ] as const),
    );
    content.push(local, name, file);
    directory.push(entry, name);
    offset += local.byteLength + name.length + file.size;
    directoryBytes += entry.byteLength + name.length;
    progress(index + 1);
  }
  const { length } = files;
  const end = numbers(
    ...([
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [length, 2],
      [length, 2],
    ] as const),
    ...([
      [directoryBytes, 4],
      [offset, 4],
      [0, 2],
    ] as const),
  );
  return new Blob([...content, ...directory, end]);
}

/** Files of operating systems, which no data set needs. */
const isHidden = (path: string): boolean => /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/.test(path);

/** The files of a chosen folder. */
export const folderFiles = (files: readonly File[]): readonly FolderFile[] =>
  files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !isHidden(path));

/** The files of folders that were dropped; undefined where a browser has only files to give. */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly FolderFile[]> {
  // All entries are asked for at once: the list is empty after the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(filesOf))).flat().filter(({ path }) => !isHidden(path));
}

async function filesOf(entry: FileSystemEntry): Promise<readonly FolderFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FolderFile[] = [];
  for (;;) {
    // A reader gives some entries at a time, and none at the end.
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesOf(one)));
  }
}

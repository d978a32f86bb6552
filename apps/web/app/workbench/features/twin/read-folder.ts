/** Files by their paths below a folder. */
export type FolderFiles = ReadonlyMap<string, File>;

/** A folder that a person gave. */
export interface Folder {
  readonly name: string;
  readonly files: FolderFiles;
}

/** The folder of a field that takes folders. */
export function folderOfInput(files: Iterable<File>): Folder | undefined {
  const all = [...files];
  const [name] = (all[0]?.webkitRelativePath ?? '').split('/');
  if (all.length === 0) return undefined;
  return {
    name: name === '' || name === undefined ? 'frames' : name,
    files: new Map(
      all.map((file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file]),
    ),
  };
}

/** The folder, or the files, that were dropped. */
export async function folderOfDrop({ items }: DataTransfer): Promise<Folder | undefined> {
  // The list is empty once this function has waited.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [only] = entries;
  if (!only) return undefined;
  const isOne = entries.length === 1 && only.isDirectory;
  const files = new Map<string, File>();
  const top = isOne ? await childrenOf(only as FileSystemDirectoryEntry) : entries;
  for (const entry of top) await collect(entry, '', files);
  return { name: isOne ? only.name : 'frames', files };
}

async function collect(
  entry: FileSystemEntry,
  below: string,
  files: Map<string, File>,
): Promise<void> {
  const path = `${below}${entry.name}`;
  if (entry.isFile)
    files.set(
      path,
      await new Promise<File>((resolve, reject) => {
        (entry as FileSystemFileEntry).file(resolve, reject);
      }),
    );
  else
    for (const child of await childrenOf(entry as FileSystemDirectoryEntry))
      await collect(child, `${path}/`, files);
}

/** All entries: a reader gives at most a hundred at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

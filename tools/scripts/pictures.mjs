/**
 * Makes every size and format of the site's pictures from one master each.
 * A file is made again only when its master, its settings or the encoder changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folder of the masters, which `npm run media` makes, and folders of the results. */
export const siteFolders = {
  masters: join(root, 'apps/web/pictures'),
  output: join(root, 'apps/web/public/media'),
  /**
   * Records the hash of the input of each file: { [file]: hash }. Outside node_modules, which npm
   * ci empties.
   */
  record: join(root, 'apps/web/.pictures.json'),
};

/** The widths in which pages ask for a picture, by its name. */
const table = 'apps/web/app/ui/engine-picture/pictures.json';

const encodings = {
  // Effort 4 takes three times as long as 3 and saves 3 % of the bytes.
  avif: { quality: 50, effort: 3 },
  webp: { quality: 78, smartSubsample: true, effort: 5 },
  jpg: { quality: 84, mozjpeg: true },
};

/** The masters of a folder by name: the path without the ending, such as `videos/optics`. */
export function mastersIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => {
      const { dir, name } = parse(file);
      return [join(dir, name).slice(folder.length + 1), file];
    }),
  );
}

/**
 * Every picture file of the site: [{ file, master, type, width, height }].
 * Where no width is given the file is as large as its master.
 */
export function siteFiles() {
  const pictures = Object.entries(JSON.parse(readFileSync(join(root, table), 'utf8')));
  const sized = pictures.flatMap(([master, { width: full, height, widths }]) =>
    widths.flatMap((width) =>
      ['avif', 'webp'].map((type) => ({
        file: `${master}-${width}.${type}`,
        master,
        type,
        width,
        height: Math.round((height * width) / full),
      })),
    ),
  );
  const posters = [...mastersIn(siteFolders.masters).keys()]
    .filter((name) => name.startsWith('videos/'))
    .map((master) => ({ file: `${master}.avif`, master, type: 'avif' }));
  return [...sized, { file: 'open-graph.jpg', master: 'open-graph', type: 'jpg' }, ...posters];
}

const readRecord = (record) => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {});

function writeRecord(record, made) {
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(made));
}

/**
 * Adds to each file its `source`, the bytes of the master, and a hash of everything that determines
 * the result.
 */
function withHashes(folder, files) {
  const encoder = readFileSync(join(root, 'node_modules/sharp/package.json'));
  const masters = mastersIn(folder);
  const sources = new Map();
  return files.map((wanted) => {
    const path = masters.get(wanted.master);
    if (!path)
      throw new Error(
        `There is no master of ${wanted.master} in ${folder}: "npm run media -- ${wanted.master}" makes it.`,
      );
    if (!sources.has(path)) sources.set(path, readFileSync(path));
    const source = sources.get(path);
    const settings = JSON.stringify([wanted, encodings[wanted.type]]);
    const hash = createHash('sha256').update(source).update(settings).update(encoder).digest('hex');
    return { ...wanted, source, hash };
  });
}

/** Deletes the pictures of a folder that are not among `files`. */
function removeOthers(output, files) {
  if (!existsSync(output)) return;
  const kept = new Set(files.map(({ file }) => file));
  for (const file of readdirSync(output, { recursive: true, encoding: 'utf8' }))
    if (parse(file).ext.slice(1) in encodings && !kept.has(file)) rmSync(join(output, file));
}

/**
 * Makes those of `files` that are missing or whose input has changed, and removes other pictures
 * from `output`.
 * @returns the names of the files that were made now.
 */
export async function makePictures({ masters, output, record }, files) {
  const all = withHashes(masters, files);
  removeOthers(output, all);
  const made = readRecord(record);
  const due = all.filter(
    ({ file, hash }) => made[file] !== hash || !existsSync(join(output, file)),
  );
  if (due.length === 0) return [];
  // Removed first, so that files of an interrupted build are made again.
  const dueNames = due.map(({ file }) => file);
  writeRecord(
    record,
    Object.fromEntries(Object.entries(made).filter(([file]) => !dueNames.includes(file))),
  );
  const { default: sharp } = await import('sharp');
  const waiting = [...due];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, type, width, height, source } = next;
      mkdirSync(dirname(join(output, file)), { recursive: true });
      await sharp(source)
        .resize(width, height, { kernel: 'lanczos3' })
        .toFormat(type, encodings[type])
        .toFile(join(output, file));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  writeRecord(record, Object.fromEntries(all.map(({ file, hash }) => [file, hash])));
  return dueNames;
}

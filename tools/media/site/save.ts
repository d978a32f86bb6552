import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import type { Made, Picture } from './picture.ts';

/** Where the site's videos are kept. */
export const VIDEOS = fileURLToPath(
  new URL('../../../apps/web/public/media/videos/', import.meta.url),
);
/**
 * Where the masters are kept, one file each; tools/scripts/pictures.mjs makes all sizes and formats
 * of them.
 */
const MASTERS = fileURLToPath(new URL('../../../apps/web/pictures/', import.meta.url));
const inSite = (path: string): string =>
  fileURLToPath(new URL(`../../../apps/web/app/${path}`, import.meta.url));
/** Sizes and captions, which every page loads. */
const TABLE = inSite('ui/engine-picture/pictures.json');
/** Figures of pictures, which single pages load, by the beginning of their pictures' names. */
const FACTS = { hero: 'pages/home/hero-facts.json', task: 'pages/tasks/task-facts.json' };

/** The files that hold a master: one, or none before the first; its ending varies. */
async function filesOf(name: string): Promise<string[]> {
  const folder = dirname(`${MASTERS}${name}`);
  const files = await readdir(folder);
  return files
    .filter((file) => parse(file).name === basename(name))
    .map((file) => join(folder, file));
}

/** Opens the master of a picture that was made before. @throws Error when there is none. */
export async function openMaster(name: string): Promise<Sharp> {
  const [file] = await filesOf(name);
  if (file === undefined) throw new Error(`There is no master of ${name}: make that one first.`);
  return sharp(file);
}

/**
 * Writes the master of a picture, in the place of the one before: lossless WebP, or AVIF of high
 * quality where that is smaller. Of a photograph, AVIF takes a tenth of the bytes and differs by 45
 * dB; what has flat cells is smaller without loss.
 *
 * @param name the path below the folder of masters, without an ending
 */
export async function saveMaster(name: string, picture: Sharp): Promise<void> {
  const full = picture.removeAlpha().toColourspace('srgb');
  const [webp, avif] = await Promise.all([
    full.clone().webp({ lossless: true, effort: 6 }).toBuffer(),
    full.clone().avif({ quality: 85, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer(),
  ]);
  const [type, master] = webp.length <= avif.length ? ['webp', webp] : ['avif', avif];
  const file = `${MASTERS}${name}.${type}`;
  await writeFile(file, master);
  for (const other of await filesOf(name)) if (other !== file) await rm(other);
  console.log(`${name}: ${Math.round(master.length / 1024)} kB`);
}

/** What the page says of a picture. */
type Words = Omit<Made, 'picture'>;

/** Makes a picture and writes its master. Returns what the page says of it. */
export async function savePicture(name: string, { make }: Picture): Promise<Words> {
  const { picture, ...words } = await make();
  await saveMaster(name, picture);
  console.log(words);
  return words;
}

/** Keeps figures and their units on one line: a no-break space between them. */
const unbroken = (text: string): string =>
  text.replace(/(\d) (?=(?:%|cd|K|[mnµ]?m|m?s|dB|px|bit|mV|e⁻|kB)(?!\p{L}))/gu, '$1\u00a0');

const readTable = async <Row>(file: string): Promise<Record<string, Row>> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, Row>;
const writeTable = (file: string, rows: readonly (readonly [string, unknown])[]): Promise<void> =>
  writeFile(
    file,
    `{\n${rows.map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`).join(',\n')}\n}\n`,
  );

/** Writes the tables that the site reads; the words of pictures that were not made now are kept. */
export async function saveTable(
  pictures: Readonly<Record<string, Picture>>,
  made: Readonly<Record<string, Words>>,
): Promise<void> {
  const captions = await readTable<Words>(TABLE);
  const names = Object.keys(pictures);
  await writeTable(
    TABLE,
    names.map((name) => {
      const { width, height, widths } = pictures[name]!;
      const { caption = '' } = made[name] ?? captions[name] ?? {};
      return [name, { width, height, widths, caption: unbroken(caption) }];
    }),
  );
  for (const [kind, path] of Object.entries(FACTS)) {
    const facts = await readTable<Words['facts']>(inSite(path));
    await writeTable(
      inSite(path),
      names
        .filter((name) => name.startsWith(`${kind}-`))
        .map((name) => [name, made[name] ? made[name].facts : facts[name]] as const)
        .filter(([, row]) => row),
    );
  }
}

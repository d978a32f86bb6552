/**
 * Says how many of the lens files in a folder are read, and why the others are not, by reason.
 * Usage: npx tsx tools/lens-file-share.ts FOLDER [--json]
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SimulationError,
  lensDesign,
  loadGlassCatalogue,
  readAgf,
  readLens,
  traceRays,
  decodeText,
} from '@lumenloom/engine';

const LENSES = /\.(zmx|seq|len|roa|json)$/i;
/** A file of the folder that took longer is named, ms. */
const SLOW_MS = 500;

/** What became of a file: undefined where it is read, and a ray of it is traced. */
type Reason = string | undefined;

const [folder, option] = process.argv.slice(2);
if (folder === undefined || (option !== undefined && option !== '--json')) {
  process.stderr.write('Usage: npx tsx tools/lens-file-share.ts FOLDER [--json]\n');
  process.exit(2);
}

const names = (await readdir(folder, { recursive: true })).toSorted();
const own = await Promise.all(
  names
    .filter((name) => /\.agf$/i.test(name))
    .map(async (name) => readAgf(decodeText(await readFile(join(folder, name))), name)),
);
const catalogue = await loadGlassCatalogue(own.flat());

/** Why a file is not read, without its line, its numbers and its names. */
function reasonOf(bytes: Uint8Array, name: string): Reason {
  try {
    const { file } = readLens(bytes, name, { catalogue, keepFocus: false });
    const axis = { x: 0, y: 0, z: -1, L: 0, M: 0, N: 1, wavelengthNm: 587.5618 };
    traceRays(lensDesign(file), [axis]);
    return undefined;
  } catch (error) {
    if (!(error instanceof SimulationError)) return `FAULT: ${(error as Error).message}`;
    return error.message
      .replace(/^(Line|Surface) \d+: /, '')
      .replaceAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi, '#');
  }
}

const reasons = new Map<string, string[]>();
const slow: string[] = [];
let read = 0;
const files = names.filter((name) => LENSES.test(name));
for (const name of files) {
  const start = performance.now();
  const reason = reasonOf(await readFile(join(folder, name)), name);
  const took = performance.now() - start;
  if (took > SLOW_MS) slow.push(`${name}: ${took.toFixed(0)} ms`);
  if (reason === undefined) read += 1;
  else reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
}
const refused = [...reasons].toSorted(([, a], [, b]) => b.length - a.length);
const share = files.length === 0 ? 0 : (100 * read) / files.length;
process.stdout.write(
  option === '--json'
    ? `${JSON.stringify({ files: files.length, read, refused: Object.fromEntries(refused), slow })}\n`
    : [
        `${read} of ${files.length} files are read (${share.toFixed(0)} %).`,
        ...refused.map(
          ([reason, all]) => `${String(all.length).padStart(5)}  ${reason}  (${all[0]!})`,
        ),
        ...slow.map((line) => `slower than ${SLOW_MS} ms: ${line}`),
        '',
      ].join('\n'),
);

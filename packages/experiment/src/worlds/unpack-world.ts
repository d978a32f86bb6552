import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ALONE_LUX,
  LARGEST_WORLD,
  readWorldDocument,
  worldOfGeometry,
  type WorldContent,
} from '@lumenloom/contract';
import { openZip, type FileTree } from '@lumenloom/datasets';
import { SimulationError, decodeText, parseJson } from '@lumenloom/engine';
import { openedWorld } from '@lumenloom/node-host';
import {
  LitWorld,
  cameraBefore,
  cameraOf,
  linearRgb,
  renderPicture,
  shownPicture,
  worldReport,
} from '@lumenloom/world';

const DOCUMENT = 'world.json';
/** Of each place, whose light the reader does not show. */
const PLACE_SAMPLES = 1;
const THUMBNAIL = { columns: 96, rows: 72, samples: 16 };

/** A world that came as one file. */
export interface UnpackedWorld {
  readonly document: WorldContent;
  /** Names of its files in the folder, as the document has them. */
  readonly files: readonly string[];
  /** What the reader decided, one sentence each. */
  readonly notes: readonly string[];
  readonly report: ReturnType<typeof worldReport>;
  /** The view of its camera, sRGB. */
  readonly thumbnail: {
    readonly rows: number;
    readonly columns: number;
    readonly data: Uint8Array<ArrayBuffer>;
  };
}

/** A file with a world, and where what is in it goes. */
export interface PackedWorld {
  readonly path: string;
  /** Tells the format. */
  readonly fileName: string;
  /** A folder that is made. */
  readonly into: string;
  /** That the files of a .zip may take together. */
  readonly megabytes: number;
  /** The setting that says so, for the refusal. */
  readonly setting?: string;
}

const refuse = (sentence: string, field?: string): never => {
  throw new SimulationError('bad-parameter', sentence, field);
};

export const isPackedWorld = (fileName: string): boolean => /\.(zip|glb)$/i.test(fileName);

/**
 * Unpacks a .zip of world.json and its files, or a .glb, which becomes a world of one object in
 * even light, and reads the world whole.
 *
 * @throws SimulationError with a sentence that has its place.
 */
export async function unpackWorld(packed: PackedWorld): Promise<UnpackedWorld> {
  const { fileName, into } = packed;
  if (!isPackedWorld(fileName))
    refuse(
      `${fileName} is no world: send a .zip of ${DOCUMENT} and its files, or a .glb, which stands alone in even light.`,
    );
  await mkdir(into, { recursive: true, mode: 0o700 });
  const read = await (/\.glb$/i.test(fileName) ? aloneOf(packed) : zippedOf(packed));
  const lit = new LitWorld(await openedWorld({ document: read.document, folder: into }));
  return { ...read, report: worldReport(lit, PLACE_SAMPLES), thumbnail: await thumbnailOf(lit) };
}

/** The view of the camera of a world, small and noisy. */
async function thumbnailOf(lit: LitWorld): Promise<UnpackedWorld['thumbnail']> {
  const asked = cameraOf(lit.posed.world, lit.posed.poses);
  const shrink = Math.min(1, THUMBNAIL.columns / asked.columns, THUMBNAIL.rows / asked.rows);
  const columns = Math.max(1, Math.round(asked.columns * shrink));
  const rows = Math.max(1, Math.round(asked.rows * shrink));
  const { radiance, luminance } = await renderPicture(
    lit,
    { ...asked, columns, rows },
    {
      samples: THUMBNAIL.samples,
      ...{ seed: 0, rate: 1, groups: false },
      stopped: () => false,
      pause: async () => undefined,
      reach: () => undefined,
    },
  );
  const data = shownPicture(linearRgb(radiance[0]!, columns * rows), luminance);
  return { rows, columns, data };
}

type ReadWorld = Pick<UnpackedWorld, 'document' | 'files' | 'notes'>;

async function zippedOf({
  path,
  fileName,
  into,
  megabytes,
  setting,
}: PackedWorld): Promise<ReadWorld> {
  const tree = await openZip(path, { name: fileName, megabytes, setting });
  try {
    const below = folderOfDocument(tree);
    const documentPath = below + DOCUMENT;
    const files = tree.paths
      .filter((name) => name.startsWith(below) && name !== documentPath)
      .map((name) => name.slice(below.length));
    const bytes = await tree.readHead(documentPath, LARGEST_WORLD + 1);
    if (bytes.length > LARGEST_WORLD)
      refuse(`${DOCUMENT} has more than ${LARGEST_WORLD / 1e6} MB, the most of a world.`);
    const document = checked(contentOf(bytes));
    for (const name of files) await unpack(into, name, await tree.read(below + name));
    return { document, files, notes: [] };
  } finally {
    await tree.close();
  }
}

/** '' or the only folder of a .zip, with a slash, in which the document lies. */
function folderOfDocument({ name, paths, folders }: FileTree): string {
  const [only, another] = folders;
  if (paths.includes(DOCUMENT)) return '';
  if (another === undefined && only !== undefined && paths.includes(`${only}/${DOCUMENT}`))
    return `${only}/`;
  return refuse(`${name} has no ${DOCUMENT}: a world is a .zip of ${DOCUMENT} and its files.`);
}

function contentOf(bytes: Uint8Array): unknown {
  try {
    return parseJson(decodeText(bytes));
  } catch (error) {
    return refuse(`${DOCUMENT}: ${(error as Error).message}`);
  }
}

function checked(content: unknown): WorldContent {
  const read = readWorldDocument(content);
  if (read.ok) return read.value;
  const { field, message } = read.problems[0]!;
  return refuse(message, field);
}

async function unpack(into: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(into, name);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL'].includes(code ?? ''))
      throw error;
    refuse(`${name.slice(0, 200)} cannot be unpacked: its name cannot be that of a file here.`);
  }
}

async function aloneOf({ path, fileName, into }: PackedWorld): Promise<ReadWorld> {
  const { document: plain, file } = aloneAs(fileName);
  // The same bytes once, where the file system can.
  await link(path, join(into, file)).catch(() => copyFile(path, join(into, file)));
  const first = new LitWorld(await openedWorld({ document: plain, folder: into }));
  const camera = cameraBefore(first);
  const lamps = first.lamps.length;
  const beside = lamps === 0 ? '' : ` beside its ${lamps === 1 ? 'lamp' : `${lamps} lamps`}`;
  return {
    document: camera ? checked({ ...plain, camera }) : plain,
    files: [file],
    notes: [
      `${fileName} stands alone in even light of ${ALONE_LUX} lx from all sides (an environment of ${(ALONE_LUX / Math.PI).toFixed(1)} cd/m²)${beside}.`,
      camera?.from === undefined
        ? 'A camera was placed before it that sees it whole with a field of 40°.'
        : `Its camera is ${camera.from}.`,
    ],
  };
}

/** The world of a .glb, with the name of its file as any file system has it. */
function aloneAs(fileName: string) {
  const stem = fileName.replace(/\.glb$/i, '').replaceAll(/[^\w-]+/g, '-');
  const file = `${stem.replaceAll(/^-|-$/g, '').slice(0, 60) || 'object'}.glb`;
  return { document: worldOfGeometry(file), file };
}

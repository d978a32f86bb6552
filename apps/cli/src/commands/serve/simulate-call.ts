import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  npyHeader,
  readNpy,
  simulate,
  type Host,
  type NpyArray,
  type NpyType,
  type ShownImage,
  type SimulationPlan,
  type StageSink,
} from '@lumenloom/engine';
import { logLineText, type LogLine } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { encodePng, npyFolder, writeFile } from '@lumenloom/node-host';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import type { Terminal } from '../command.ts';
import { ownFileOptions, readOwnFiles } from '../own-files.ts';
import { fetchNetwork, pictureOptions, planPicture, readShot } from '../picture-plan.ts';
import { withWorldOf } from '../recipe-world.ts';
import type { StdioFrame } from './frames.ts';

/** What a call says while it is computed. */
export interface Watch {
  readonly log: (text: string) => void;
  /** @param share of the whole, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** What a call answers. */
export interface CallResult {
  readonly result: unknown;
  readonly arrays?: ReadonlyMap<string, Uint8Array>;
}

const OPTIONS = { ...ownFileOptions, ...pictureOptions } as const;
const NO_WORDS = { min: 0, max: 0, are: 'options alone' };

/**
 * The call `simulate`: `{recipe, args, want, into}` with options of `lumenloom simulate` in `args`
 * and names of arrays between the stages in `want`; all of them are written into the folder `into`.
 * An array `image` stands in place of the scene. Answers `{report}` with the arrays `picture`,
 * `plain` where an algorithm drew, `raw` where there is a sensor, and what is wanted.
 *
 * @throws UsageError and SimulationError for what cannot be run.
 */
export async function simulateCall(
  { head: { recipe, args = [], want = [], into }, arrays }: StdioFrame,
  host: Host,
  terminal: Pick<Terminal, 'env' | 'signal'>,
  watch: Watch,
): Promise<CallResult> {
  if (!isObject(recipe)) throw new UsageError('recipe must be an object.', 'recipe');
  const wanted = new Set(texts('want', want));
  if (into !== undefined && typeof into !== 'string')
    throw new UsageError('into must be the path of a folder.', 'into');
  const { env, signal } = terminal;
  const image = arrays.get('image');
  const folder = image && (await mkdtemp(join(tmpdir(), 'lumenloom-image-')));
  try {
    const scene = image && [`--scene-file=${await imageFile(folder!, image)}`];
    const { values } = readArguments([...texts('args', args), ...(scene ?? [])], OPTIONS, NO_WORDS);
    const shot = readShot(values);
    const files = await readOwnFiles({ ...values, 'scene-folder': undefined }, terminal);
    const world = await withWorldOf(recipe, process.cwd());
    const own = { ...files.own, ...world.own };
    const { plan, notes } = planPicture(world.recipe, shot, { ...files, own });
    const say = logTo(watch.log);
    for (const content of [...files.notes, ...notes]) say({ content, topic: 'Recipe' });
    await fetchNetwork(
      plan,
      env,
      (content) => {
        say({ content, topic: 'Algorithm' });
      },
      signal,
    );
    return await picture(plan, host, { wanted, into, signal, say, progress: watch.progress });
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

async function picture(
  plan: SimulationPlan,
  host: Host,
  {
    wanted,
    into,
    signal,
    say,
    progress,
  }: {
    readonly wanted: ReadonlySet<string>;
    readonly into: string | undefined;
    readonly signal: AbortSignal;
    readonly say: (line: LogLine) => void;
    readonly progress: Watch['progress'];
  },
): Promise<CallResult> {
  const between = new Map<string, Uint8Array>();
  const result = await simulate(plan, host, {
    stopped: () => signal.aborted,
    log: (content, topic) => {
      say({ content, topic });
    },
    progress,
    stage: () => undefined,
    ...(into === undefined
      ? wanted.size > 0 && { sink: sinkInto(between, wanted) }
      : { sink: npyFolder(into) }),
  });
  const { image, plain, raw, report } = result;
  const { rows, columns } = plan.grid;
  const arrays = new Map([
    ['picture', imageNpy(image)],
    ...(plain ? [['plain', imageNpy(plain)] as const] : []),
    ...(raw ? [['raw', npy('uint16', [rows, columns], [raw])] as const] : []),
    ...between,
  ]);
  const absent = [...wanted].filter((name) => !arrays.has(name));
  if (absent.length > 0)
    throw new UsageError(
      `This run has no array ${absent.join(', ')}: it has ${[...arrays.keys()].join(', ')}.`,
      'want',
    );
  return { result: { report }, arrays };
}

/** @throws UsageError unless a value is a list of texts. */
export function texts(field: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
  throw new UsageError(`${field} must be a list of texts.`, field);
}

/** Log lines as the log file has them. */
function logTo(log: Watch['log']): (line: LogLine) => void {
  let before: LogLine | undefined;
  return (line) => {
    log(logLineText(line, before));
    before = line;
  };
}

const npy = (
  type: NpyType,
  shape: readonly number[],
  data: readonly (Float32Array | Uint16Array | Uint8Array)[],
): Uint8Array =>
  Buffer.concat([
    npyHeader(type, shape),
    ...data.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  ]);

const imageNpy = ({ rows, columns, channels, data }: ShownImage): Uint8Array =>
  npy('uint8', channels === 1 ? [rows, columns] : [rows, columns, channels], [data]);

/** Keeps the wanted arrays between the stages, as .npy files. */
const sinkInto = (arrays: Map<string, Uint8Array>, wanted: ReadonlySet<string>): StageSink => ({
  write: async (name, type, shape, parts) => {
    if (!wanted.has(name)) return;
    const data: (Float32Array | Uint16Array | Uint8Array)[] = [];
    // Pieces may be reused by whoever makes them.
    for await (const part of parts) data.push(part.slice());
    arrays.set(name, npy(type, shape, data));
  },
});

/** The image as a file that the scene is read from: a picture as PNG, a spectral cube as it is. */
async function imageFile(folder: string, bytes: Uint8Array): Promise<string> {
  const array = readNpy(bytes);
  const isPicture = array.type === 'uint8';
  const path = join(folder, isPicture ? 'image.png' : 'image.npy');
  await writeFile(path, isPicture ? await encodePng(shownImage(array)) : bytes);
  return path;
}

/** @throws UsageError for a shape that no picture has. */
function shownImage({ shape, data }: NpyArray): ShownImage {
  const [rows = 0, columns = 0, channels = 1] = shape;
  if (
    shape.length < 2 ||
    shape.length > 3 ||
    (channels !== 1 && channels !== 3) ||
    rows * columns === 0
  )
    throw new UsageError(
      `image of uint8 must have the shape (rows, columns) or (rows, columns, 3), not (${shape.join(', ')}).`,
      'image',
    );
  return { rows, columns, channels, data: data as Uint8Array };
}

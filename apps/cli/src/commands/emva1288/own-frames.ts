import { join } from 'node:path';
import {
  allPixels,
  emvaFigures,
  FrameStacker,
  mosaicPixels,
  pairStatistics,
  type EmvaSeries,
  type FrameStack,
  type MeasuredChannel,
  type PairStatistics,
  type PixelSet,
} from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import {
  fileOfEntry,
  isOfChart,
  type FramesManifest,
  type ManifestEntry,
} from '../frames-manifest.ts';
import { inFile, readArray } from '../read-picture.ts';
import type { MeasuredSensor } from './figures.ts';

const FEWEST_SIDE = 4;
/** What the standard asks for; fewer are measured too, and said. */
const ASKED_EXPOSURES = 50;
const ASKED_FRAMES = 16;
/** Share of dark pixels at code 0 above which the dark counts as clipped. */
const MOST_CLIPPED = 1e-3;
/** Shares of saturation between which frames count as half of it. */
const AROUND_HALF = [0.25, 0.75] as const;

interface ListedFrame {
  readonly file: string;
  /** Seconds. */
  readonly exposure: number;
  /** Per pixel; 0 in the dark, undefined where it is not known. */
  readonly photons: number | undefined;
}

/** Frames of the same light and exposure time. */
interface Group extends Omit<ListedFrame, 'file'> {
  readonly files: readonly string[];
}

/** One colour of the camera. */
interface Colour {
  readonly name: string;
  readonly pixels: PixelSet;
}

/**
 * Measures frames of even light in a folder; entries of charts are left to the report of a lab.
 *
 * @throws UsageError naming the manifest's field, or the file, at fault.
 */
export async function measureOwnFrames(
  folder: string,
  { path, pattern, frames }: FramesManifest,
): Promise<MeasuredSensor> {
  const groups = groupsOf(frames.filter((entry) => !isOfChart(entry)));
  const dark = groups.filter(({ photons }) => photons === 0);
  const bright = groups.filter(({ photons }) => photons !== 0);
  if (dark.length === 0)
    throw new UsageError(`${path}: frames: dark frames are missing, those with "photons": 0.`);
  if (bright.length === 0) throw new UsageError(`${path}: frames: frames with light are missing.`);
  const isCalibrated = bright.every(({ photons }) => photons !== undefined);
  if (!isCalibrated && bright.some(({ photons }) => photons !== undefined))
    throw new UsageError(
      `${path}: frames: give the photons per pixel of all frames with light or of none.`,
    );
  const reader = new FrameReader(folder);
  const sizeOf = await reader.frames(dark[0]!.files[0]!);
  const { rows, columns } = sizeOf;
  const colours = coloursOf(pattern, rows, columns);

  const darkStacks: FrameStack[][] = [];
  for (const group of dark) darkStacks.push(await stacksOf(reader, group, colours));
  const pairs: { readonly count: number; readonly of: PairStatistics[] }[] = [];
  for (const group of bright) {
    const frames = await reader.framesOf(group);
    pairs.push({
      count: frames.length,
      of: colours.map(({ pixels }) => pairStatistics(frames[0]!, frames[1]!, pixels)),
    });
  }
  const notes: string[] = [];
  const channels: MeasuredChannel[] = [];
  for (const [i, { name, pixels }] of colours.entries()) {
    const points = bright
      .map(({ exposure, photons }, at) => ({
        seconds: exposure,
        photons: photons ?? exposure,
        pair: pairs[at]!.of[i]!,
        count: pairs[at]!.count,
        group: bright[at]!,
      }))
      .toSorted((a, b) => a.photons - b.photons);
    const half = halfOf(points);
    const series: EmvaSeries = {
      bright: points,
      dark: dark.map(({ exposure }, at) => ({ seconds: exposure, stack: darkStacks[at]![i]! })),
      half: (await stacksOf(reader, half, [{ name, pixels }]))[0]!,
    };
    channels.push({ name, pixels, series, ...(await inFile(path, () => emvaFigures(series))) });
    if (series.half.frames < ASKED_FRAMES && i === 0)
      notes.push(
        `Means at half of saturation are of ${series.half.frames} frames; the standard asks for ${ASKED_FRAMES}.`,
      );
    const last = points.at(-1)!;
    if (points.every(({ pair }) => pair.temporalVariance <= last.pair.temporalVariance))
      notes.push(
        `The temporal variance of ${name} still grows at the brightest exposure: saturation, SNR and dynamic range are lower limits.`,
      );
  }
  return {
    title: folder,
    conditions: [
      ['Frames', `${columns} x ${rows} pixels${pattern ? `, ${pattern}` : ''}`],
      ['Exposures', `${bright.length} pairs`],
      ['Photons', isCalibrated ? 'as the manifest says' : 'not known; light follows the exposure'],
    ],
    channels,
    notes: [...(await darkNotes(reader, dark, bright.length)), ...notes],
    isCalibrated,
  };
}

/** What about the frames limits the measurement, whatever the colour. */
async function darkNotes(
  reader: FrameReader,
  dark: readonly Group[],
  exposures: number,
): Promise<string[]> {
  const { frames } = await reader.frames(dark[0]!.files[0]!);
  const first = frames[0]!;
  const clipped = first.reduce((count, code) => count + Number(code === 0), 0) / first.length;
  return [
    ...(clipped > MOST_CLIPPED
      ? [
          `${Number((100 * clipped).toPrecision(3))} % of the dark pixels are at code 0: the dark is clipped, which biases its mean and noise. Give the camera an offset.`,
        ]
      : []),
    ...(exposures < ASKED_EXPOSURES
      ? [`There are ${exposures} exposures; the standard asks for ${ASKED_EXPOSURES}.`]
      : []),
    ...(dark.length < 2
      ? ['The dark current is not measured: it needs dark frames of several exposure times.']
      : []),
  ];
}

/**
 * The frames from which the pattern at half of saturation is taken: the most frames of one exposure
 * there.
 */
function halfOf(
  points: readonly (EmvaSeries['bright'][number] & {
    readonly count: number;
    readonly group: Group;
  })[],
): Group {
  const peak = points.reduce((best, point) =>
    point.pair.temporalVariance > best.pair.temporalVariance ? point : best,
  );
  const offHalf = (point: (typeof points)[number]): number =>
    Math.abs(point.pair.mean / peak.pair.mean - 0.5);
  const near = points.filter(({ pair }) => {
    const share = pair.mean / peak.pair.mean;
    return share >= AROUND_HALF[0] && share <= AROUND_HALF[1];
  });
  return (near.length > 0 ? near : points).reduce((best, point) => {
    const more = point.count - best.count;
    return more > 0 || (more === 0 && offHalf(point) < offHalf(best)) ? point : best;
  }).group;
}

function coloursOf(pattern: string | undefined, rows: number, columns: number): Colour[] {
  if (pattern === undefined) return [{ name: 'grey', pixels: allPixels(rows, columns) }];
  const colours = Array.from(pattern, (letter) => 'rgb'.indexOf(letter));
  const pixels = mosaicPixels([colours.slice(0, 2), colours.slice(2)], rows, columns);
  return [
    { name: 'green', pixels: pixels[1]! },
    { name: 'red', pixels: pixels[0]! },
    { name: 'blue', pixels: pixels[2]! },
  ];
}

async function stacksOf(
  reader: FrameReader,
  group: Group,
  colours: readonly Colour[],
): Promise<FrameStack[]> {
  const stackers = colours.map(({ pixels }) => new FrameStacker(pixels));
  for (const frame of await reader.framesOf(group))
    for (const stacker of stackers) stacker.add(frame);
  return stackers.map((stacker) => stacker.stack());
}

/**
 * Reads frames of a folder, all of one size. A file holds a frame [rows, columns] or a stack of
 * them.
 */
class FrameReader {
  readonly #folder: string;
  #size: { readonly rows: number; readonly columns: number } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async frames(file: string) {
    const path = join(this.#folder, file);
    const { shape, values, largest } = await readArray(path);
    const [rows = 0, columns = 0] = shape.slice(-2);
    const count = shape.length === 3 ? shape[0]! : 1;
    if (shape.length < 2 || shape.length > 3 || count < 1)
      throw new UsageError(
        `${path} has the shape [${shape.join(', ')}]: a frame is [rows, columns], a stack of them [frames, rows, columns].`,
      );
    if (largest === undefined || largest > 65535)
      throw new UsageError(`${path} must hold whole codes of at most 16 bits.`);
    if (rows < FEWEST_SIDE || columns < FEWEST_SIDE)
      throw new UsageError(
        `${path}: a frame of ${rows} x ${columns} pixels is too small to measure.`,
      );
    this.#size ??= { rows, columns };
    if (rows !== this.#size.rows || columns !== this.#size.columns)
      throw new UsageError(
        `${path} has frames of ${rows} x ${columns} pixels, the first dark frame has ${this.#size.rows} x ${this.#size.columns}: all must have the same size.`,
      );
    const pixels = rows * columns;
    const codes = Float64Array.from(values);
    return {
      rows,
      columns,
      frames: Array.from({ length: count }, (_, i) => codes.subarray(i * pixels, (i + 1) * pixels)),
    };
  }

  /** All frames of a group, at least two. */
  async framesOf({ files, exposure }: Group): Promise<Float64Array[]> {
    const found: Float64Array[] = [];
    for (const file of files) found.push(...(await this.frames(file)).frames);
    if (found.length < 2)
      throw new UsageError(
        `${join(this.#folder, files[0]!)} is the only frame of its light and exposure time (${exposure} s): at least two are needed.`,
      );
    return found;
  }
}

function groupsOf(entries: readonly ManifestEntry[]): readonly Group[] {
  const groups = new Map<string, Group & { readonly files: string[] }>();
  for (const entry of entries) {
    const { file, exposure, photons } = readEntry(entry);
    const key = `${exposure} ${String(photons)}`;
    const group = groups.get(key) ?? { exposure, photons, files: [] };
    groups.set(key, group);
    group.files.push(file);
  }
  return [...groups.values()].toSorted((a, b) => a.exposure - b.exposure);
}

function readEntry(entry: ManifestEntry): ListedFrame {
  const { place, table } = entry;
  const { exposure, photons } = table;
  const file = fileOfEntry(entry);
  if (typeof exposure !== 'number' || !Number.isFinite(exposure) || exposure < 0)
    throw new UsageError(`${place}.exposure must be a time in seconds, not below 0.`);
  if (
    photons !== undefined &&
    (typeof photons !== 'number' || !(photons >= 0 && photons < Infinity))
  )
    throw new UsageError(
      `${place}.photons must be the photons per pixel, 0 in the dark; leave it out where it is not known.`,
    );
  return { file, exposure, photons };
}

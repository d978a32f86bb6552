import type { MeasuredPicture } from '../analysis/measured-picture.ts';
import { SimulationError } from '../simulation-error.ts';
import { fail } from '../text/json-fields.ts';
import type { RawStack } from './frame-layout.ts';
import { grouped } from './grouped.ts';
import type { TwinEntry } from './manifest.ts';
import type { StoredFile } from '../images/npy.ts';
import { openRawFrames, type DecodePicture, type RawFrames } from './raw-file.ts';

/** A folder of frames, wherever it lies. */
export interface TwinFolder {
  /**
   * Opens a file below the folder.
   *
   * @param place of the manifest, for sentences.
   * @throws SimulationError where it is not there or cannot be used.
   */
  readonly open: (file: string, place: string) => Promise<StoredFile>;
  readonly decode: DecodePicture;
}

/** Sides of a frame, pixels. */
const LEAST_SIDE = 32;
const MOST_SIDE = 20_000;

/** An entry of a manifest whose files are there. */
export interface OpenedEntry {
  readonly entry: TwinEntry;
  /** Seconds. */
  readonly exposure: number;
  readonly rows: number;
  readonly columns: number;
  readonly count: number;
  /** What its first file says of itself, a DNG. */
  readonly facts: RawFrames['facts'];
  readonly frames: () => AsyncIterable<Uint16Array>;
  /** Decodes what the camera made of these frames. */
  readonly developed: (() => Promise<MeasuredPicture>) | undefined;
}

/**
 * Opens the files of all entries, and looks at their sizes.
 *
 * @throws SimulationError naming the entry at fault.
 */
export async function openEntries(
  folder: TwinFolder,
  entries: readonly TwinEntry[],
): Promise<readonly OpenedEntry[]> {
  const opened: OpenedEntry[] = [];
  for (const entry of entries) {
    const place = `frames[${entry.at}]`;
    const files: RawFrames[] = [];
    for (const file of entry.files) {
      const found = await openFile(folder, file, `${place}.file`);
      const [first] = [opened[0] ?? files[0]];
      if (first && (found.rows !== first.rows || found.columns !== first.columns))
        fail(
          `${place}.file`,
          `${place}.file: ${file} is ${found.rows} × ${found.columns}, the first frame ${first.rows} × ${first.columns}.`,
        );
      files.push(found);
    }
    const { rows, columns, facts } = files[0]!;
    const exposure = entry.exposure ?? facts?.exposure;
    if (exposure === undefined) fail(`${place}.exposure`, `${place}.exposure is missing.`);
    opened.push({
      ...{ entry, exposure, facts, rows, columns },
      count: files.reduce((sum, { count }) => sum + count, 0),
      frames: async function* () {
        for (const { frames } of files) yield* frames();
      },
      developed: await openDeveloped(folder, entry, place),
    });
  }
  return opened;
}

async function openFile(folder: TwinFolder, file: string, place: string): Promise<RawFrames> {
  const stored = await folder.open(file, place);
  const found = await naming(place, file, () => openRawFrames(stored, folder.decode));
  for (const side of [found.rows, found.columns])
    if (side < LEAST_SIDE || side > MOST_SIDE)
      fail(
        place,
        `${place}: ${file} is ${found.rows} × ${found.columns}: frames have ${LEAST_SIDE} to ${MOST_SIDE} pixels each way.`,
      );
  return found;
}

/** @throws SimulationError for a developed picture that is not there. */
async function openDeveloped(
  folder: TwinFolder,
  { developed: file }: TwinEntry,
  entry: string,
): Promise<OpenedEntry['developed']> {
  if (file === undefined) return undefined;
  const place = `${entry}.developed`;
  const stored = await folder.open(file, place);
  return () => naming(place, file, async () => folder.decode(await stored.bytes(0, stored.size)));
}

/** Adds the place and the name of a file to what is wrong with it. */
async function naming<Value>(
  place: string,
  file: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SimulationError) fail(place, `${place}: ${file}: ${error.message}`);
    throw error;
  }
}

/** Darks and flats, those that were taken alike as one stack. */
export function sensorStacks(opened: readonly OpenedEntry[], bits: number): readonly RawStack[] {
  const groups = grouped(
    opened.filter(({ entry: { kind } }) => kind === 'dark' || kind === 'flat'),
    ({ entry: { kind, celsius, light, turned, photons, withoutLens }, exposure }) =>
      [kind, exposure, celsius, light, turned, photons, withoutLens].join(' '),
  );
  return [...groups.values()].map((group) => {
    const [{ entry, exposure }] = group as [OpenedEntry];
    return {
      kind: entry.kind as 'dark' | 'flat',
      exposure,
      celsius: entry.celsius,
      light: entry.withoutLens ? `${entry.light ?? ''} without lens` : (entry.light ?? ''),
      turned: ((entry.turned % 360) + 360) % 360,
      photons: entry.photons,
      files: group.flatMap((one) => one.entry.files),
      frames: async function* () {
        for (const one of group)
          for await (const frame of one.frames()) yield checked(frame, one.entry, bits);
      },
    };
  });
}

/** @throws SimulationError for a code that so many bits do not have. */
function checked(frame: Uint16Array, { at, files }: TwinEntry, bits: number): Uint16Array {
  let largest = 0;
  for (const code of frame) if (code > largest) largest = code;
  if (largest >= 2 ** bits)
    fail(
      `frames[${at}].file`,
      `frames[${at}].file: ${files[0]!} has the code ${largest}: ${bits} bits end at ${2 ** bits - 1}.`,
    );
  return frame;
}

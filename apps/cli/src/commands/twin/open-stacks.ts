import { lstat, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { SimulationError, type MeasuredPicture } from '@lumenloom/engine';
import { grouped, type RawStack, type TwinEntry } from '@lumenloom/engine/twin';
import { decodePicture, openRawFrames, type RawFrames } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';

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
 * @param path of the manifest, for sentences.
 * @throws UsageError naming the entry at fault.
 */
export async function openEntries(
  folder: string,
  path: string,
  entries: readonly TwinEntry[],
): Promise<readonly OpenedEntry[]> {
  const opened: OpenedEntry[] = [];
  for (const entry of entries) {
    const place = `${path}: frames[${entry.at}]`;
    const files: RawFrames[] = [];
    for (const file of entry.files) {
      const found = await openFile(folder, file, `${place}.file`);
      const [first] = [opened[0] ?? files[0]];
      if (first && (found.rows !== first.rows || found.columns !== first.columns))
        throw new UsageError(
          `${place}.file: ${file} is ${found.rows} × ${found.columns}, the first frame ${first.rows} × ${first.columns}.`,
        );
      files.push(found);
    }
    const { rows, columns, facts } = files[0]!;
    const exposure = entry.exposure ?? facts?.exposure;
    if (exposure === undefined) throw new UsageError(`${place}.exposure is missing.`);
    opened.push({
      entry,
      exposure,
      facts,
      rows,
      columns,
      count: files.reduce((sum, { count }) => sum + count, 0),
      frames: async function* () {
        for (const { frames } of files) yield* frames();
      },
      developed: await openDeveloped(folder, entry, place),
    });
  }
  return opened;
}

/** @throws UsageError for a developed picture that is not there. */
async function openDeveloped(
  folder: string,
  { developed: file }: TwinEntry,
  place: string,
): Promise<OpenedEntry['developed']> {
  if (file === undefined) return undefined;
  await refuseLinks(folder, file, `${place}.developed`);
  return async () => {
    try {
      return await decodePicture(await readFile(join(folder, file)));
    } catch (error) {
      if (error instanceof SimulationError)
        throw new UsageError(`${place}.developed: ${file}: ${error.message}`);
      throw error;
    }
  };
}

async function openFile(folder: string, file: string, place: string): Promise<RawFrames> {
  await refuseLinks(folder, file, place);
  try {
    const found = await openRawFrames(join(folder, file));
    for (const side of [found.rows, found.columns])
      if (side < LEAST_SIDE || side > MOST_SIDE)
        throw new UsageError(
          `${place}: ${file} is ${found.rows} × ${found.columns}: frames have ${LEAST_SIDE} to ${MOST_SIDE} pixels each way.`,
        );
    return found;
  } catch (error) {
    if (error instanceof SimulationError)
      throw new UsageError(`${place}: ${file}: ${error.message}`);
    throw error;
  }
}

/** @throws UsageError for a file that is not there, or that is reached by a link. */
export async function refuseLinks(folder: string, file: string, place: string): Promise<void> {
  const parts = file.split(/[\\/]/);
  for (let i = 1; i <= parts.length; i += 1) {
    const part = join(folder, parts.slice(0, i).join(sep));
    const found = await lstat(part).catch(() => undefined);
    if (!found) throw new UsageError(`${place}: there is no file ${file}.`);
    if (found.isSymbolicLink())
      throw new UsageError(`${place}: ${file} is a link: put the file itself into the folder.`);
    if (i === parts.length && !found.isFile())
      throw new UsageError(`${place}: ${file} is no file.`);
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

/** @throws UsageError for a code that so many bits do not have. */
function checked(frame: Uint16Array, { at, files }: TwinEntry, bits: number): Uint16Array {
  let largest = 0;
  for (const code of frame) if (code > largest) largest = code;
  if (largest >= 2 ** bits)
    throw new UsageError(
      `frames[${at}].file: ${files[0]!} has the code ${largest}: ${bits} bits end at ${2 ** bits - 1}.`,
    );
  return frame;
}

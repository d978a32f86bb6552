import { readFile, readdir } from 'node:fs/promises';
import {
  decodeText,
  loadGlassCatalogue,
  loadOnce,
  readAnyLens,
  readSensorFile,
  type AnyLensFile,
  type LensOverview,
  type ReadAnyLens,
  type SensorFile,
  type SensorOverview,
} from '@lumenloom/engine';
import { publishedChoice } from '@lumenloom/engine/catalogue';
import { factsOfSensors, sensorFileText } from './published-sensors.ts';

/**
 * Kinds of published parts; each is a folder of JSON files, whose numbers were read at the address
 * that the file names. Further sensors are those of sensors-published.json.
 */
export type PublishedKind = 'lenses' | 'sensors';

const folderOf = (kind: PublishedKind): URL => new URL(`../published/${kind}/`, import.meta.url);
const listed = new Map<PublishedKind, Promise<readonly string[]>>();

/** Names of the published parts of a kind, in alphabetical order. */
export const publishedNames = (kind: PublishedKind): Promise<readonly string[]> =>
  loadOnce(listed, kind, async () =>
    [
      ...(await readdir(folderOf(kind)))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length)),
      ...(kind === 'sensors' ? (await factsOfSensors()).keys() : []),
    ].toSorted(),
  );

/**
 * The file of a published part; undefined where none has that name. Names are looked up in the list
 * and never used as paths.
 */
export async function readPublished(
  kind: PublishedKind,
  name: string,
): Promise<Uint8Array | undefined> {
  if (!(await publishedNames(kind)).includes(name)) return undefined;
  const text = kind === 'sensors' ? await sensorFileText(name) : undefined;
  if (text !== undefined) return new TextEncoder().encode(text);
  return readFile(new URL(`${name}.json`, folderOf(kind)));
}

const lenses = new Map<string, Promise<ReadAnyLens | undefined>>();
const sensorFiles = new Map<string, ReturnType<typeof sensorOf>>();

/** A published lens, with what its reader decided; undefined where none has that name. */
export const publishedLens = (name: string): Promise<ReadAnyLens | undefined> =>
  loadOnce(lenses, name, async () => {
    const bytes = await readPublished('lenses', name);
    if (!bytes) return undefined;
    const choice = publishedChoice(name);
    const reading = { catalogue: await loadGlassCatalogue(), keepFocus: false };
    const read = readAnyLens(bytes, choice, reading);
    return { ...read, notes: [`The lens is that of ${choice}.`, ...read.notes] };
  });

/** The same for a published sensor. */
export const publishedSensor = (name: string): ReturnType<typeof sensorOf> =>
  loadOnce(sensorFiles, name, () => sensorOf(name));

async function sensorOf(
  name: string,
): Promise<{ readonly sensor: SensorFile; readonly notes: readonly string[] } | undefined> {
  const bytes = await readPublished('sensors', name);
  if (!bytes) return undefined;
  const choice = publishedChoice(name);
  const { sensor, notes } = await readSensorFile(decodeText(bytes), choice);
  return { sensor, notes: [`The sensor is that of ${choice}: ${sensor.name}.`, ...notes] };
}

/** What a published part is in a recipe, and what its reader decided. */
export interface PublishedPart {
  readonly own: { readonly optics?: AnyLensFile; readonly sensor?: SensorFile };
  readonly notes: readonly string[];
}

/**
 * The published part that a choice of a recipe names.
 * @returns the names that are known, where none has this one.
 */
export async function publishedPart(
  choice: 'optics' | 'sensor',
  name: string,
): Promise<PublishedPart | { readonly known: readonly string[] }> {
  if (choice === 'optics') {
    const lens = await publishedLens(name);
    return lens
      ? { own: { optics: lens.file }, notes: lens.notes }
      : { known: await publishedNames('lenses') };
  }
  const chip = await publishedSensor(name);
  return chip
    ? { own: { sensor: chip.sensor }, notes: chip.notes }
    : { known: await publishedNames('sensors') };
}

/** A lens or a sensor that comes with the program. */
export interface ListedPart<Figures> {
  /** As a recipe names it. */
  readonly name: string;
  readonly label: string;
  /** Where its numbers come from; those of the built-in sensors stand in the documents. */
  readonly source?: string;
  /** What it is for: 'machine vision', 'built-in', 'photographic', ... */
  readonly group: string;
  readonly figures: Figures;
}

/** A lens of a catalogue, of which no run can be made: it has no prescription. */
export interface CatalogueLens {
  readonly name: string;
  readonly label: string;
  readonly source: string;
  readonly group: string;
  readonly figures: {
    readonly focalLengthMm: number | null;
    readonly fNumberMin: number | null;
    readonly mount: string | null;
    readonly imageFormat: string | null;
    readonly imageCircleMm: number | null;
    readonly minimumObjectDistanceMm: number | null;
  };
}

/** What comes with the program, machine vision first. */
export interface PartsIndex {
  readonly lenses: readonly ListedPart<LensOverview>[];
  readonly sensors: readonly (ListedPart<SensorOverview> & {
    /** Null where its source does not say it. */
    readonly shutter: string | null;
  })[];
  readonly catalogueLenses: readonly CatalogueLens[];
}

const INDEX = new URL('../published/index.json', import.meta.url);
const indices = new Map<string, Promise<PartsIndex>>();

/**
 * The built-in lenses and sensors, then the published ones, with their figures. They lie in a file,
 * because their computation takes seconds; a test computes them again.
 */
export const partsIndex = (): Promise<PartsIndex> =>
  loadOnce(indices, '', async () => JSON.parse(await readFile(INDEX, 'utf8')) as PartsIndex);

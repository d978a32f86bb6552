import { readFile } from 'node:fs/promises';
import { loadOnce } from '@lumenloom/engine';

/** Readings of the figures of sensors, each with its source, as sensors-published.json has them. */
interface PublishedSensors {
  readonly sources: Readonly<Record<string, { readonly title: string; readonly url?: string }>>;
  readonly sensors: readonly PublishedSensor[];
}

interface PublishedSensor {
  readonly id: string;
  readonly label: string;
  readonly chroma: 'mono' | 'colour' | null;
  readonly group: string;
  readonly readings: readonly {
    readonly source: string;
    readonly darkCurrentElectronsPerSecond?: number;
    readonly darkCurrentCelsius?: number;
  }[];
  readonly notes?: readonly string[];
  readonly checks: readonly Check[];
  readonly use: {
    readonly [
      Key in
        | 'pixelUm'
        | 'columns'
        | 'rows'
        | 'bits'
        | 'temporalDarkNoiseElectrons'
        | 'saturationCapacityElectrons'
        | 'dynamicRangeDb'
        | 'snrMaxDb'
        | 'dsnuElectrons'
        | 'prnuPercent'
    ]: number | null;
  } & {
    readonly shutter: string | null;
    readonly quantumEfficiency: { readonly value: number; readonly nm: number } | null;
  };
}

/** A printed figure beside what follows from other figures of its source. */
interface Check {
  readonly source?: string;
  readonly what: string;
  readonly agrees: boolean;
  readonly printed?: number;
  readonly overThresholdDb?: number;
  readonly sqrtOfSaturationDb?: number;
  readonly values?: readonly number[];
}

const FILE = new URL('../published/sensors-published.json', import.meta.url);
const loaded = new Map<string, Promise<PublishedSensors>>();
const load = (): Promise<PublishedSensors> =>
  loadOnce(loaded, '', async () => JSON.parse(await readFile(FILE, 'utf8')) as PublishedSensors);

/** What the parts table says of a sensor beside its figures. */
export interface SensorFacts {
  readonly group: string;
  readonly shutter: string | null;
}

/** The sensors of that file by their names, in its order. */
export const factsOfSensors = async (): Promise<ReadonlyMap<string, SensorFacts>> =>
  new Map(
    (await load()).sensors.map(({ id, group, use: { shutter } }) => [id, { group, shutter }]),
  );

/** One of those sensors as the text of a sensor file; undefined where none has that name. */
export async function sensorFileText(name: string): Promise<string | undefined> {
  const { sensors, sources } = await load();
  const sensor = sensors.find(({ id }) => id === name);
  return sensor && `${JSON.stringify(sensorFileOf(sensor, sources), null, 2)}\n`;
}

/** The address of a source, or its title where it has none. */
const addressOf = ({ title, url }: PublishedSensors['sources'][string]): string =>
  url === undefined ? title : `${url} (${title})`;

function sensorFileOf(
  { label, chroma, readings, notes = [], checks, use }: PublishedSensor,
  sources: PublishedSensors['sources'],
): object {
  const { pixelUm, columns, rows, bits, quantumEfficiency } = use;
  const { temporalDarkNoiseElectrons: noise, saturationCapacityElectrons: well } = use;
  const { snrMaxDb, dynamicRangeDb, dsnuElectrons, prnuPercent } = use;
  // Well and noise themselves, where they are printed, and else what they follow from.
  const hasLevels = well !== null || noise !== null || snrMaxDb === null;
  const dark = readings.find((one) => one.darkCurrentElectronsPerSecond !== undefined);
  const known = { pixel_size: pixelUm, rows, cols: columns };
  return {
    name: label,
    source: addressOf(sources[readings[0]!.source]!),
    sources: Object.fromEntries(
      readings.map(({ source }) => [source, addressOf(sources[source]!)]),
    ),
    ...(chroma === 'mono' && { pattern: 'mono' }),
    ...(bits !== null && { bits }),
    sensorParams: {
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
      voltage_swing: null,
      fill_factor: null,
      ...(!dark && { dark_voltage: null }),
      prnu: prnuPercent,
      ...(dsnuElectrons === null && { dsnu: null }),
      analog_gain: null,
      analog_offset: null,
      ...(hasLevels && { well_capacity: well }),
      ...(noise === null && (hasLevels || dynamicRangeDb === null) && { read_noise: null }),
    },
    ...(noise !== null && { readNoiseElectrons: noise }),
    ...(dsnuElectrons !== null && { dsnuElectrons }),
    ...(!hasLevels && {
      emva1288: { snrMaxDb, ...(dynamicRangeDb !== null && { dynamicRangeDb }) },
    }),
    ...(dark && {
      darkCurrent: {
        electronsPerSecond: dark.darkCurrentElectronsPerSecond,
        ...(dark.darkCurrentCelsius !== undefined && { atCelsius: dark.darkCurrentCelsius }),
      },
    }),
    quantumEfficiency: quantumEfficiency && {
      value: quantumEfficiency.value,
      nm: quantumEfficiency.nm,
      shape: chroma === 'mono' ? 'mono' : 'colour',
    },
    remarks: [
      ...checks.filter(({ agrees }) => !agrees).map((check) => contradiction(check, sources)),
      ...notes,
    ],
  };
}

/** A sentence about figures of which not both can be right. */
function contradiction(
  { source, what, printed, values, overThresholdDb, sqrtOfSaturationDb }: Check,
  sources: PublishedSensors['sources'],
): string {
  const follows = overThresholdDb ?? sqrtOfSaturationDb;
  return source === undefined
    ? `Published figures contradict each other: ${what}, ${(values ?? []).join(' and ')}.`
    : `Figures of ${sources[source]!.title} contradict each other: ${what} is printed as ${printed}, and ${follows} follows from the others.`;
}

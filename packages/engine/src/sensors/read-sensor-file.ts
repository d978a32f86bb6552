import { valueAt, type Spectrum } from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import { readDocument, readFields } from '../read-document.ts';
import { fail, isObject, refuseUnknown, tableOf, type Table } from '../text/json-fields.ts';
import { decodeText } from '../text/numbered-lines.ts';
import { parseJson } from '../text/parse-json.ts';
import { BAYER_BITS, sensorFields } from './bayer/descriptor.ts';
import {
  NAMED_TILES,
  bayerOrderOf,
  brightnessChannel,
  defaultEfficiency,
  isTile,
  mosaicOf,
  type FilterColour,
  type ColourFilters,
  type FilterTile,
} from './colour-filters.ts';
import type { PixelMaps } from './chip/pixel-maps.ts';
import { checkDefects, readPixelMaps, type OpenMap } from './chip/read-pixel-maps.ts';
import { combinedChip, nearInfraredShareOf, readChip } from './chip/read-chip.ts';
import {
  MEDIANS,
  assumedCurves,
  assumedEfficiency,
  type AssumedFigure,
} from './assumed-figures.ts';
import { assumedLevels, stillAssumed } from './assumed-levels.ts';
import { contradictions, readEmva } from './read-emva.ts';
import { efficiencyFromNumber, readEfficiencyAt } from './efficiency-from-number.ts';
import { REFERENCE_NEAR_INFRARED, type NearInfrared } from './near-infrared.ts';
import {
  FIELDS,
  IN_PLACE_OF,
  UNKNOWN,
  readLevels,
  readParameters,
  refuseBoth,
  type InPlace,
} from './read-parameters.ts';
import {
  isReference,
  readShares,
  resampled,
  type SensorSpectra,
} from './read-quantum-efficiency.ts';
import { EFFECTS_OFF } from './read-out/effect-fields.ts';
import {
  DARK_CURRENT,
  GAIN_FIELDS,
  PLAIN_FIELDS,
  SENSOR_FIELDS,
  SENSOR_FILE_FIELDS,
} from './sensor-file-fields.ts';
import type { SensorFile } from './sensor-file.ts';
import { meanOf } from '../quantities/statistics.ts';

/** A sensor that was read. */
export interface ReadSensor {
  readonly sensor: SensorFile;
  readonly nearInfrared: NearInfrared;
  readonly notes: readonly string[];
}

/** What a sensor file may need besides its text. */
export interface SensorFileReading {
  /** Gives the bytes of a file beside it, by its bare name; undefined where there is none. */
  readonly beside?: ((name: string) => Promise<Uint8Array | undefined>) | undefined;
  /** Opens a file beside it, of which parts are read; its maps are such files. */
  readonly open?: OpenMap | undefined;
  /** Name of the gain, in place of the file's choice. */
  readonly gain?: string | undefined;
}

/** Largest sensor file, characters. */
const LARGEST_FILE = 4e6;
const keysOf = (fields: readonly { readonly key: string }[]): readonly string[] =>
  fields.map(({ key }) => key);
/** Fields of which the quantum efficiency behind all filters is made. */
const SPECTRA_KEYS = [
  'quantumEfficiency',
  'quantumEfficiencyAt',
  'irCut',
  'antiReflection',
] as const;
/** Keys of spectra that may name a file beside the sensor file. */
type BesideKey = Exclude<(typeof SPECTRA_KEYS)[number], 'quantumEfficiencyAt'>;

/**
 * Reads a sensor from a user's file.
 *
 * @param text JSON, see docs/own-files.md#sensors---sensor-file.
 * @param name of the file, for a sensor without a name of its own.
 * @returns the sensor, what is known of it in the near infrared, and sentences about what was read
 * and decided.
 * @throws SimulationError naming the field, or the line.
 */
export async function readSensorFile(
  text: string,
  name: string,
  reading: SensorFileReading = {},
): Promise<ReadSensor> {
  if (text.length > LARGEST_FILE)
    throw new SimulationError(
      'too-large',
      `The file has ${(text.length / 1e6).toFixed(0)} MB; sensor files have at most ${LARGEST_FILE / 1e6} MB.`,
    );
  const file = tableOf(parseJson(text), '', 'A sensor file');
  refuseUnknown(file, keysOf(SENSOR_FILE_FIELDS), '', 'The sensor file');
  const maps =
    file['maps'] === undefined ? undefined : await readPixelMaps(file['maps'], reading.open);
  const { sensor, nearInfrared, notes } = layOver(
    { name, order: DEFAULT_ORDER, bits: BAYER_BITS, parameters: {} },
    file,
    { gain: reading.gain, beside: await filesBeside(file, reading), maps },
  );
  if (maps) checkDefects(maps, sensor.chip?.defects);
  return {
    sensor,
    nearInfrared,
    notes: [
      ...(file['pattern'] === undefined
        ? [`${name} names no pattern: ${sensor.order!} is taken.`]
        : []),
      ...notes,
      ...defaultsNote(sensor),
    ],
  };
}

/**
 * Lays the fields of a sensor file over a sensor: those of a recipe's `sensorFile`.
 *
 * @param fields an object as in a sensor file, without files beside it and without gains.
 * @returns the sensor, and sentences about what was read and decided.
 * @throws SimulationError naming the field, `sensorFile.shutter.kind`.
 */
export function readSensorOverlay(
  fields: unknown,
  below: SensorFile,
): { readonly sensor: SensorFile; readonly notes: readonly string[] } {
  try {
    const table = tableOf(fields, '', 'sensorFile');
    refuseUnknown(table, keysOf(SENSOR_FIELDS.fields), '', 'sensorFile');
    return layOver(below, table, { isOverlay: true });
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const field = error.field ? `sensorFile.${error.field}` : 'sensorFile';
    throw new SimulationError(error.code, error.message, field);
  }
}

const MAPS_NOTE = 'Its pixels are those of its maps: the seed of the pattern does not change them.';

/** What stands beside the table of a sensor file, and how it is read. */
interface TableReading {
  readonly gain?: string | undefined;
  readonly beside?: ReadonlyMap<string, Uint8Array>;
  readonly maps?: PixelMaps | undefined;
  /** What the table does not give stays as it is in the sensor below. */
  readonly isOverlay?: true;
}

/** A sensor with the fields of a table in place of its own. */
function layOver(below: SensorFile, file: Table, reading: TableReading): ReadSensor {
  const plain = readFields(PLAIN_FIELDS, file, '', 'The sensor');
  const { name: label = below.name, bits = below.bits, measuredOn, remarks = [] } = plain;
  const filters = filtersOf(file, below);
  const { channels } = mosaicOf(filters);
  const gain = readGain(file, reading.gain);
  const { spectra, keepsSpectra } = spectraOver(below, file, channels, reading);
  const emva = readEmva(file['emva1288'], bits);
  const levels = { ...emva?.levels, ...readLevels({ ...file, ...gain.values }, bits) };
  const dark = readDarkCurrent(file);
  const parameters = {
    ...emva?.parameters,
    ...readParameters(file['sensorParams'], 'sensorParams'),
    ...readParameters(onlyFields(gain.values), `gains.${gain.name ?? ''}`),
  };
  const table = { ...(file['sensorParams'] as Table | undefined), ...onlyFields(gain.values) };
  const assumed = assumedLevels(table, levels, { ...below.parameters, ...parameters });
  const hasRate = dark?.electronsPerSecond !== undefined;
  refuseBoth(parameters, [...Object.keys(levels), ...(hasRate ? ['darkCurrent'] : [])]);
  const longest = plain.longestExposureSeconds ?? below.longestExposureSeconds;
  const chip = combinedChip(
    below.chip,
    {
      ...readChip(file, { bits, channels }),
      ...(dark && { darkNonUniformity: dark.nonUniformity }),
      ...(reading.maps && { maps: reading.maps }),
    },
    bits,
  );
  const rate = hasRate ? dark.electronsPerSecond : below.darkElectronsPerSecond;
  const factor = dark ? dark.factor : below.darkFactor;
  const measuredDark = dark ? dark.measured : below.darkMeasured;
  const sensor: SensorFile = {
    name: label,
    ...filters,
    bits,
    parameters: { ...below.parameters, ...parameters, ...assumed.parameters },
    ...(spectra.efficiency && { quantumEfficiency: spectra.efficiency }),
    ...keptLevels(below, parameters),
    ...levels,
    ...assumed.levels,
    ...(rate !== undefined &&
      !Object.hasOwn(parameters, 'dark_voltage') && { darkElectronsPerSecond: rate }),
    ...(longest !== undefined && { longestExposureSeconds: longest }),
    ...(chip && { chip }),
    ...(factor !== undefined && { darkFactor: factor }),
    ...(measuredDark && { darkMeasured: measuredDark }),
  };
  const figures = [
    ...(spectra.assumed ? [spectra.assumed] : []),
    ...assumed.figures,
    ...stillAssumed(below, { ...parameters, ...levels }, keepsSpectra),
  ];
  return {
    sensor: figures.length > 0 ? { ...sensor, assumed: figures } : sensor,
    nearInfrared: {
      ...(spectra.nearInfrared && { responses: spectra.nearInfrared }),
      crosstalkShare: nearInfraredShareOf(file['crosstalk']),
      endsAtNm: spectra.endsAtNm,
    },
    notes: [
      ...(measuredOn === undefined ? [] : [`${label} was measured on ${measuredOn}.`]),
      ...gain.notes,
      ...(reading.maps ? [MAPS_NOTE] : []),
      ...spectra.notes,
      ...(dark?.notes ?? []),
      ...(emva?.notes ?? []),
      ...unknownNote(
        countsWholePixel(file) && table['fill_factor'] === null
          ? { ...table, fill_factor: undefined }
          : table,
      ),
      ...contradictions(emva?.stated, { ...parameters, ...levels }),
      ...remarks,
    ],
  };
}

/** The spectra of a table, or those of the sensor below where it gives none. */
function spectraOver(
  below: SensorFile,
  file: Table,
  channels: readonly FilterColour[],
  { isOverlay, beside }: TableReading,
): {
  readonly spectra: ReturnType<typeof readSpectra>;
  readonly keepsSpectra: boolean;
} {
  const keepsSpectra =
    isOverlay === true && [...SPECTRA_KEYS, 'pattern'].every((key) => file[key] === undefined);
  if (!keepsSpectra) return { spectra: readSpectra(file, channels, beside), keepsSpectra };
  const { quantumEfficiency } = below;
  const spectra = {
    ...REFERENCE_NEAR_INFRARED,
    ...(quantumEfficiency && { efficiency: quantumEfficiency }),
    notes: [],
  };
  return { spectra, keepsSpectra };
}

/** Whether the quantum efficiency of a file counts the photons on the whole pixel. */
const countsWholePixel = ({ quantumEfficiency: entry }: Table): boolean =>
  entry === null || isEfficiencyAt(entry);

const isEfficiencyAt = (entry: unknown): boolean =>
  isObject(entry) && ['value', 'shape'].some((key) => Object.hasOwn(entry, key));

/** Levels of a sensor in whose place no field of volts has come. */
const keptLevels = (
  below: SensorFile,
  parameters: SensorFile['parameters'],
): Pick<SensorFile, InPlace> =>
  Object.fromEntries(
    (Object.keys(IN_PLACE_OF) as InPlace[])
      .filter((key) => below[key] !== undefined && !Object.hasOwn(parameters, IN_PLACE_OF[key]))
      .map((key) => [key, below[key]]),
  );

/** The bytes of the files beside a sensor file that it names. */
async function filesBeside(
  file: Table,
  { beside }: SensorFileReading,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const key of SPECTRA_KEYS) {
    const name = file[key];
    if (key === 'quantumEfficiencyAt' || typeof name !== 'string') continue;
    checkBareName(name, key);
    const bytes = await beside?.(name);
    if (bytes) found.set(name, bytes);
  }
  return found;
}

function checkBareName(name: string, key: BesideKey): void {
  if (!/^[^/\\:]+$/.test(name) || /^\.+$/.test(name))
    fail(key, `${key} must be the bare name of a file beside this one, or a table.`);
}

/** The colour filters that a file names, else those of the sensor below. */
function filtersOf(file: Table, { order, tile }: SensorFile): ColourFilters {
  if (file['pattern'] === undefined) return order ? { order } : { tile };
  const own = readPattern(file['pattern']);
  const ownOrder = bayerOrderOf(own);
  return ownOrder ? { order: ownOrder } : { tile: own };
}

/** The pattern of the first sensor in the list, for a file that names none. */
const DEFAULT_ORDER = 'grbg';

function readPattern(pattern: unknown): FilterTile {
  if (typeof pattern === 'string' && Object.hasOwn(NAMED_TILES, pattern))
    return NAMED_TILES[pattern]!;
  if (isTile(pattern)) return pattern;
  return fail(
    'pattern',
    `pattern must be one of ${Object.keys(NAMED_TILES).join(', ')}, or the rows of a tile of at most 8 x 8 letters of r, g, b, c, m, y, w and i, such as ["rg", "gb"].`,
  );
}

const onlyFields = (values: Table): Table =>
  Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(FIELDS, key)));

/** The values of the chosen gain; the first gain where none is chosen. */
function readGain(
  file: Table,
  asked: string | undefined,
): { readonly name?: string; readonly values: Table; readonly notes: readonly string[] } {
  if (file['gains'] === undefined) {
    const requestedGain = asked ?? file['gain'];
    if (requestedGain !== undefined) fail('gain', 'The file has no list of gains to choose from.');
    return { values: {}, notes: [] };
  }
  const gains = tableOf(file['gains'], 'gains', 'gains');
  const names = Object.keys(gains);
  if (names.length === 0) fail('gains', 'gains must name at least one gain.');
  for (const name of names) {
    const values = tableOf(gains[name], `gains.${name}`, `Gain ${name}`);
    refuseUnknown(values, keysOf(GAIN_FIELDS), `gains.${name}`, `Gain ${name}`);
    readParameters(onlyFields(values), `gains.${name}`);
  }
  const chosen = asked ?? file['gain'] ?? names[0]!;
  if (typeof chosen !== 'string' || !names.includes(chosen))
    return fail('gain', `gain must be one of ${names.join(', ')}.`);
  return {
    name: chosen,
    values: gains[chosen] as Table,
    notes: [`Gain ${chosen} of ${names.join(', ')}.`],
  };
}

/** Dark current at the temperature of the sensor. */
interface DarkCurrent {
  /** Undefined where the file gives its spread only: the field dark_voltage has it then. */
  readonly electronsPerSecond?: number;
  /** Dark current there over that at the temperature of the measurement; absent: 1. */
  readonly factor?: number;
  /** Relative deviation from pixel to pixel; undefined where all have the same. */
  readonly nonUniformity: number | undefined;
  /** Where the file does not say the temperature of the sensor. */
  readonly measured?: NonNullable<SensorFile['darkMeasured']>;
  readonly notes: readonly string[];
}

/** Dark current at the temperature of the sensor: it doubles with every so many kelvins. */
function readDarkCurrent(file: Table): DarkCurrent | undefined {
  if (file['darkCurrent'] === undefined) return undefined;
  const path = 'darkCurrent';
  const {
    electronsPerSecond: measuredRate,
    atCelsius: at,
    sensorCelsius: sensor,
    doublingKelvin: doubling,
    nonUniformityPercent: spread,
  } = readDocument(DARK_CURRENT, file[path], path);
  if (measuredRate === undefined && spread === undefined)
    fail(`${path}.electronsPerSecond`, `${path}: electronsPerSecond is missing.`);
  const nonUniformity = spread === 0 || spread === undefined ? undefined : spread / 100;
  const measured = {
    ...(measuredRate !== undefined && { electronsPerSecond: measuredRate }),
    nonUniformity,
  };
  if (sensor === undefined)
    return {
      ...measured,
      measured: {
        ...(at !== undefined && { atCelsius: at }),
        ...(doubling !== undefined && { doublingKelvin: doubling }),
      },
      notes: [],
    };
  if (sensor === at) return { ...measured, notes: [] };
  if (at === undefined || doubling === undefined)
    return fail(
      `${path}.${at === undefined ? 'atCelsius' : 'doublingKelvin'}`,
      needsTemperatures('sensorCelsius'),
    );
  const factor = 2 ** ((sensor - at) / doubling);
  if (measuredRate === undefined) return { factor, nonUniformity, notes: [] };
  const electronsPerSecond = measuredRate * factor;
  return {
    electronsPerSecond,
    factor,
    nonUniformity,
    notes: [darkNote(measuredRate, { at, doubling, sensor })],
  };
}

const needsTemperatures = (key: string): string =>
  `The dark current at ${key} needs atCelsius, the temperature at which it was measured, and doublingKelvin.`;

const darkNote = (
  rate: number,
  { at, doubling, sensor }: Readonly<Record<'at' | 'doubling' | 'sensor', number>>,
): string =>
  `Dark current: ${Number((rate * 2 ** ((sensor - at) / doubling)).toPrecision(4))} e⁻/s at ${sensor} °C, from ${rate} e⁻/s at ${at} °C and doubling every ${doubling} K.`;

/**
 * A sensor at the temperature of its camera; one whose file says its own temperature, or no dark
 * current, as it is.
 *
 * @throws SimulationError where its file does not say how the dark current changes.
 */
export function sensorAtCelsius(
  file: SensorFile,
  celsius: number,
): { readonly sensor: SensorFile; readonly notes: readonly string[] } {
  const { darkMeasured, darkElectronsPerSecond: rate } = file;
  if (!darkMeasured || darkMeasured.atCelsius === celsius) return { sensor: file, notes: [] };
  const { atCelsius: at, doublingKelvin: doubling } = darkMeasured;
  if (at === undefined || doubling === undefined)
    return fail('environment.celsius', needsTemperatures('environment.celsius'));
  const factor = 2 ** ((celsius - at) / doubling);
  return {
    sensor: {
      ...file,
      darkFactor: factor,
      ...(rate !== undefined && { darkElectronsPerSecond: rate * factor }),
    },
    notes: rate === undefined ? [] : [darkNote(rate, { at, doubling, sensor: celsius })],
  };
}

/** Spectra that may be assumed. */
type ReadSpectra = SensorSpectra & { readonly assumed?: AssumedFigure };

/**
 * The quantum efficiency behind all filters; undefined where the sensor has the one of the
 * reference sensor.
 */
function readSpectra(
  file: Table,
  channels: readonly FilterColour[],
  beside: TableReading['beside'],
): Omit<ReadSpectra, 'spectra'> & { readonly efficiency?: readonly Spectrum[] } {
  const measured = readEfficiency(file, channels, beside);
  if (measured && file['quantumEfficiencyAt'] !== undefined)
    fail('quantumEfficiencyAt', 'quantumEfficiency and quantumEfficiencyAt: give one of them.');
  if (!measured && channels.includes('infrared'))
    fail(
      'quantumEfficiency',
      'The reference sensor has no infrared pixels: give quantumEfficiency, with a column infrared.',
    );
  const filterEfficiency = measured ?? scaledDefaults(file['quantumEfficiencyAt'], channels);
  const filters: SensorSpectra[] = [];
  for (const key of ['irCut', 'antiReflection'] as const) {
    const filter = readSpectrum(file, key, ['transmission'], beside);
    if (filter) filters.push(filter);
  }
  const notes = [
    ...(filterEfficiency?.notes ?? [
      'It gives no quantum efficiency: that of the reference sensor is the default.',
    ]),
    ...filters.flatMap((filter) => filter.notes),
  ];
  const behind = (response: Spectrum, key: 'spectra' | 'nearInfrared'): Spectrum =>
    response.map((value, band) =>
      filters.reduce((share, { [key]: shares }) => share * shares![0]![band]!, value),
    );
  const efficiency = (filterEfficiency?.spectra ?? channels.map(defaultEfficiency)).map(
    (response) => behind(response, 'spectra'),
  );
  const nearInfrared = filterEfficiency?.nearInfrared?.map((response) =>
    behind(response, 'nearInfrared'),
  );
  const isDefault = !filterEfficiency && filters.length === 0;
  return {
    ...(!isDefault && !isReference(efficiency) && { efficiency }),
    ...(nearInfrared && { nearInfrared }),
    ...(measured?.assumed && { assumed: measured.assumed }),
    endsAtNm: Math.min(
      filterEfficiency?.endsAtNm ?? REFERENCE_NEAR_INFRARED.endsAtNm,
      ...filters.map(({ endsAtNm }) => endsAtNm),
    ),
    notes,
  };
}

const WHAT = {
  quantumEfficiency: 'quantum efficiency',
  irCut: 'IR-cut transmission',
  antiReflection: 'anti-reflection transmission',
} as const;

/** Where nothing is known: the median of mono sensors, or the curves of the reference sensor. */
const unknownEfficiency = (channels: readonly FilterColour[]): ReadSpectra =>
  isMono(channels)
    ? {
        ...efficiencyFromNumber(MEDIANS.quantumEfficiency, channels),
        notes: [],
        assumed: assumedEfficiency,
      }
    : {
        ...REFERENCE_NEAR_INFRARED,
        spectra: channels.map(defaultEfficiency),
        notes: [],
        assumed: assumedCurves(
          valueAt(
            defaultEfficiency(channels[brightnessChannel(channels)]!),
            MEDIANS.quantumEfficiency.nm,
          ),
        ),
      };

const isMono = (channels: readonly FilterColour[]): boolean => channels.join() === 'white';

/** The quantum efficiency that a file gives, or says that nobody knows. */
function readEfficiency(
  file: Table,
  channels: readonly FilterColour[],
  beside: TableReading['beside'],
): ReadSpectra | undefined {
  const entry = file['quantumEfficiency'];
  if (entry === null)
    return channels.includes('infrared') ? undefined : unknownEfficiency(channels);
  if (isEfficiencyAt(entry)) return efficiencyFromNumber(readEfficiencyAt(entry), channels);
  return readSpectrum(file, 'quantumEfficiency', channels, beside);
}

/** A spectrum per column, from a table in the file or from a CSV file beside it. */
function readSpectrum(
  file: Table,
  key: BesideKey,
  columns: readonly string[],
  beside: TableReading['beside'],
): SensorSpectra | undefined {
  const entry = file[key];
  if (entry === undefined) return undefined;
  if (typeof entry !== 'string') return readInline(tableOf(entry, key, key), key, columns);
  checkBareName(entry, key);
  const bytes = beside?.get(entry);
  if (!bytes) fail(key, `There is no file ${entry} beside this one.`);
  try {
    return readShares(decodeText(bytes), columns, WHAT[key], entry);
  } catch (error) {
    if (error instanceof SimulationError) fail(key, `${entry}: ${error.message}`);
    throw error;
  }
}

/** `{ "nm": [400, …], "red": [0.1, …], … }`. */
function readInline(table: Table, path: string, columns: readonly string[]): SensorSpectra {
  refuseUnknown(table, ['nm', ...columns], path, path);
  const [nm, ...values] = ['nm', ...columns].map((key) => {
    const list = table[key];
    const at = `${path}.${key}`;
    if (!Array.isArray(list) || list.length < 2)
      return fail(at, `${at} must be a list of at least two numbers.`);
    for (const [i, value] of (list as unknown[]).entries())
      if (typeof value !== 'number' || !Number.isFinite(value))
        fail(`${at}[${i}]`, `${at}[${i}] must be a number.`);
      else if (key !== 'nm' && (value < 0 || value > 1))
        fail(`${at}[${i}]`, `${at}[${i}] must be from 0 to 1, not ${value}.`);
      else if (key === 'nm' && i > 0 && !(value > (list as number[])[i - 1]!))
        fail(`${at}[${i}]`, `${value} nm does not exceed the wavelength before it.`);
    return list as number[];
  }) as [number[], ...number[][]];
  for (const [i, list] of values.entries())
    if (list.length !== nm.length)
      fail(
        `${path}.${columns[i]!}`,
        `${path}.${columns[i]!} has ${list.length} values for ${nm.length} wavelengths.`,
      );
  return { ...resampled(nm, values), notes: [] };
}

/**
 * `{ "green": [525, 0.62], … }`: the default curve of each colour, scaled to the value measured at
 * one wavelength.
 */
function scaledDefaults(
  atWavelengths: unknown,
  channels: readonly FilterColour[],
): SensorSpectra | undefined {
  if (atWavelengths === undefined) return undefined;
  const path = 'quantumEfficiencyAt';
  const table = tableOf(atWavelengths, path, path);
  refuseUnknown(table, channels, path, path);
  const factors = channels.map((colour) => {
    if (table[colour] === undefined) return undefined;
    const at = `${path}.${colour}`;
    const [nm, value] = (Array.isArray(table[colour]) ? table[colour] : []) as unknown[];
    if (typeof nm !== 'number' || typeof value !== 'number' || !(value > 0 && value <= 1))
      return fail(at, `${at} must be [wavelength in nm, electrons per photon from 0 to 1].`);
    const response = defaultEfficiency(colour);
    const there = valueAt(response, nm);
    if (!(there > 0)) return fail(at, `${at}: the default for ${colour} is 0 at ${nm} nm.`);
    const factor = value / there;
    if (Math.max(...response) * factor > 1)
      return fail(
        at,
        `${at}: the default for ${colour}, scaled to ${value} at ${nm} nm, would exceed 1 electron per photon.`,
      );
    return factor;
  });
  const known = factors.filter((factor) => factor !== undefined);
  if (known.length === 0) fail(path, `${path} must name one of ${channels.join(', ')}.`);
  const mean = meanOf(known);
  return {
    spectra: channels.map((colour, i) =>
      defaultEfficiency(colour).map((value) => value * (factors[i] ?? mean)),
    ),
    ...REFERENCE_NEAR_INFRARED,
    notes: [
      'The quantum efficiency is that of the reference sensor, scaled to what the file gives at single wavelengths: the shape of the curves is a default.',
    ],
  };
}

/** Names the fields that the file says are unknown. */
function unknownNote(fileTable: Table): readonly string[] {
  const taken = [0, 1].flatMap((value) => {
    const fields = sensorFields.filter(
      ({ key }) => fileTable[key] === null && UNKNOWN[key] === value,
    );
    return fields.length === 0
      ? []
      : [`${fields.map(({ label }) => label).join(', ')} (taken as ${value})`];
  });
  return taken.length === 0
    ? []
    : [`Unknown, because the file's source does not give it: ${taken.join('; ')}.`];
}

/** Names the fields that the file leaves open. */
function defaultsNote(sensor: SensorFile): readonly string[] {
  const stated = new Set<string>([
    ...Object.keys(sensor.parameters),
    ...(Object.keys(IN_PLACE_OF) as InPlace[])
      .filter((key) => sensor[key] !== undefined)
      .map((key) => IN_PLACE_OF[key]),
    ...(sensor.darkElectronsPerSecond === undefined ? [] : ['dark_voltage']),
    ...Object.keys(EFFECTS_OFF),
  ]);
  const open = sensorFields.filter(({ key }) => !stated.has(key));
  return open.length === 0
    ? []
    : [`It leaves to the recipe and its defaults: ${open.map(({ label }) => label).join(', ')}.`];
}

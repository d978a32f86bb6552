import { BAYER_ORDERS } from '../sensors/bayer/descriptor.ts';
import { fail, isObject, refuseUnknown, type Table } from '../text/json-fields.ts';

export const FRAME_KINDS = ['dark', 'flat', 'chart', 'edges', 'grid', 'points'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];
export const TWIN_PATTERNS = ['mono', ...BAYER_ORDERS] as const;
export type TwinPattern = (typeof TWIN_PATTERNS)[number];

/** Frames of one kind that were taken alike. Positions are in pixels from the upper left corner. */
export interface TwinEntry {
  /** Its place in the list. */
  readonly at: number;
  readonly kind: FrameKind;
  readonly files: readonly string[];
  /** Seconds; undefined where the file has to say it. */
  readonly exposure: number | undefined;
  /** Of the sensor; undefined where it is not known. */
  readonly celsius: number | undefined;
  readonly light: string | undefined;
  /** Degrees by which the camera was turned clockwise, seen from behind. */
  readonly turned: number;
  /** Per pixel at the axis; undefined where they are not known. */
  readonly photons: number | undefined;
  readonly withoutLens: boolean;
  readonly chart: string | undefined;
  /** Of the area of patches, from the first patch on; undefined: to be found. */
  readonly corners: readonly (readonly [number, number])[] | undefined;
  readonly developed: string | undefined;
  /** Middles of squares; undefined: to be found. */
  readonly squares: readonly (readonly [number, number])[] | undefined;
  readonly sidePx: number | undefined;
  readonly distanceM: number | undefined;
  readonly target: 'dots' | 'checkerboard';
  readonly columns: number;
  readonly rows: number;
  readonly spacingMm: number | undefined;
  readonly distanceMm: number | undefined;
}

/** A spectrum by a name that recipes know, or in a file of the folder. */
export type TwinLight = { readonly illuminant: string } | { readonly file: string };

export interface TwinChart {
  readonly file: string;
  readonly columns: number;
  readonly rows: number;
  /** Share of a patch that is left out on each of its sides. */
  readonly margin: number;
}

/** What is known of a camera before its frames are looked at, and the frames. */
export interface TwinManifest {
  readonly name: string;
  readonly pattern: TwinPattern | undefined;
  readonly bits: number | undefined;
  readonly pixelMicrometres: number | undefined;
  readonly lens: { readonly focalLengthMm?: number; readonly fNumber?: number } | undefined;
  readonly lights: Readonly<Record<string, TwinLight>>;
  readonly charts: Readonly<Record<string, TwinChart>>;
  /** As in a sensor file; undefined where it is to be estimated. */
  readonly quantumEfficiency: unknown;
  readonly frames: readonly TwinEntry[];
}

const KEYS = [
  ...['version', 'name', 'pattern', 'bits', 'pixelMicrometres', 'lens', 'lights', 'charts'],
  ...['quantumEfficiency', 'frames', 'source'],
];
const ENTRY_KEYS = [
  ...['kind', 'file', 'exposure', 'celsius', 'light', 'turned', 'photons', 'withoutLens'],
  ...['chart', 'corners', 'developed', 'squares', 'sidePx', 'distanceM', 'target', 'columns'],
  ...['rows', 'spacingMm', 'distanceMm', 'guessed', 'note'],
];
const MOST_ENTRIES = 1000;
const MOST_FILES = 1000;
/** Chart that every session knows. */
export const KNOWN_CHART = 'ColorChecker24';

/**
 * Reads the list of frames of a camera.
 *
 * @param content of manifest.json or manifest.yaml.
 * @throws SimulationError naming the field at fault, path first.
 * @see docs/reference/twin.md#t1
 */
export function readTwinManifest(content: unknown): TwinManifest {
  if (!isObject(content)) fail('', 'The manifest must be an object with a list of frames.');
  unknownKey(content, KEYS, '');
  if (content['version'] !== 1) fail('version', 'version must be 1.');
  const { name = 'camera', pattern, frames } = content;
  if (typeof name !== 'string' || name === '' || name.length > 80)
    fail('name', 'name must be a text of 1 to 80 characters.');
  if (pattern !== undefined && !TWIN_PATTERNS.some((known) => known === pattern))
    fail('pattern', `pattern must be one of ${TWIN_PATTERNS.join(', ')}.`);
  const bits = numberOf(content, 'bits', '', 8, 16);
  if (bits !== undefined && !Number.isInteger(bits)) fail('bits', 'bits must be a whole number.');
  const lights = mapOf(content, 'lights', readLightEntry);
  const charts = mapOf(content, 'charts', readChartEntry);
  if (!Array.isArray(frames) || frames.length === 0 || frames.length > MOST_ENTRIES)
    fail('frames', `frames must be a list of 1 to ${MOST_ENTRIES} entries.`);
  return {
    name,
    pattern: pattern as TwinPattern | undefined,
    bits,
    pixelMicrometres: numberOf(content, 'pixelMicrometres', '', 0.1, 1000),
    lens: readNominalLens(content['lens']),
    lights,
    charts,
    quantumEfficiency: content['quantumEfficiency'],
    frames: (frames as readonly unknown[]).map((entry, at) =>
      readEntry(entry, at, { lights, charts }),
    ),
  };
}

function readNominalLens(content: unknown): TwinManifest['lens'] {
  if (content === undefined) return undefined;
  if (!isObject(content)) fail('lens', 'lens must be an object.');
  unknownKey(content, ['focalLengthMm', 'fNumber'], 'lens');
  const focalLengthMm = numberOf(content, 'focalLengthMm', 'lens', 0.1, 5000);
  const fNumber = numberOf(content, 'fNumber', 'lens', 0.5, 64);
  return {
    ...(focalLengthMm !== undefined && { focalLengthMm }),
    ...(fNumber !== undefined && { fNumber }),
  };
}

function readLightEntry(content: Table, path: string): TwinLight {
  unknownKey(content, ['illuminant', 'file'], path);
  const { illuminant, file } = content;
  if ((illuminant === undefined) === (file === undefined))
    fail(path, `${path} must have either illuminant or file.`);
  if (file !== undefined) return { file: fileIn(file, `${path}.file`) };
  if (typeof illuminant !== 'string')
    fail(`${path}.illuminant`, `${path}.illuminant must be a text.`);
  return { illuminant };
}

function readChartEntry(content: Table, path: string): TwinChart {
  unknownKey(content, ['file', 'columns', 'rows', 'margin'], path);
  return {
    file: fileIn(content['file'], `${path}.file`),
    columns: wholeOf(content, 'columns', path, 1, 40),
    rows: wholeOf(content, 'rows', path, 1, 40),
    margin: numberOf(content, 'margin', path, 0, 0.45) ?? 0.15,
  };
}

type Named = Pick<TwinManifest, 'lights' | 'charts'>;

function readEntry(content: unknown, at: number, named: Named): TwinEntry {
  const path = `frames[${at}]`;
  if (!isObject(content)) fail(path, `${path} must be an object.`);
  unknownKey(content, ENTRY_KEYS, path);
  if (content['guessed'] !== undefined)
    fail(
      `${path}.guessed`,
      `${path}.guessed: look at this entry, correct it and take the key guessed out.`,
    );
  const { kind, light, chart } = content;
  if (!FRAME_KINDS.some((known) => known === kind))
    fail(`${path}.kind`, `${path}.kind must be one of ${FRAME_KINDS.join(', ')}.`);
  nameIn(light, named.lights, `${path}.light`, 'lights');
  if (chart !== KNOWN_CHART) nameIn(chart, named.charts, `${path}.chart`, 'charts');
  if (kind === 'chart' && chart === undefined) fail(`${path}.chart`, `${path}.chart is missing.`);
  const target = content['target'] ?? 'dots';
  if (target !== 'dots' && target !== 'checkerboard')
    fail(`${path}.target`, `${path}.target must be dots or checkerboard.`);
  const corners = pointsOf(content, 'corners', path);
  if (corners !== undefined && corners.length !== 4)
    fail(`${path}.corners`, `${path}.corners must be four points [x, y].`);
  const withoutLens = content['withoutLens'] ?? false;
  if (typeof withoutLens !== 'boolean')
    fail(`${path}.withoutLens`, `${path}.withoutLens must be true or false.`);
  const developed = content['developed'];
  if (typeof developed === 'string' && kind !== 'chart' && kind !== 'edges')
    fail(`${path}.developed`, `${path}.developed: only charts and edges are compared developed.`);
  return {
    at,
    kind: kind as FrameKind,
    files: filesIn(content['file'], `${path}.file`),
    exposure: numberOf(content, 'exposure', path, 1e-7, 1e5),
    celsius: numberOf(content, 'celsius', path, -200, 200),
    light: light as string | undefined,
    turned: numberOf(content, 'turned', path, -360, 360) ?? 0,
    photons: numberOf(content, 'photons', path, 1e-6, 1e9),
    withoutLens,
    chart: chart as string | undefined,
    corners,
    developed:
      developed === undefined || developed === null
        ? undefined
        : fileIn(developed, `${path}.developed`),
    squares: pointsOf(content, 'squares', path),
    sidePx: numberOf(content, 'sidePx', path, 4, 1e4),
    distanceM: numberOf(content, 'distanceM', path, 1e-4, 1e6),
    target,
    columns: kind === 'grid' ? wholeOf(content, 'columns', path, 3, 500) : 0,
    rows: kind === 'grid' ? wholeOf(content, 'rows', path, 3, 500) : 0,
    spacingMm: numberOf(content, 'spacingMm', path, 1e-4, 1e5),
    distanceMm: numberOf(content, 'distanceMm', path, 1e-3, 1e8),
  };
}

/** @throws SimulationError for a key that is not known, with its path first. */
function unknownKey(table: Table, known: readonly string[], path: string): void {
  refuseUnknown(table, known, path, path === '' ? 'The manifest' : path);
}

/** A number of a table; undefined where it is blank. */
function numberOf(
  table: Table,
  key: string,
  path: string,
  least: number,
  most: number,
): number | undefined {
  const value = table[key];
  if (value === undefined || value === null) return undefined;
  const place = path === '' ? key : `${path}.${key}`;
  if (typeof value !== 'number' || !(value >= least && value <= most))
    fail(place, `${place} must be a number from ${least} to ${most}.`);
  return value;
}

function wholeOf(table: Table, key: string, path: string, least: number, most: number): number {
  const value = numberOf(table, key, path, least, most);
  const place = `${path}.${key}`;
  if (value === undefined) fail(place, `${place} is missing.`);
  if (!Number.isInteger(value)) fail(place, `${place} must be a whole number.`);
  return value;
}

function mapOf<Value>(
  table: Table,
  key: string,
  read: (content: Table, path: string) => Value,
): Readonly<Record<string, Value>> {
  const content = table[key];
  if (content === undefined) return {};
  if (!isObject(content)) fail(key, `${key} must be an object.`);
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const path = `${key}.${name}`;
      if (!isObject(value)) fail(path, `${path} must be an object.`);
      return [name, read(value, path)];
    }),
  );
}

function nameIn(
  name: unknown,
  known: Readonly<Record<string, unknown>>,
  path: string,
  list: string,
): void {
  if (name === undefined) return;
  if (typeof name !== 'string') fail(path, `${path} must be a text.`);
  if (!Object.hasOwn(known, name)) fail(path, `${path}: ${list} has no ${name.slice(0, 40)}.`);
}

function filesIn(content: unknown, path: string): readonly string[] {
  if (!Array.isArray(content)) return [fileIn(content, path)];
  if (content.length === 0 || content.length > MOST_FILES)
    fail(path, `${path} must name 1 to ${MOST_FILES} files.`);
  return (content as readonly unknown[]).map((file, i) => fileIn(file, `${path}[${i}]`));
}

/** A file below the folder of the manifest, by its name alone; links are for who opens it. */
function fileIn(file: unknown, path: string): string {
  if (typeof file !== 'string' || file === '' || file.length > 500)
    fail(path, `${path} must be the name of a file.`);
  if (/^([\\/]|[A-Za-z]:)/.test(file) || file.split(/[\\/]/).includes('..'))
    fail(path, `${path} leads out of the folder.`);
  return file;
}

function pointsOf(
  table: Table,
  key: string,
  path: string,
): readonly (readonly [number, number])[] | undefined {
  const content = table[key];
  if (content === undefined || content === null) return undefined;
  const place = `${path}.${key}`;
  if (!Array.isArray(content) || content.length === 0 || content.length > 1000)
    fail(place, `${place} must be a list of 1 to 1000 points [x, y].`);
  return (content as readonly unknown[]).map((point, i) => {
    if (
      !Array.isArray(point) ||
      point.length !== 2 ||
      !point.every((value) => typeof value === 'number' && Number.isFinite(value))
    )
      fail(`${place}[${i}]`, `${place}[${i}] must be a point [x, y].`);
    return point as unknown as readonly [number, number];
  });
}

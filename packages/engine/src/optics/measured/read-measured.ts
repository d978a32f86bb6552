import type { Pair } from '../../field-descriptor.ts';
import { fail, isObject, type Table } from '../../text/json-fields.ts';
import { didYouMean } from '../../text/near-miss.ts';
import { measuredOptics } from './measured-optics.ts';
import {
  CALIBRATION_MODELS,
  OUTLINE_RADII,
  PROJECTIONS,
  TABLE_PLACES,
  WAVEFRONT_UNITS,
  ZERNIKE_ORDERINGS,
  type Calibration,
  type DistortionTable,
  type IlluminationTable,
  type MeasuredLensFile,
  type MeasuredNumber,
  type MeasuredPlaces,
  type PupilTable,
  type ZernikeBlur,
} from './measured-file.ts';

const KEYS = [
  ...['kind', 'name', 'source', 'sources', 'focalLengthMm', 'fNumber', 'workingFNumber'],
  ...['imageCircleMm', 'focusDistanceM', 'exitPupilMm', 'entrancePupilMm', 'centre'],
  ...['distortion', 'illumination', 'chiefRay', 'transmission', 'lateralColour'],
  ...['longitudinalColour', 'pupil', 'blur'],
];
/** Kinds of blur of which a file has one at most. */
const BLURS = ['mtf', 'sfr', 'zernike', 'psf'];
const PLACES = ['over', 'at'];
const [FEWEST_VALUES, MOST_VALUES] = [2, 200];
/** Heights at which a blur is known. */
const MOST_HEIGHTS = 60;
const MOST_WAVELENGTHS = 60;
const MOST_FIELDS = MOST_HEIGHTS * MOST_WAVELENGTHS;
const WAVELENGTH = { min: 200, max: 3000 };
const MICROMETRES = { min: -1e4, max: 1e4 };

const MOST_NAME = 200;

/** Limits of a number. */
interface Limits {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
}

/**
 * Checks the content of a measured lens.
 *
 * @param content parsed JSON.
 * @throws SimulationError 'bad-parameter' with the path of the field that is wrong.
 */
export function readMeasuredLens(content: Table): MeasuredLensFile {
  if (content['surfaces'] !== undefined)
    fail('surfaces', 'surfaces do not belong to a measured lens.');
  if (content['coating'] !== undefined) fail('coating', 'coating needs a prescription.');
  refuseOthers(content, KEYS, '');
  const { name, source, sources } = content;
  if (typeof name !== 'string' || name.trim() === '' || name.length > MOST_NAME)
    fail('name', `name must be a text of 1 to ${MOST_NAME} characters.`);
  if (source !== undefined && typeof source !== 'string') fail('source', 'source must be a text.');
  if (content['fNumber'] === undefined)
    fail('fNumber', 'fNumber is missing: diffraction needs it.');
  const lens: MeasuredLensFile = {
    kind: 'measured',
    name,
    ...(source !== undefined && { source }),
    ...(sources !== undefined && { sources: readSources(sources) }),
    fNumber: numberAt(content, 'fNumber', '', { min: 0.5, max: 64 }),
    ...optionalNumber(content, 'workingFNumber', { min: 0.5, max: 64 }),
    ...optionalNumber(content, 'focalLengthMm', { min: 0.1, max: 5000 }),
    ...optionalNumber(content, 'imageCircleMm', { min: 1e-3, max: 1000 }),
    ...optionalNumber(content, 'focusDistanceM', { above: 0, max: 1e6 }),
    ...optionalNumber(content, 'exitPupilMm', { min: 0.01, max: 1e6 }),
    ...optionalNumber(content, 'entrancePupilMm', { min: -1e4, max: 1e4 }),
    ...optional(content, 'centre', (value) => pairAt(value, 'centre', { min: -500, max: 500 })),
    ...optional(content, 'distortion', readDistortion),
    ...optional(content, 'illumination', readIllumination),
    ...optional(content, 'chiefRay', (value) => {
      const from = placesTable(value, 'chiefRay', ['degrees']);
      const degrees = besideAt(from, 'degrees', 'chiefRay', { min: -89, max: 89 });
      return { ...placesOf(from, 'chiefRay'), degrees };
    }),
    ...optional(content, 'transmission', (value) => {
      const from = objectAt(value, 'transmission', ['nm', 'share']);
      const nm = wavelengthsAt(from, 'nm', 'transmission');
      const share = listOf(from['share'], 'transmission.share', nm.length, { min: 0, max: 1 });
      return { nm, share };
    }),
    ...optional(content, 'lateralColour', readLateral),
    ...optional(content, 'longitudinalColour', (value) => {
      const path = 'longitudinalColour';
      const from = objectAt(value, path, ['nm', 'micrometres', 'referenceNm']);
      const nm = wavelengthsAt(from, 'nm', path);
      const micrometres = listOf(
        from['micrometres'],
        `${path}.micrometres`,
        nm.length,
        MICROMETRES,
      );
      return { nm, micrometres, ...optionalNumber(from, 'referenceNm', WAVELENGTH, path) };
    }),
    ...optional(content, 'pupil', readPupil),
    ...optional(content, 'blur', readBlur),
  };
  // What contradicts itself is refused where it is resolved.
  measuredOptics(lens);
  return lens;
}

/** A measured lens with other numbers. @throws SimulationError as `readMeasuredLens`. */
export const changedMeasured = (
  file: MeasuredLensFile,
  numbers: Readonly<Partial<Record<MeasuredNumber, number>>>,
): MeasuredLensFile => readMeasuredLens({ ...file, ...numbers });

/** A key of an object and what is read from it; nothing where it is absent. */
function optional<Key extends string, Value>(
  from: Table,
  key: Key,
  read: (value: unknown) => Value,
): { readonly [K in Key]?: Value } {
  const value = from[key];
  return value === undefined ? {} : ({ [key]: read(value) } as { readonly [K in Key]?: Value });
}

const optionalNumber = <Key extends string>(
  from: Table,
  key: Key,
  limits: Limits,
  path = '',
): { readonly [K in Key]?: number } => optional(from, key, () => numberAt(from, key, path, limits));

const within = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function refuseOthers(from: Table, known: readonly string[], path: string): void {
  const other = Object.keys(from).find((key) => !known.includes(key));
  if (other !== undefined)
    fail(
      within(path, other),
      `${within(path, other)} is not known${didYouMean(other, known) || `; the keys are ${known.join(', ')}`}.`,
    );
}

function objectAt(value: unknown, path: string, known: readonly string[]): Table {
  if (!isObject(value)) fail(path, `${path} must be a JSON object.`);
  refuseOthers(value, known, path);
  return value;
}

/** A number as it is; @throws SimulationError beyond its limits. */
function checkedNumber(value: unknown, path: string, { min, above, max }: Limits): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, `${path} must be a number.`);
  if (min !== undefined && value < min) fail(path, `${path} is ${value}: at least ${min}.`);
  if (above !== undefined && value <= above) fail(path, `${path} is ${value}: more than ${above}.`);
  if (max !== undefined && value > max) fail(path, `${path} is ${value}: at most ${max}.`);
  return value;
}

function numberAt(from: Table, key: string, path: string, limits: Limits = {}): number {
  const field = within(path, key);
  if (from[key] === undefined) fail(field, `${field} is missing.`);
  return checkedNumber(from[key], field, limits);
}

function choiceAt<Choice extends string>(
  from: Table,
  key: string,
  path: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === from[key]);
  const field = within(path, key);
  return chosen ?? fail(field, `${field} must be one of ${choices.join(', ')}.`);
}

/** Numbers, of a count or of 2 to 200. */
function listOf(
  value: unknown,
  path: string,
  count: number | undefined,
  limits: Limits = {},
): readonly number[] {
  if (!Array.isArray(value)) fail(path, `${path} must be a list of numbers.`);
  if (count !== undefined && value.length !== count)
    fail(path, `${path} has ${value.length} values: ${count} are needed.`);
  if (count === undefined && (value.length < FEWEST_VALUES || value.length > MOST_VALUES))
    fail(
      path,
      `${path} has ${value.length} values: ${FEWEST_VALUES} to ${MOST_VALUES} are needed.`,
    );
  return value.map((entry, i) => checkedNumber(entry, `${path}[${i}]`, limits));
}

const pairAt = (value: unknown, path: string, limits: Limits): Pair =>
  listOf(value, path, 2, limits) as unknown as Pair;

function rising(values: readonly number[], path: string): readonly number[] {
  const at = values.findIndex((value, i) => i > 0 && !(value > values[i - 1]!));
  if (at > 0) fail(`${path}[${at}]`, `${path}[${at}] does not exceed the value before it.`);
  return values;
}

const wavelengthsAt = (from: Table, key: string, path: string): readonly number[] => {
  const values = rising(
    listOf(from[key], within(path, key), undefined, WAVELENGTH),
    within(path, key),
  );
  if (values.length > MOST_WAVELENGTHS)
    fail(
      within(path, key),
      `${within(path, key)} has ${values.length} values: at most ${MOST_WAVELENGTHS}.`,
    );
  return values;
};

const placesTable = (value: unknown, path: string, keys: readonly string[]): Table =>
  objectAt(value, path, [...PLACES, ...keys]);

function placesOf(from: Table, path: string): MeasuredPlaces {
  return {
    ...optional(from, 'over', () => choiceAt(from, 'over', path, TABLE_PLACES)),
    at: rising(listOf(from['at'], `${path}.at`, undefined, { min: 0, max: 1000 }), `${path}.at`),
  };
}

/** Values of a table, as many as it has places. */
const besideAt = (from: Table, key: string, path: string, limits: Limits): readonly number[] =>
  listOf(from[key], `${path}.${key}`, placesOf(from, path).at.length, limits);

/** Rows of values, one for each of a count. */
function rowsAt(
  value: unknown,
  path: string,
  [rows, columns]: readonly [number, number],
  limits: Limits,
): readonly (readonly number[])[] {
  if (!Array.isArray(value) || value.length !== rows)
    fail(path, `${path} must be a list of ${rows} lists.`);
  return value.map((row, i) => listOf(row, `${path}[${i}]`, columns, limits));
}

function readSources(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) fail('sources', 'sources must be a JSON object of texts.');
  for (const [key, text] of Object.entries(value))
    if (typeof text !== 'string') fail(`sources.${key}`, `sources.${key} must be a text.`);
  return value as Readonly<Record<string, string>>;
}

function readDistortion(value: unknown): DistortionTable | Calibration {
  const path = 'distortion';
  if (isObject(value) && 'model' in value) return readCalibration(value, path);
  const from = placesTable(value, path, ['percent', 'reference', 'heightIs']);
  return {
    ...placesOf(from, path),
    percent: besideAt(from, 'percent', path, { above: -100, max: 1000 }),
    ...optional(from, 'reference', () => choiceAt(from, 'reference', path, PROJECTIONS)),
    ...optional(from, 'heightIs', () =>
      choiceAt(from, 'heightIs', path, ['real', 'ideal'] as const),
    ),
  };
}

/** Largest difference of the two focal lengths of a calibration. */
const MOST_UNEQUAL = 0.02;

function readCalibration(value: Table, path: string): Calibration {
  const numbers = ['fx', 'fy', 'cx', 'cy', 'pixelMicrometres'] as const;
  refuseOthers(value, ['model', ...numbers, 'coefficients', 'imageSize'], path);
  const model = choiceAt(
    value,
    'model',
    path,
    Object.keys(CALIBRATION_MODELS) as (keyof typeof CALIBRATION_MODELS)[],
  );
  const [fx, fy] = ['fx', 'fy'].map((key) =>
    numberAt(value, key, path, { above: 0, max: 1e6 }),
  ) as [number, number];
  if (Math.abs(fx / fy - 1) > MOST_UNEQUAL)
    fail(`${path}.fy`, `${path}.fy differs from fx by more than ${100 * MOST_UNEQUAL} %.`);
  const imageSize = pairAt(value['imageSize'], `${path}.imageSize`, { min: 1, max: 1e5 });
  if (!imageSize.every(Number.isInteger))
    fail(`${path}.imageSize`, `${path}.imageSize must be columns and rows, whole numbers.`);
  const inside = { min: -1e5, max: 2e5 };
  return {
    model,
    fx,
    fy,
    cx: numberAt(value, 'cx', path, inside),
    cy: numberAt(value, 'cy', path, inside),
    coefficients: listOf(value['coefficients'], `${path}.coefficients`, CALIBRATION_MODELS[model], {
      min: -1e6,
      max: 1e6,
    }),
    imageSize,
    pixelMicrometres: numberAt(value, 'pixelMicrometres', path, { min: 0.01, max: 1000 }),
  };
}

/** Light at a place against the axis is at most this. */
const MOST_LIGHT = 1.2;

function readIllumination(value: unknown): IlluminationTable {
  const path = 'illumination';
  const from = placesTable(value, path, ['share', 'percent', 'wavelengthsNm']);
  const places = placesOf(from, path);
  const wavelengthsNm =
    from['wavelengthsNm'] === undefined ? undefined : wavelengthsAt(from, 'wavelengthsNm', path);
  if ((from['share'] === undefined) === (from['percent'] === undefined))
    fail(path, `${path} must have share or percent, one of them.`);
  const key = from['share'] === undefined ? 'percent' : 'share';
  const limits = { above: 0, max: key === 'share' ? MOST_LIGHT : 100 * MOST_LIGHT };
  const count = places.at.length;
  return {
    ...places,
    ...(wavelengthsNm && { wavelengthsNm }),
    [key]: wavelengthsNm
      ? rowsAt(from[key], `${path}.${key}`, [wavelengthsNm.length, count], limits)
      : listOf(from[key], `${path}.${key}`, count, limits),
  };
}

function readLateral(value: unknown) {
  const path = 'lateralColour';
  const from = placesTable(value, path, ['wavelengthsNm', 'micrometres', 'referenceNm']);
  const places = placesOf(from, path);
  const wavelengthsNm = wavelengthsAt(from, 'wavelengthsNm', path);
  const size = [wavelengthsNm.length, places.at.length] as const;
  return {
    ...places,
    wavelengthsNm,
    micrometres: rowsAt(from['micrometres'], `${path}.micrometres`, size, MICROMETRES),
    ...optionalNumber(from, 'referenceNm', WAVELENGTH, path),
  };
}

const COSINE = { min: 1e-4, max: 1 };

function readPupil(value: unknown): PupilTable {
  const path = 'pupil';
  const from = placesTable(value, path, ['tangential', 'sagittal', 'radii', 'ellipse']);
  const places = placesOf(from, path);
  if (from['radii'] === undefined) {
    if (from['ellipse'] !== undefined) fail(`${path}.ellipse`, `${path}.ellipse belongs to radii.`);
    return {
      ...places,
      tangential: besideAt(from, 'tangential', path, COSINE),
      sagittal: besideAt(from, 'sagittal', path, COSINE),
    };
  }
  if (from['tangential'] !== undefined || from['sagittal'] !== undefined)
    fail(path, `${path} has radii and axes: give one.`);
  const count = places.at.length;
  return {
    ...places,
    radii: rowsAt(from['radii'], `${path}.radii`, [count, OUTLINE_RADII], COSINE),
    ...optional(from, 'ellipse', (ellipse) => {
      const keys = ['centreL', 'centreM', 'tangential', 'sagittal'] as const;
      const table = objectAt(ellipse, `${path}.ellipse`, keys);
      const listAt = (key: (typeof keys)[number]): readonly number[] =>
        listOf(
          table[key],
          `${path}.ellipse.${key}`,
          count,
          key.startsWith('centre') ? { min: -1, max: 1 } : COSINE,
        );
      return {
        centreL: listAt('centreL'),
        centreM: listAt('centreM'),
        tangential: listAt('tangential'),
        sagittal: listAt('sagittal'),
      };
    }),
  };
}

function readBlur(value: unknown): { readonly zernike?: ZernikeBlur } {
  const from = objectAt(value, 'blur', BLURS);
  const kinds = Object.keys(from);
  if (kinds.length > 1) fail('blur', `blur has ${kinds.join(' and ')}: give one.`);
  const [kind] = kinds;
  if (kind === undefined) return {};
  if (kind !== 'zernike')
    fail(`blur.${kind}`, `blur.${kind} is not read yet: give blur.zernike, or leave blur out.`);
  return { zernike: readZernike(from['zernike']) };
}

function readZernike(value: unknown): ZernikeBlur {
  const path = 'blur.zernike';
  const from = objectAt(value, path, [
    ...['ordering', 'wavelengthNm', 'unit', 'rms', 'sign', 'tangential', 'fields'],
  ]);
  const ordering = choiceAt(
    from,
    'ordering',
    path,
    Object.keys(ZERNIKE_ORDERINGS) as (keyof typeof ZERNIKE_ORDERINGS)[],
  );
  const { rms, sign, fields } = from;
  if (rms !== undefined && typeof rms !== 'boolean')
    fail(`${path}.rms`, `${path}.rms must be true or false.`);
  if (sign !== undefined && sign !== 1 && sign !== -1)
    fail(`${path}.sign`, `${path}.sign must be 1 or -1.`);
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > MOST_FIELDS)
    fail(
      `${path}.fields`,
      `${path}.fields must be a list of 1 to ${MOST_FIELDS} heights with their terms.`,
    );
  const common = optionalNumber(from, 'wavelengthNm', WAVELENGTH, path);
  const read = fields.map((field: unknown, i) =>
    readField(field, `${path}.fields[${i}]`, ordering, common.wavelengthNm),
  );
  const places = read.map(({ height, wavelengthNm = common.wavelengthNm }) =>
    [height, wavelengthNm].join(' '),
  );
  const again = places.findIndex((place, i) => places.indexOf(place) < i);
  if (again >= 0)
    fail(
      `${path}.fields[${again}]`,
      `${path}.fields[${again}] has the height and the wavelength of a field before it.`,
    );
  const heights = new Set(read.map(({ height }) => height));
  if (heights.size > MOST_HEIGHTS)
    fail(`${path}.fields`, `${path}.fields has ${heights.size} heights: at most ${MOST_HEIGHTS}.`);
  return {
    ordering,
    ...common,
    ...optional(from, 'unit', () => choiceAt(from, 'unit', path, WAVEFRONT_UNITS)),
    ...(rms !== undefined && { rms }),
    ...(sign !== undefined && { sign }),
    ...optional(from, 'tangential', () => choiceAt(from, 'tangential', path, ['x', 'y'] as const)),
    fields: read,
  };
}

function readField(
  value: unknown,
  path: string,
  ordering: keyof typeof ZERNIKE_ORDERINGS,
  wavelengthNm: number | undefined,
) {
  const from = objectAt(value, path, ['height', 'wavelengthNm', 'terms']);
  const { terms } = from;
  const most = ZERNIKE_ORDERINGS[ordering];
  if (!Array.isArray(terms)) fail(`${path}.terms`, `${path}.terms must be a list of numbers.`);
  if (terms.length > most)
    fail(`${path}.terms`, `${path}.terms has ${terms.length} entries: ${ordering} has ${most}.`);
  const own = optionalNumber(from, 'wavelengthNm', WAVELENGTH, path);
  if (own.wavelengthNm === undefined && wavelengthNm === undefined)
    fail(`${path}.wavelengthNm`, `${path}.wavelengthNm is missing, and so is that of all fields.`);
  return {
    height: numberAt(from, 'height', path, { min: 0, max: 500 }),
    ...own,
    terms: listOf(terms, `${path}.terms`, terms.length, { min: -1e6, max: 1e6 }),
  };
}

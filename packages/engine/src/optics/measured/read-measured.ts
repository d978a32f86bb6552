import { fail, isObject, type Table } from '../../text/json-fields.ts';
import { measuredOptics } from './measured-optics.ts';
import {
  CALIBRATION_MODELS,
  OUTLINE_RADII,
  PROJECTIONS,
  TABLE_PLACES,
  type Calibration,
  type DistortionTable,
  type IlluminationTable,
  type MeasuredLensFile,
  type MeasuredNumber,
  type MeasuredPlaces,
  type PupilTable,
} from './measured-file.ts';
import { readBlur } from './read-blur.ts';
import {
  WAVELENGTH,
  choiceAt,
  listOf,
  numberAt,
  objectAt,
  optional,
  optionalNumber,
  pairAt,
  refuseOthers,
  rising,
  wavelengthsAt,
  type Limits,
} from './read-fields.ts';

const KEYS = [
  ...['kind', 'name', 'source', 'sources', 'focalLengthMm', 'fNumber', 'workingFNumber'],
  ...['imageCircleMm', 'focusDistanceM', 'exitPupilMm', 'entrancePupilMm', 'centre'],
  ...['distortion', 'illumination', 'chiefRay', 'transmission', 'lateralColour'],
  ...['longitudinalColour', 'pupil', 'blur'],
];
const PLACES = ['over', 'at'];
const MICROMETRES = { min: -1e4, max: 1e4 };

const MOST_NAME = 200;

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

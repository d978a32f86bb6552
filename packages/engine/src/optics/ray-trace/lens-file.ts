import { withoutMaker } from '../glass/find-glass.ts';
import type { GlassCatalogue } from '../glass/glass-catalogue.ts';
import { modelGlass } from '../glass/model-glass.ts';
import { readThermal } from '../glass/read-thermal.ts';
import { GLASSES, type DispersionTerm, type Glass } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { readConfigurations, type Configuration } from './configurations.ts';
import { fail, numberIn, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';
import type { AxisMove } from './axis-moves.ts';
import type { Move, MovedGroup, Triple } from './placement.ts';
import { PARTS_KEYS, openingOf, readMoves, readParts, type SurfaceParts } from './surface-parts.ts';
import { SHAPE_KEYS, reachOf, readShape } from './surfaces/shape.ts';
import type { ShapeRow } from './surfaces/shape-row.ts';

/**
 * One surface of a prescription. Lengths are in mm, before scaling; the keys are those of the file.
 */
export interface SurfaceRow extends ShapeRow, Move, SurfaceParts {
  /** Distance along the axis to the next surface; after the last one, to the sensor. */
  readonly thickness: number;
  /**
   * Glass between this surface and the next, by its name in the catalogue or in `glasses`; null for
   * air.
   */
  readonly glass: string | null;
  /**
   * Radius of the clear aperture: rays farther from the axis are stopped. A file may lack it where
   * `apertures` has an opening: it is then the circle round that.
   */
  readonly semiDiameter: number;
}

/** Figures that a source states beside its prescription. */
export interface StatedFigures {
  readonly focalLengthMm: number;
  readonly fNumber: number;
  /** Full field. */
  readonly fieldDegrees?: number;
}

/**
 * A lens prescription as it is published: the content of a JSON file in `optics/lenses`, or of a
 * user's own.
 */
export interface LensFile {
  readonly name: string;
  readonly source?: string;
  /** Figures of the lens from its source, for comparison; nothing is computed from them. */
  readonly stated?: StatedFigures;
  readonly surfaces: readonly SurfaceRow[];
  /** Index of the surface that carries the aperture stop, from 0. */
  readonly stopIndex: number;
  readonly halfFieldDegrees: number;
  /**
   * All lengths are scaled so that the focal length at 587.5618 nm is this; distortion refers to
   * it.
   */
  readonly focalLengthMm?: number;
  /** From the last vertex to the sensor, mm before scaling; replaces the last thickness. */
  readonly imageDistance?: number;
  /** The group that moves to focus on near objects; absent: the whole lens moves. */
  readonly focusing?: FocusingGroup;
  /** Groups that are turned and shifted as rigid bodies, in their order; see `placedSurfaces`. */
  readonly groups?: readonly MovedGroup[];
  /** How the plane of the sensor is turned and shifted, and how the axis moves before it. */
  readonly image?: ImagePlane;
  /** The lens's own glasses, by name; they take precedence over the catalogue. */
  readonly glasses?: Readonly<Record<string, Glass>>;
  /** Its other positions; the file itself is the first one. */
  readonly configurations?: readonly Configuration[];
}

/** The plane of the sensor of a lens file. */
export interface ImagePlane extends Move {
  readonly before?: readonly AxisMove[];
}

/** Surfaces that move together, from 0. */
export interface FocusingGroup {
  readonly first: number;
  readonly last: number;
}

const MOST_SURFACES = 200;
/** Degrees from the axis to the rim of the widest field. */
const WIDEST_FIELD = 120;
const FILE_KEYS = [
  'name',
  'source',
  'stated',
  'surfaces',
  'stopIndex',
  'halfFieldDegrees',
  'focalLengthMm',
  'imageDistance',
  'focusing',
  'groups',
  'image',
  'glasses',
  'configurations',
];
/** Terms of a Sellmeier formula. */
const MOST_POLES = 5;
/** No glass refracts as much. */
const MOST_INDEX = 4;
const SURFACE_KEYS = [
  ...['radius', 'thickness', 'glass', 'semiDiameter'],
  ...SHAPE_KEYS.filter((key) => key !== 'radius'),
  ...['tilt', 'decentre', ...PARTS_KEYS],
];

/**
 * Checks the content of a lens file.
 *
 * @param content parsed JSON.
 * @param catalogue in which glasses are looked up that neither the file nor our own catalogue has;
 * the file then has them itself.
 * @throws SimulationError 'bad-parameter', naming the surface and the field that is wrong.
 */
export function readLensFile(content: unknown, catalogue?: GlassCatalogue): LensFile {
  const file = tableOf(content, '', 'A lens file');
  refuseUnknown(file, FILE_KEYS, '', 'The lens file');
  const name = file['name'];
  if (typeof name !== 'string' || name.trim() === '') fail('name', 'The lens needs a name.');
  const own = file['glasses'] === undefined ? undefined : readGlasses(file['glasses']);
  const rows = file['surfaces'];
  if (!Array.isArray(rows) || rows.length === 0)
    fail('surfaces', 'The lens needs a list of surfaces.');
  const entries = rows as unknown[];
  if (entries.length > MOST_SURFACES)
    fail(
      'surfaces',
      `The lens has ${entries.length} surfaces; at most ${MOST_SURFACES} are traced.`,
    );
  const glasses = catalogue ? withCatalogue(entries, own, catalogue) : own;
  const surfaces = entries.map((row, index) => readSurface(row, index, glasses));
  if (mediumBehind(surfaces) !== null)
    fail(
      `surfaces[${surfaces.length - 1}].glass`,
      `Surface ${surfaces.length}: glass must be null, because the sensor stands in air behind the last surface.`,
    );
  const stopIndex = numberIn(file, 'stopIndex', '', 'The lens');
  if (!Number.isInteger(stopIndex) || stopIndex < 0 || stopIndex >= surfaces.length)
    fail(
      'stopIndex',
      `stopIndex must be a whole number from 0 to ${surfaces.length - 1}, the index of the surface with the stop, not ${stopIndex}.`,
    );
  const halfFieldDegrees = numberIn(file, 'halfFieldDegrees', '', 'The lens');
  if (!(halfFieldDegrees > 0 && halfFieldDegrees <= WIDEST_FIELD))
    fail(
      'halfFieldDegrees',
      `halfFieldDegrees must be more than 0 and at most ${WIDEST_FIELD}, not ${halfFieldDegrees}.`,
    );
  const optional = (key: 'focalLengthMm' | 'imageDistance'): number | undefined => {
    if (file[key] === undefined) return undefined;
    const value = numberIn(file, key, '', 'The lens');
    if (!(value > 0)) fail(key, `${key} must be more than 0 mm, not ${value}.`);
    return value;
  };
  const focalLengthMm = optional('focalLengthMm');
  const imageDistance = optional('imageDistance');
  refuseFocusing(file['focusing'], surfaces);
  return {
    name: name,
    surfaces,
    stopIndex,
    halfFieldDegrees,
    ...(typeof file['source'] === 'string' && { source: file['source'] }),
    ...(file['stated'] !== undefined && { stated: readStated(file['stated']) }),
    ...(focalLengthMm !== undefined && { focalLengthMm }),
    ...(imageDistance !== undefined && { imageDistance }),
    ...(file['focusing'] !== undefined && {
      focusing: readFocusing(file['focusing'], surfaces.length),
    }),
    ...(file['groups'] !== undefined && { groups: readGroups(file['groups'], surfaces.length) }),
    ...(file['image'] !== undefined && { image: readImage(file['image']) }),
    ...(glasses && { glasses }),
    ...(file['configurations'] !== undefined && {
      configurations: readConfigurations(file, (content, path) => {
        inConfiguration(path, () => readLensFile(content, catalogue));
      }),
    }),
  };
}

/** @throws SimulationError that names the configuration. */
function inConfiguration(path: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(error.code, `${path}: ${error.message}`, `${path}.set`);
  }
}

/** The glass behind the last surface: a mirror has what is before it. */
const mediumBehind = (surfaces: readonly SurfaceRow[]): string | null =>
  surfaces.findLast(({ mirror }) => !mirror)?.glass ?? null;

/** Tilts beyond this leave no surface that faces the light, degrees. */
const MOST_TILT = 90;

/** Tilt and decentre of a surface, a group or the image plane; nothing where there are none. */
function readMove(from: Table, path: string, what: string): Move {
  const triple = (key: 'tilt' | 'decentre'): Triple | undefined => {
    const values = from[key];
    if (values === undefined) return undefined;
    if (!Array.isArray(values) || values.length !== 3 || !values.every(Number.isFinite))
      fail(
        `${path}.${key}`,
        `${what}: ${key} must be three numbers, ${key === 'tilt' ? 'degrees about x, y and z' : 'mm along x, y and z'}.`,
      );
    return values as unknown as Triple;
  };
  const [tilt, decentre] = [triple('tilt'), triple('decentre')];
  if (tilt && tilt.slice(0, 2).some((angle) => Math.abs(angle) >= MOST_TILT))
    fail(`${path}.tilt`, `${what}: a tilt about x or y must be less than ${MOST_TILT} degrees.`);
  return { ...(tilt && { tilt }), ...(decentre && { decentre }) };
}

/**
 * Checks groups of surfaces that move together.
 *
 * @param content parsed JSON.
 * @param surfaces count of surfaces of the lens.
 * @throws SimulationError 'bad-parameter', naming the group and the field that is wrong.
 */
export function readGroups(content: unknown, surfaces: number): readonly MovedGroup[] {
  if (!Array.isArray(content)) fail('groups', 'groups must be a list.');
  return (content as unknown[]).map((entry, index) => {
    const path = `groups[${index}]`;
    const what = `Group ${index + 1}`;
    const group = tableOf(entry, path, what);
    refuseUnknown(group, ['surfaces', 'tilt', 'decentre', 'pivot'], path, what);
    const range: unknown = group['surfaces'];
    const isWhole = (value: unknown): boolean =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) < surfaces;
    if (!Array.isArray(range) || range.length !== 2 || !range.every(isWhole) || range[0] > range[1])
      fail(
        `${path}.surfaces`,
        `${what}: surfaces must be the first and the last surface of the group, whole numbers from 0 to ${surfaces - 1}.`,
      );
    return {
      surfaces: range as [number, number],
      ...readMove(group, path, what),
      ...(group['pivot'] !== undefined && { pivot: numberIn(group, 'pivot', path, what) }),
    };
  });
}

function readImage(content: unknown): ImagePlane {
  const image = tableOf(content, 'image', 'image');
  refuseUnknown(image, ['tilt', 'decentre', 'before'], 'image', 'image');
  const before = image['before'] === undefined ? [] : readMoves(image['before'], 'image.before');
  return { ...readMove(image, 'image', 'image'), ...(before.length > 0 && { before }) };
}

function readFocusing(content: unknown, surfaces: number): FocusingGroup {
  const group = tableOf(content, 'focusing', 'focusing');
  refuseUnknown(group, ['first', 'last'], 'focusing', 'focusing');
  const first = numberIn(group, 'first', 'focusing', 'focusing');
  const last = numberIn(group, 'last', 'focusing', 'focusing');
  for (const [key, value, least] of [
    ['first', first, 0],
    ['last', last, first],
  ] as const)
    if (!Number.isInteger(value) || value < least || value >= surfaces)
      fail(
        `focusing.${key}`,
        `focusing: ${key} must be a whole number from ${least} to ${surfaces - 1}, the index of a surface, not ${value}.`,
      );
  return { first, last };
}

/** A group that moves to focus moves along an axis that nothing turns. */
function refuseFocusing(content: unknown, surfaces: readonly SurfaceRow[]): void {
  if (content === undefined) return;
  const { first, last } = readFocusing(content, surfaces.length);
  const at = surfaces.findIndex(
    ({ mirror, before, after, returnTo }, i) =>
      i >= first - 1 && i <= last + 1 && (mirror ?? before ?? after ?? returnTo) !== undefined,
  );
  if (at >= 0)
    fail(
      'focusing',
      `focusing: the group holds or borders surface ${at + 1}, which turns the axis; it cannot move along it.`,
    );
}

function readSurface(row: unknown, index: number, own: LensFile['glasses']): SurfaceRow {
  const path = `surfaces[${index}]`;
  const what = `Surface ${index + 1}`;
  const surface = tableOf(row, path, what);
  refuseUnknown(surface, SURFACE_KEYS, path, what);
  const shape = readShape(surface, path, what);
  const thickness = numberIn(surface, 'thickness', path, what);
  const parts = readParts(surface, index, what);
  const glass = parts.mirror ? null : surface['glass'];
  if (glass !== null && typeof glass !== 'string')
    fail(
      `${path}.glass`,
      `${what}: glass ${glass === undefined ? 'is missing' : 'must be a name'}; air is null.`,
    );
  if (
    typeof glass === 'string' &&
    !Object.hasOwn(own ?? {}, glass) &&
    !Object.hasOwn(GLASSES, glass)
  ) {
    fail(
      `${path}.glass`,
      `${what}: there is no glass "${glass.slice(0, 40)}" in the catalogue (${Object.keys(GLASSES).join(', ')}); give its coefficients under "glasses".`,
    );
  }
  const semiDiameter = readRim(surface, path, what, { shape, parts });
  const { radius, ...others } = shape;
  return {
    radius,
    thickness,
    glass,
    semiDiameter,
    ...others,
    ...readMove(surface, path, what),
    ...parts,
  };
}

/** The semi-diameter of a surface, or the circle round its openings. */
function readRim(
  surface: Table,
  path: string,
  what: string,
  { shape, parts }: { readonly shape: ShapeRow; readonly parts: SurfaceParts },
): number {
  const opening = openingOf(parts);
  if (surface['semiDiameter'] === undefined && Number.isFinite(opening))
    return Math.min(opening, reachOf(shape, 1));
  const semiDiameter = numberIn(surface, 'semiDiameter', path, what);
  if (!(semiDiameter > 0))
    fail(
      `${path}.semiDiameter`,
      `${what}: semiDiameter must be more than 0 mm, not ${semiDiameter}.`,
    );
  if (semiDiameter > reachOf(shape, 1))
    fail(
      `${path}.semiDiameter`,
      `${what}: semiDiameter ${semiDiameter} mm is larger than the surface itself (radius ${shape.radius} mm).`,
    );
  return semiDiameter;
}

/**
 * The glasses of a file, and those that only the catalogue has.
 * @throws SimulationError for a name that several makers have.
 */
function withCatalogue(
  rows: readonly unknown[],
  own: LensFile['glasses'],
  catalogue: GlassCatalogue,
): LensFile['glasses'] {
  const glasses: Record<string, Glass> = { ...own };
  for (const [index, row] of rows.entries()) {
    const { glass: name } = (row ?? {}) as { readonly glass?: unknown };
    if (typeof name !== 'string' || Object.hasOwn(glasses, name)) continue;
    const [bare, maker] = withoutMaker(name);
    const outcome = catalogue.find(bare, maker === undefined ? [] : [maker]);
    if ('found' in outcome) glasses[name] = outcome.found.glass;
    else if (!Object.hasOwn(GLASSES, name))
      fail(`surfaces[${index}].glass`, `Surface ${index + 1}: ${outcome.problem}.`);
  }
  return Object.keys(glasses).length > 0 ? glasses : own;
}

function readGlasses(content: unknown): Readonly<Record<string, Glass>> {
  return Object.fromEntries(
    Object.entries(tableOf(content, 'glasses', 'glasses')).map(([name, entry]) => {
      const glass = tableOf(entry, `glasses.${name}`, `Glass ${name}`);
      const thermal =
        glass['thermal'] === undefined
          ? {}
          : { thermal: readThermal(glass['thermal'], `glasses.${name}.thermal`) };
      if (glass['um'] !== undefined) return [name, { ...readMeasured(glass, name), ...thermal }];
      if (glass['terms'] !== undefined) return [name, { ...readSeries(glass, name), ...thermal }];
      if (glass['nd'] !== undefined) return [name, { ...readModel(glass, name), ...thermal }];
      const coefficients = (key: 'B' | 'C'): number[] => {
        const values = glass[key];
        if (
          !Array.isArray(values) ||
          values.length === 0 ||
          values.length > MOST_POLES ||
          values.length !== (glass['B'] as unknown[]).length ||
          !values.every((value) => typeof value === 'number' && Number.isFinite(value))
        )
          fail(
            `glasses.${name}.${key}`,
            `Glass ${name}: ${key} must be one to ${MOST_POLES} numbers, as many as B has, the Sellmeier coefficients for wavelengths in µm.`,
          );
        return values as number[];
      };
      return [
        name,
        { B: coefficients('B'), C: coefficients('C'), ...readRange(glass, name), ...thermal },
      ];
    }),
  );
}

function readStated(content: unknown): StatedFigures {
  const stated = tableOf(content, 'stated', 'stated');
  refuseUnknown(stated, ['focalLengthMm', 'fNumber', 'fieldDegrees'], 'stated', 'stated');
  const figure = (key: keyof StatedFigures): number => numberIn(stated, key, 'stated', 'stated');
  return {
    focalLengthMm: figure('focalLengthMm'),
    fNumber: figure('fNumber'),
    ...(stated['fieldDegrees'] !== undefined && { fieldDegrees: figure('fieldDegrees') }),
  };
}

/** A glass of which the index at d and the Abbe number are known, see `modelGlass`. */
function readModel(glass: Table, name: string): Glass {
  const path = `glasses.${name}`;
  refuseUnknown(glass, ['nd', 'abbe', 'thermal'], path, `Glass ${name}`);
  const index = numberIn(glass, 'nd', path, `Glass ${name}`);
  const abbe = numberIn(glass, 'abbe', path, `Glass ${name}`);
  if (!(index > 1 && index < MOST_INDEX))
    fail(`${path}.nd`, `Glass ${name}: nd must be more than 1 and less than ${MOST_INDEX}.`);
  if (!(abbe > 0)) fail(`${path}.abbe`, `Glass ${name}: abbe must be more than 0.`);
  return modelGlass(index, abbe);
}

/** A glass with a formula other than Sellmeier's, see `SeriesGlass`. */
function readSeries(glass: Table, name: string): Glass {
  const path = `glasses.${name}`;
  const power = numberIn(glass, 'power', path, `Glass ${name}`);
  if (power !== 1 && power !== 2)
    return fail(`${path}.power`, `Glass ${name}: power must be 1 or 2, not ${power}.`);
  const terms = glass['terms'];
  if (
    !Array.isArray(terms) ||
    !terms.every((term) => Array.isArray(term) && term.length === 4 && term.every(Number.isFinite))
  )
    fail(`${path}.terms`, `Glass ${name}: terms must be a list of four numbers each.`);
  return {
    power,
    constant: numberIn(glass, 'constant', path, `Glass ${name}`),
    terms: terms as readonly DispersionTerm[],
    ...readRange(glass, name),
  };
}

/** Most wavelengths of a table. */
const MOST_MEASURED = 200;

/** A glass of which the indices at some wavelengths are known, see `MeasuredGlass`. */
function readMeasured(glass: Table, name: string): Glass {
  const path = `glasses.${name}`;
  const list = (key: 'um' | 'n'): readonly number[] => {
    const values = glass[key];
    if (
      !Array.isArray(values) ||
      values.length < 2 ||
      values.length > MOST_MEASURED ||
      !values.every((value) => typeof value === 'number' && value > 0 && Number.isFinite(value))
    )
      fail(
        `${path}.${key}`,
        `Glass ${name}: ${key} must be a list of 2 to ${MOST_MEASURED} numbers more than 0.`,
      );
    return values as number[];
  };
  const [um, n] = [list('um'), list('n')];
  if (um.length !== n.length || um.some((value, i) => i > 0 && value <= um[i - 1]!))
    fail(`${path}.um`, `Glass ${name}: um must rise and have as many numbers as n.`);
  const degree = glass['degree'] ?? 1;
  if (degree !== 1 && degree !== 2)
    return fail(`${path}.degree`, `Glass ${name}: degree must be 1 or 2.`);
  return { um, n, degree, ...readRange(glass, name) };
}

/** From where to where a glass was measured; nothing where the file does not say it. */
function readRange(glass: Table, name: string): Pick<Glass, 'rangeUm'> {
  const range = glass['rangeUm'];
  if (range === undefined) return {};
  if (
    !Array.isArray(range) ||
    range.length !== 2 ||
    !range.every((value) => typeof value === 'number' && value > 0) ||
    range[0] >= range[1]
  )
    return fail(
      `glasses.${name}.rangeUm`,
      `Glass ${name}: rangeUm must be the first and the last wavelength, µm.`,
    );
  return { rangeUm: range as [number, number] };
}

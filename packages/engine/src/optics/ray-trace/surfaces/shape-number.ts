import { fail, numberIn, type Table } from '../../../text/json-fields.ts';
import { NORM_RADIUS, bendOf, type OwnValue, type ShapePart } from './shape-row.ts';

/** One number of a kind of surface, or a list of them. */
export interface ShapeNumber {
  /** Its key in a lens file; the key of a radius begins with `radius`. */
  readonly key: string;
  /** Most numbers of a list; absent for one number. */
  readonly most?: number;
  /** What a lens file has of it, where that is no number and no list of them. */
  readonly read?: (from: Table, where: readonly [path: string, what: string]) => OwnValue;
  /** Where it is fixed and no variable: its value in the file of a kind without numbers. */
  readonly blank?: OwnValue;
  /** The coefficients of a list in words, for refusals: the first ones, and the whole range. */
  readonly words?: readonly [first: string, all: string];
  /** What it is multiplied by where a lens grows; for a radius, what its curvature is. */
  readonly factor: (scale: number, term: number) => number;
  readonly unit: string;
  /** Heading of its column. */
  readonly label: (term: number) => string;
  /** Bounds of a search about a value; for a radius, those of its curvature. */
  readonly bounds: (
    value: number,
    semiDiameterMm: number,
    term: number,
  ) => readonly [from: number, to: number];
}

/** No half spheres. */
const STEEPEST = 0.9;
const CONIC_SPAN = 5;
/** Share of the semi-diameter by which a coefficient may move the rim of a surface. */
const RIM_SHARE = 0.05;

/** A radius of curvature, mm. */
export const radiusNumber = (key: string, label: string): ShapeNumber => ({
  key,
  factor: (scale) => 1 / scale,
  unit: 'mm',
  label: () => label,
  bounds: (value, semiDiameterMm) => {
    const most = Math.max(STEEPEST / semiDiameterMm, Math.abs(value));
    return [-most, most];
  },
});

/** A conic constant. */
export const conicNumber = (key: string, label: string): ShapeNumber => ({
  key,
  factor: () => 1,
  unit: '',
  label: () => label,
  bounds: (value) => [value - CONIC_SPAN, value + CONIC_SPAN],
});

/** Coefficients of powers of a length in mm: the sag is in mm too. */
export const powerNumbers = (
  key: string,
  most: number,
  power: (term: number) => number,
  words: readonly [first: string, all: string],
): ShapeNumber => ({
  key,
  most,
  words,
  factor: (scale, term) => scale ** (1 - power(term)),
  unit: '',
  label: (term) => `r^${power(term)}`,
  bounds: (value, semiDiameterMm, term) => {
    const span = (RIM_SHARE * semiDiameterMm) / semiDiameterMm ** power(term);
    return [value - span, value + span];
  },
});

/** Coefficients in mm of terms of a length over a radius that grows with the lens. */
export const lengthNumbers = (
  key: string,
  most: number,
  words: readonly [first: string, all: string],
): ShapeNumber => ({
  key,
  most,
  words,
  factor: (scale) => scale,
  unit: 'mm',
  label: (term) => `a${term}`,
  // Higher terms have more waves across the surface.
  bounds: (value, semiDiameterMm, term) => {
    const span = (RIM_SHARE * semiDiameterMm) / (term + 1) ** 2;
    return [value - span, value + span];
  },
});

/** The radius at which a surface's coefficients are counted; `blank` where it may be absent. */
export const normRadiusNumber = (blank?: number): ShapeNumber => ({
  key: NORM_RADIUS,
  blank: blank ?? 1,
  factor: (scale) => scale,
  unit: 'mm',
  label: () => 'Norm radius',
  bounds: (value) => [value, value],
  read: (from, [path, what]) => {
    if (from[NORM_RADIUS] === undefined && blank !== undefined) return blank;
    const radius = numberIn(from, NORM_RADIUS, path, what);
    if (!(radius > 0))
      fail(
        `${path}.${NORM_RADIUS}`,
        `${what}: ${NORM_RADIUS} must be more than 0 mm, not ${radius}.`,
      );
    return radius;
  },
});

/** Numbers of a surface that something may vary. */
export const isVariable = ({ blank }: ShapeNumber): boolean => blank === undefined;

/** The numbers that a surface has in a lens file beside `shape`. */
export const RADIUS = radiusNumber('radius', 'Radius');
export const CONIC = conicNumber('conic', 'Conic');
export const ASPHERIC = powerNumbers('aspheric', 20, (term) => 2 * term + 2, [
  'r², r⁴',
  'r² to r⁴⁰',
]);
const BASE: readonly ShapeNumber[] = [RADIUS, CONIC, ASPHERIC];

export const isOwnNumber = (number: ShapeNumber): boolean => !BASE.includes(number);

/** How paths name it. */
export const propertyOf = (number: ShapeNumber): ShapePart['property'] =>
  (isOwnNumber(number) ? `shape.${number.key}` : number.key) as ShapePart['property'];

/** A list of coefficients; undefined where there are none. */
export function readCoefficients(
  from: Table,
  key: string,
  first: string,
  [path, what]: readonly [string, string],
): readonly number[] | undefined {
  const values = from[key] ?? [];
  if (
    !Array.isArray(values) ||
    !values.every((value) => typeof value === 'number' && Number.isFinite(value))
  )
    fail(
      `${path}.${key}`,
      `${what}: ${key} must be a list of numbers, the coefficients of ${first}, ….`,
    );
  return (values as number[]).length > 0 ? (values as number[]) : undefined;
}

/** What a lens file has of a number; undefined where it may be absent and is. */
export function readNumber(
  { key, most, words, read }: ShapeNumber,
  from: Table,
  [path, what]: readonly [string, string],
): OwnValue | undefined {
  if (read) return read(from, [path, what]);
  if (most !== undefined) {
    const [first, all] = words!;
    const list = readCoefficients(from, key, first, [path, what]);
    if (list && list.length > most)
      fail(
        `${path}.${key}`,
        `${what}: ${key} has ${list.length} coefficients; at most ${most} are traced, those of ${all}.`,
      );
    return list;
  }
  if (bendOf(key) === undefined)
    return from[key] === undefined ? undefined : numberIn(from, key, path, what);
  if (from[key] === undefined)
    fail(`${path}.${key}`, `${what}: ${key} is missing; a plane has ${key} null.`);
  const radius = from[key] === null ? null : numberIn(from, key, path, what);
  if (radius === 0)
    fail(`${path}.${key}`, `${what}: ${key} must not be 0; a plane has ${key} null.`);
  return radius;
}

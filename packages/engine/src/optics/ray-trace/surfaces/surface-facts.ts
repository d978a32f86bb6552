import { fail, tableOf, type Table } from '../../../text/json-fields.ts';
import {
  ASPHERIC,
  CONIC,
  RADIUS,
  isOwnNumber,
  isVariable,
  propertyOf,
  readCoefficients,
  readNumber,
  type ShapeNumber,
} from './shape-number.ts';
import {
  asphericOf,
  bendOf,
  termsIn,
  type OwnRow,
  type ShapePart,
  type ShapeRow,
} from './shape-row.ts';
import type { SurfaceColumn, SurfaceKind } from './surface-kind.ts';

/** What a kind says of its numbers. */
export interface NumbersOfKind {
  readonly name: string;
  readonly numbers: readonly ShapeNumber[];
}

type Facts = Pick<SurfaceKind, 'own' | 'read' | 'scaled' | 'factor' | 'columns'>;

/** What follows from the numbers that a kind has. */
export const factsOf = ({ name, numbers }: NumbersOfKind): Facts => ({
  ...(numbers.some(isOwnNumber) && { own: blankOf(name, numbers) }),
  read: (surface, path, what) => ({
    radius: readNumber(RADIUS, surface, [path, what]) as number | null,
    ...readConic(numbers, surface, [path, what]),
    ...readAspheric(name, numbers, surface, [path, what]),
    ...readOwn(name, numbers.filter(isOwnNumber), surface, [path, what]),
  }),
  scaled: (row, scale, length = (value) => value * scale) => {
    const { asphere: _, ...others } = row;
    const aspheric = asphericOf(row).map((value, term) => value * ASPHERIC.factor(scale, term));
    return {
      ...others,
      radius: row.radius === null ? null : length(row.radius),
      ...(aspheric.length > 0 && { aspheric }),
      ...(row.shape && { shape: scaledOwn(row.shape, numbers, scale, length) }),
    } as unknown as typeof row;
  },
  factor: ({ property, component = 0 }, scale) => {
    const number = [RADIUS, CONIC, ASPHERIC, ...numbers].find(
      (one) => (bendOf(propertyOf(one)) ?? propertyOf(one)) === property,
    );
    return number?.factor(scale, component) ?? 1;
  },
  columns: numbers.filter(isVariable).flatMap(columnsOf),
});

const blankOf = (name: string, numbers: readonly ShapeNumber[]): OwnRow => {
  const own = numbers
    .filter(isOwnNumber)
    .map(({ key, most, blank }) => [
      key,
      blank ?? (most !== undefined ? [] : bendOf(key) === undefined ? 0 : null),
    ]);
  return { kind: name, ...Object.fromEntries(own) } as OwnRow;
};

type Where = readonly [path: string, what: string];

function readConic(
  numbers: readonly ShapeNumber[],
  surface: Table,
  where: Where,
): Pick<ShapeRow, 'conic'> {
  const conic = numbers.includes(CONIC) ? readNumber(CONIC, surface, where) : undefined;
  return conic === undefined || conic === 0 ? {} : { conic: conic as number };
}

function readAspheric(
  name: string,
  numbers: readonly ShapeNumber[],
  surface: Table,
  [path, what]: Where,
): Pick<ShapeRow, 'aspheric' | 'asphere'> {
  const isIn = numbers.includes(ASPHERIC);
  const refused = ['aspheric', 'asphere'].find((key) => !isIn && surface[key] !== undefined);
  if (refused) fail(`${path}.${refused}`, `${what}: a ${name} has no ${refused}.`);
  if (!isIn) return {};
  const asphere = readCoefficients(surface, 'asphere', 'r⁴, r⁶', [path, what]);
  const aspheric = readNumber(ASPHERIC, surface, [path, what]) as readonly number[] | undefined;
  if (aspheric && asphere)
    fail(
      `${path}.asphere`,
      `${what} has aspheric (from r²) and asphere (from r⁴): give one of them.`,
    );
  return { ...(aspheric && { aspheric }), ...(asphere && { asphere }) };
}

function readOwn(
  name: string,
  numbers: readonly ShapeNumber[],
  surface: Table,
  [path, what]: Where,
): Pick<ShapeRow, 'shape'> {
  if (numbers.length === 0) return {};
  const where: Where = [`${path}.shape`, what];
  const shape = tableOf(surface['shape'], where[0], `${what}: shape`);
  const known = ['kind', ...numbers.map(({ key }) => key)];
  const unknown = Object.keys(shape).find((key) => !known.includes(key));
  if (unknown !== undefined)
    fail(`${where[0]}.${unknown}`, `${what}: a ${name} has ${known.join(', ')}, not ${unknown}.`);
  const own = numbers.map((number) => {
    const value = readNumber(number, shape, where);
    // A radius that is null is a plane.
    return [number.key, value === undefined ? (number.most === undefined ? 0 : []) : value];
  });
  return { shape: { kind: name, ...Object.fromEntries(own) } as OwnRow };
}

function scaledOwn(
  shape: OwnRow,
  numbers: readonly ShapeNumber[],
  scale: number,
  length: (value: number) => number,
): OwnRow {
  const own = numbers.filter(isOwnNumber).map(({ key, factor }) => {
    const own = shape[key] ?? null;
    const terms = termsIn(own);
    if (terms) return [key, terms.map(([i, j, one], at) => [i, j, one * factor(scale, at)])];
    if (own === null || typeof own === 'string') return [key, own];
    const value = own as number | readonly number[];
    if (typeof value !== 'number') return [key, value.map((one, i) => one * factor(scale, i))];
    return [key, bendOf(key) === undefined ? value * factor(scale, 0) : length(value)];
  });
  return { ...shape, ...Object.fromEntries(own) } as OwnRow;
}

/** Of a column: 'radius', 'r4', 'shape.coefficients[2]'. */
function nameOf(number: ShapeNumber, term: number): string {
  if (number.most === undefined) return propertyOf(number);
  return isOwnNumber(number)
    ? `${propertyOf(number)}[${term}]`
    : number.label(term).replace('^', '');
}

/** Columns of the table: one of a number, one of each place of a list. */
function columnsOf(number: ShapeNumber): readonly SurfaceColumn[] {
  const { most, label, bounds, unit } = number;
  const property = propertyOf(number);
  return Array.from({ length: most ?? 1 }, (_, term): SurfaceColumn => {
    const place = most === undefined ? {} : { component: term };
    const bend = bendOf(property) as ShapePart['property'] | undefined;
    return {
      name: nameOf(number, term),
      label: label(term),
      isTerm: most !== undefined,
      part: { property, ...place },
      varied: { property: bend ?? property, ...place },
      unit,
      bounds: (value, semiDiameterMm) => bounds(value, semiDiameterMm, term),
    };
  });
}

import { fail, isObject, type Table } from '../../../text/json-fields.ts';
import { conic } from './conic.ts';
import { evenAsphere } from './even-asphere.ts';
import * as kinds from './list.ts';
import { plane } from './plane.ts';
import type { NumbersOf, ShapeNumbers } from './shape-numbers.ts';
import type { OwnRow, ShapePart, ShapeProperty, ShapeRow } from './shape-row.ts';
import { sphere } from './sphere.ts';
import type { SurfaceColumn, SurfaceKind } from './surface-kind.ts';

/** The shape of a surface, to be traced: its kind, and the numbers that the kind reads. */
export interface Shape {
  readonly kind: SurfaceKind;
  readonly numbers: ShapeNumbers;
}

/** Kinds of surfaces. Those with numbers of their own are named by `shape` in a lens file. */
export const SURFACE_KINDS: readonly SurfaceKind[] = Object.values(kinds);

/** Kinds that a lens file names, by their names. */
const NAMED: ReadonlyMap<string, SurfaceKind> = new Map(
  SURFACE_KINDS.flatMap((kind) => (kind.own ? [[kind.name, kind]] : [])),
);

/** The order in which sentences and lists name them; a new kind comes last. */
const NAMES_IN_ORDER = ['odd', 'qcon', 'qbfs', 'biconic', 'toroid', 'xy', 'zernike'];
const placeOf = (name: string): number => NAMES_IN_ORDER.indexOf(name) + 1 || Infinity;

/** Kinds that a lens file names, with their numbers where these are 0. */
export const SHAPE_KINDS: readonly { readonly name: string; readonly own: OwnRow }[] = [
  ...NAMED.values(),
]
  .map(({ name, own }) => ({ name, own: own! }))
  .toSorted((a, b) => placeOf(a.name) - placeOf(b.name));

/** The kind of these numbers: the one that a lens file names, or the simplest that has them. */
export function kindOf(numbers: ShapeNumbers): SurfaceKind {
  const { curvature, conic: constant, aspheric, own } = numbers;
  if (own) return NAMED.get(own.kind)!;
  if (aspheric.length > 0) return evenAsphere;
  if (curvature === 0) return plane;
  return constant === 0 ? sphere : conic;
}

/** A shape to be traced; a sphere whose coefficients are all 0 is a sphere. */
export function shapeOf({ curvature, conic: constant, aspheric, own }: ShapeNumbers): Shape {
  const isPlain = !own && constant === 0 && aspheric.every((coefficient) => coefficient === 0);
  const numbers = {
    curvature,
    conic: constant,
    aspheric: isPlain ? [] : aspheric,
    ...(own && { own }),
  };
  return { kind: kindOf(numbers), numbers };
}

/** Distance of a point of a surface behind the plane of its vertex, mm. */
export const sagOf = ({ kind, numbers }: Shape, x: number, y: number): number =>
  kind.sag(numbers, x, y);

/** The kind of a surface of a lens file, by what it names or has. */
export function kindOfRow({
  conic: constant = 0,
  aspheric,
  asphere,
  shape,
}: ShapeRow): SurfaceKind {
  if (shape) return NAMED.get(shape.kind)!;
  if (aspheric ?? asphere) return evenAsphere;
  return constant === 0 ? sphere : conic;
}

/** Keys of a surface in a lens file that are about its shape. */
export const SHAPE_KEYS: readonly string[] = [
  ...['radius', 'conic', 'aspheric', 'asphere'],
  ...(NAMED.size > 0 ? ['shape'] : []),
];

/**
 * Reads the shape of a surface of a lens file.
 *
 * @throws SimulationError naming the field that is wrong.
 */
export function readShape(surface: Table, path: string, what: string): ShapeRow {
  const { shape } = surface;
  if (shape === undefined) return evenAsphere.read(surface, path, what);
  const name = isObject(shape) ? shape['kind'] : undefined;
  const kind = typeof name === 'string' ? NAMED.get(name) : undefined;
  if (!kind)
    fail(
      `${path}.shape.kind`,
      `${path}.shape.kind must be ${SHAPE_KINDS.map((one) => one.name)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}, not ${JSON.stringify(name ?? null).slice(0, 40)}.`,
    );
  return kind.read(surface, path, what);
}

/** The same row of a larger lens. */
export const scaledShape: SurfaceKind['scaled'] = (row, scale, length) =>
  kindOfRow(row).scaled(row, scale, length);

/** Largest semi-diameter of a surface, as a share of where it ends, mm. */
export const reachOf = (row: ShapeRow, share: number): number => kindOfRow(row).reach(row, share);

/** Columns of the table of surfaces that are about shapes. */
export const SHAPE_COLUMNS: readonly SurfaceColumn[] = SURFACE_KINDS.flatMap(
  ({ columns }) => columns,
).flatMap((column, at, all) => {
  const alike = all.filter(({ name }) => name === column.name);
  if (all.indexOf(alike[0]!) !== at) return [];
  // Lists of several kinds have one column for each place.
  const isOne = alike.every(({ label }) => label === column.label);
  return [isOne ? column : { ...column, label: `a${column.part.component}` }];
});

/** The column that shows a number or its inverse. */
export const columnOf = ({ property, component }: ShapePart): SurfaceColumn | undefined =>
  SHAPE_COLUMNS.find(({ part, varied }) =>
    [part, varied].some((one) => one.property === property && one.component === component),
  );

/** A number of a shape for people: 'aspheric r4', and its unit, which is '' for none. */
export function wordsOfShape({
  property,
  component,
}: {
  readonly property: string;
  readonly component?: number;
}): { readonly name: string; readonly unit: string } | undefined {
  const part = shapePartOf(property, component);
  const column = part && columnOf(part);
  if (!column) return undefined;
  const unit = column.part.property === property ? column.unit : `1/${column.unit}`;
  return {
    name: component === undefined ? property : `${property} ${column.label.replace('^', '')}`,
    unit,
  };
}

/** A number of a shape that a path names; undefined for any other text. */
export function shapePartOf(property: string, component?: number): ShapePart | undefined {
  const part = {
    property: property as ShapeProperty,
    ...(component !== undefined && { component }),
  };
  return columnOf(part) && part;
}

/** Whether the surface of a lens file is more than a plane or a sphere. */
export const isAspheric = (row: ShapeRow): boolean => !kindOfRow(row).isSphere;

/** What a number is multiplied by where the lens is larger; for a radius, its curvature. */
export const factorOf = (numbers: NumbersOf<unknown>, part: ShapePart, scale: number): number =>
  (NAMED.get(numbers.own?.kind ?? '') ?? evenAsphere).factor(part, scale);

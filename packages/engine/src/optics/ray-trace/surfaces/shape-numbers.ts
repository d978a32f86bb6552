import {
  asphericOf,
  bendOf,
  curvatureOf,
  radiusNameOf,
  radiusOf,
  trimmedShape,
  withTerm,
  type OwnRow,
  type ShapePart,
  type ShapeRow,
} from './shape-row.ts';

/**
 * What the shape of a surface is computed from, in mm and 1/mm: plain numbers, or numbers with
 * their derivatives.
 */
export interface NumbersOf<Value> {
  /**
   * Of the sphere or conic, 1/mm; positive when the centre lies towards the sensor, 0 for a plane.
   */
  readonly curvature: Value;
  /** Conic constant: 0 for a sphere, −1 for a paraboloid. */
  readonly conic: Value;
  /** Coefficients of r², r⁴, … that the sag has besides, r and sag in mm. */
  readonly aspheric: readonly Value[];
  /** Of a kind that has numbers of its own; each is a list, mostly of one. */
  readonly own?: {
    readonly kind: string;
    readonly lists: Readonly<Record<string, readonly Value[]>>;
  };
}

/** Plain data, which threads exchange. */
export type ShapeNumbers = NumbersOf<number>;

/** The numbers of a surface of a lens file. */
export function numbersOf(row: ShapeRow): ShapeNumbers {
  const numbers = {
    curvature: curvatureOf(row.radius),
    conic: row.conic ?? 0,
    aspheric: asphericOf(row),
  };
  if (!row.shape) return numbers;
  const { kind, ...own } = row.shape;
  const lists = Object.entries(own).map(([key, value]): [string, readonly number[]] => {
    const curvature = bendOf(key);
    if (curvature !== undefined) return [curvature, [curvatureOf(value as number | null)]];
    return [key, typeof value === 'number' ? [value] : (value as readonly number[])];
  });
  return { ...numbers, own: { kind, lists: Object.fromEntries(lists) } };
}

/** The shape that has these numbers in a lens file, which now has the shape `before`. */
export function rowOfNumbers(
  { curvature, conic, aspheric, own }: ShapeNumbers,
  { shape: before, aspheric: list }: ShapeRow,
): ShapeRow {
  const row = { radius: radiusOf(curvature), conic, aspheric };
  // A list that is there stays, so that its zeros may become numbers again.
  if (!own) return { ...trimmedShape(row), ...(list && { aspheric }) };
  const shape = Object.entries(own.lists).map(([key, values]) => {
    const radius = radiusNameOf(key);
    if (radius !== undefined) return [radius, radiusOf(values[0]!)];
    return [key, typeof before?.[key] === 'number' ? values[0]! : values];
  });
  return trimmedShape({
    ...row,
    shape: { kind: own.kind, ...Object.fromEntries(shape) } as OwnRow,
  });
}

/** All numbers in one order: curvature, conic constant, coefficients, then a kind's own. */
export const inOrder = <Value>({
  curvature,
  conic,
  aspheric,
  own,
}: NumbersOf<Value>): readonly Value[] => [
  curvature,
  conic,
  ...aspheric,
  ...Object.values(own?.lists ?? {}).flat(),
];

/** Other numbers of the same shape. */
export function mapNumbers<Value, Other>(
  { curvature, conic, aspheric, own }: NumbersOf<Value>,
  change: (value: Value, part: Required<ShapePart>) => Other,
): NumbersOf<Other> {
  const list = (property: ShapePart['property'], values: readonly Value[]): readonly Other[] =>
    values.map((value, component) => change(value, { property, component }));
  return {
    curvature: change(curvature, { property: 'curvature', component: 0 }),
    conic: change(conic, { property: 'conic', component: 0 }),
    aspheric: list('aspheric', aspheric),
    ...(own && {
      own: {
        kind: own.kind,
        lists: Object.fromEntries(
          Object.entries(own.lists).map(([key, values]) => [key, list(`shape.${key}`, values)]),
        ),
      },
    }),
  };
}

/** A number; those that are not there are `nothing`. Radii are not among them. */
export function numberAt<Value>(
  { own, ...base }: NumbersOf<Value>,
  { property, component = 0 }: ShapePart,
  nothing: Value,
): Value {
  if (property === 'curvature' || property === 'conic') return base[property];
  const list =
    property === 'aspheric' ? base.aspheric : own?.lists[property.slice('shape.'.length)];
  return list?.[component] ?? nothing;
}

/** The numbers with another one. */
export function withNumber<Value>(
  numbers: NumbersOf<Value>,
  { property, component = 0 }: ShapePart,
  value: Value,
  nothing: Value,
): NumbersOf<Value> {
  if (property === 'curvature' || property === 'conic') return { ...numbers, [property]: value };
  if (property === 'aspheric')
    return { ...numbers, aspheric: withTerm(numbers.aspheric, component, value, nothing) };
  const { kind, lists } = numbers.own!;
  const key = property.slice('shape.'.length);
  return {
    ...numbers,
    own: {
      kind,
      lists: { ...lists, [key]: withTerm(lists[key] ?? [], component, value, nothing) },
    },
  };
}

import {
  NORM_RADIUS,
  asphericOf,
  bendOf,
  curvatureOf,
  radiusNameOf,
  radiusOf,
  termsIn,
  trimmedShape,
  withTerm,
  type OwnRow,
  type OwnValue,
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
    /** What these refer to, which nothing varies: words, `normRadius`, powers of terms. */
    readonly fixed?: Readonly<Record<string, OwnValue>>;
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
  const isFixed = ([key, value]: readonly [string, OwnValue]): boolean =>
    typeof value === 'string' || key === NORM_RADIUS || termsIn(value) !== undefined;
  const entries = Object.entries(own);
  const fixed = Object.fromEntries(entries.filter(isFixed));
  const lists = entries.flatMap(([key, value]): [string, readonly number[]][] => {
    const terms = termsIn(value);
    if (terms) return [[key, terms.map(([, , coefficient]) => coefficient)]];
    if (isFixed([key, value])) return [];
    const curvature = bendOf(key);
    if (curvature !== undefined) return [[curvature, [curvatureOf(value as number | null)]]];
    return [[key, typeof value === 'number' ? [value] : (value as readonly number[])]];
  });
  return {
    ...numbers,
    own: {
      kind,
      lists: Object.fromEntries(lists),
      ...(Object.keys(fixed).length > 0 && { fixed }),
    },
  };
}

/** The numbers of a lens that is larger by a factor, as far as nothing varies them. */
export function withFixedScaled<Value>(
  { own, ...base }: NumbersOf<Value>,
  scale: number,
): NumbersOf<Value> {
  if (!own) return base;
  const radius = own.fixed?.[NORM_RADIUS];
  if (typeof radius !== 'number') return { ...base, own };
  return { ...base, own: { ...own, fixed: { ...own.fixed, [NORM_RADIUS]: radius * scale } } };
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
    const terms = termsIn(own.fixed?.[key]);
    if (terms) return [key, terms.map(([i, j], at) => [i, j, values[at]!])];
    return [key, typeof before?.[key] === 'number' ? values[0]! : values];
  });
  return trimmedShape({
    ...row,
    shape: { kind: own.kind, ...own.fixed, ...Object.fromEntries(shape) } as OwnRow,
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
        ...(own.fixed && { fixed: own.fixed }),
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
  const { lists } = numbers.own!;
  const key = property.slice('shape.'.length);
  return {
    ...numbers,
    own: {
      ...numbers.own!,
      lists: { ...lists, [key]: withTerm(lists[key] ?? [], component, value, nothing) },
    },
  };
}

/** A list of a kind's own numbers; empty where it has none. */
export const listOf = (numbers: ShapeNumbers, key: string): readonly number[] =>
  numbers.own?.lists[key] ?? NO_NUMBERS;
const NO_NUMBERS: readonly number[] = [];

/** The radius at which the coefficients of a kind are counted, mm. */
export const normRadiusOf = ({ own }: ShapeNumbers): number => own!.fixed![NORM_RADIUS] as number;

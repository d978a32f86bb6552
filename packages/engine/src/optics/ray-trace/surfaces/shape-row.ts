/** The shape of a surface as a lens file has it; the keys are published. Lengths in mm. */
export interface ShapeRow {
  /**
   * Radius of curvature at the vertex, positive when its centre lies towards the sensor; null for a
   * plane.
   */
  readonly radius: number | null;
  /** Conic constant: 0 a sphere, −1 a paraboloid. */
  readonly conic?: number;
  /**
   * Coefficients of an even asphere: adds aspheric[0]·r² + aspheric[1]·r⁴ + … to the sag, r and sag
   * in mm; at most twenty.
   */
  readonly aspheric?: readonly number[];
  /** The same from r⁴ on, as older files have it, in place of `aspheric`. */
  readonly asphere?: readonly number[];
  /** A kind that has numbers of its own, and these. */
  readonly shape?: OwnRow;
}

/** A term a·(x/R)^i·(y/R)^j of a sag. */
export type PowerTerm = readonly [i: number, j: number, value: number];

/** What a kind has under one of its own keys: a number, a list of them, or a word. */
export type OwnValue = string | number | null | readonly number[] | readonly PowerTerm[];

/** A kind by its name, and its own numbers. A key that begins with `radius` is null for a plane. */
export type OwnRow = { readonly kind: string } & Readonly<Record<string, OwnValue>>;

/** The radius at which the coefficients of some kinds are counted; nothing varies it. */
export const NORM_RADIUS = 'normRadius';

/** The terms of a list, where it is one of terms. */
export const termsIn = (value: OwnValue | undefined): readonly PowerTerm[] | undefined =>
  Array.isArray(value) && Array.isArray(value[0]) ? (value as readonly PowerTerm[]) : undefined;

/** A number of a shape as paths name it. */
export type ShapeProperty = 'curvature' | 'radius' | 'conic' | 'aspheric' | `shape.${string}`;

/** A number of a shape, or one of a list of them. */
export interface ShapePart {
  readonly property: ShapeProperty;
  readonly component?: number;
}

/** Coefficients of r², r⁴, … of a surface. */
export const asphericOf = ({ aspheric, asphere }: ShapeRow): readonly number[] =>
  aspheric ?? (asphere ? [0, ...asphere] : []);

/** What is computed with in place of a radius: 0 for a plane. */
export const curvatureOf = (radius: number | null): number => (radius === null ? 0 : 1 / radius);
export const radiusOf = (curvature: number): number | null =>
  curvature === 0 ? null : 1 / curvature;

/** The name of the curvature in place of that radius; undefined for another name. */
export const bendOf = (name: string): string | undefined =>
  /^(shape\.)?radius/.test(name) ? name.replace('radius', 'curvature') : undefined;
/** The name of the radius in place of that curvature. */
export const radiusNameOf = (name: string): string | undefined =>
  /^(shape\.)?curvature/.test(name) ? name.replace('curvature', 'radius') : undefined;

const OWN = 'shape.';

/** What a file has under the name of a number. */
function valueIn(row: ShapeRow, name: string): OwnValue {
  const isOwn = name.startsWith(OWN);
  const from = isOwn ? row.shape : (row as unknown as OwnRow);
  return from?.[isOwn ? name.slice(OWN.length) : name] ?? null;
}

/** The value of a number of a shape; undefined for the radius of a plane and for no term. */
export function shapeValue(row: ShapeRow, { property, component }: ShapePart): number | undefined {
  if (property === 'aspheric') return asphericOf(row)[component ?? 0] ?? 0;
  const radius = radiusNameOf(property);
  if (radius !== undefined) return curvatureOf(valueIn(row, radius) as number | null);
  const own = valueIn(row, property);
  const terms = termsIn(own);
  if (terms) return terms[component ?? 0]?.[2];
  const value = own as number | null | readonly number[];
  if (bendOf(property) !== undefined) return (value as number | null) ?? undefined;
  return (value !== null && typeof value === 'object' ? value[component ?? 0] : value) ?? 0;
}

/** A list with another number in a place; those that are not there are `nothing`. */
export const withTerm = <Value>(
  before: readonly Value[],
  term: number,
  value: Value,
  nothing: Value,
): readonly Value[] =>
  Array.from({ length: Math.max(before.length, term + 1) }, (_, i) =>
    i === term ? value : (before[i] ?? nothing),
  );

/** The surface with another value of a number of its shape; a radius of null is a plane. */
export function withShapeValue<Row extends ShapeRow>(
  row: Row,
  { property, component }: ShapePart,
  value: number | null,
): Row {
  if (property === 'aspheric') {
    const { asphere: _, ...others } = row;
    const aspheric = withTerm(asphericOf(row), component ?? 0, value ?? 0, 0);
    return { ...others, aspheric } as unknown as Row;
  }
  const radius = radiusNameOf(property);
  const name = radius ?? property;
  const before = valueIn(row, property);
  const changed =
    radius !== undefined
      ? radiusOf(value ?? 0)
      : component === undefined
        ? value
        : (termsIn(before)?.map(([i, j, own], at) => [i, j, at === component ? value : own]) ??
          withTerm((before ?? []) as readonly number[], component, value ?? 0, 0));
  return name.startsWith(OWN)
    ? { ...row, shape: { ...row.shape, [name.slice(OWN.length)]: changed } }
    : { ...row, [name]: changed };
}

/** The shape alone, without what is 0. */
export function trimmedShape({ radius, conic = 0, shape, ...others }: ShapeRow): ShapeRow {
  const aspheric = asphericOf({ radius, ...others });
  return {
    radius,
    ...(conic !== 0 && { conic }),
    ...(aspheric.some((coefficient) => coefficient !== 0) && { aspheric }),
    ...(shape && { shape }),
  };
}

import { cos, sin } from '../../quantities/elementary.ts';
import { fail, numberIn, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';

type Place = readonly [x: number, y: number];

/** Where an aperture stands on its surface, and which side of its edge is dark. */
interface Placed {
  readonly x?: number;
  readonly y?: number;
  /** Degrees from +x towards +y. */
  readonly turn?: number;
  /** Its inside is dark. */
  readonly obscures?: true;
}

/** An aperture of a surface in the own x and y of the surface, mm. The keys are published. */
export type Aperture = Placed &
  (
    | { readonly kind: 'circle'; readonly radius: number }
    | { readonly kind: 'ring'; readonly radius: number; readonly inner: number }
    | { readonly kind: 'rectangle' | 'ellipse'; readonly halfX: number; readonly halfY: number }
    | {
        readonly kind: 'spider';
        readonly width: number;
        readonly arms: number;
        /** Degrees from +x of the first arm. */
        readonly first?: number;
      }
    | { readonly kind: 'polygon'; readonly points: readonly Place[] }
  );

type ApertureKind = Aperture['kind'];

const LENGTHS: Readonly<Record<ApertureKind, readonly string[]>> = {
  circle: ['radius'],
  ring: ['radius', 'inner'],
  rectangle: ['halfX', 'halfY'],
  ellipse: ['halfX', 'halfY'],
  spider: ['width'],
  polygon: [],
};
const OTHERS: Readonly<Partial<Record<ApertureKind, readonly string[]>>> = {
  spider: ['arms', 'first'],
  polygon: ['points'],
};
const MOST_ARMS = 32;
const [FEWEST_POINTS, MOST_POINTS] = [3, 500];
const MOST_APERTURES = 32;
const KINDS = Object.keys(LENGTHS) as ApertureKind[];

const isPlace = (point: unknown): point is Place =>
  Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);

function readAperture(content: unknown, path: string, what: string): Aperture {
  const table = tableOf(content, path, `${what}: an aperture`);
  const kind = KINDS.find((one) => one === table['kind']);
  if (!kind)
    fail(`${path}.kind`, `${path}.kind must be ${KINDS.slice(0, -1).join(', ')} or polygon.`);
  const own = [...LENGTHS[kind], ...(OTHERS[kind] ?? [])];
  refuseUnknown(table, ['kind', ...own, 'x', 'y', 'turn', 'obscures'], path, path);
  const lengths = LENGTHS[kind].map((key) => [key, positive(table, key, path, what)] as const);
  const [radius = Infinity, inner = 0] = kind === 'ring' ? lengths.map(([, value]) => value) : [];
  if (inner >= radius)
    fail(`${path}.inner`, `${path}.inner must be less than radius ${radius} mm, not ${inner}.`);
  const { obscures } = table;
  if (obscures !== undefined && typeof obscures !== 'boolean')
    fail(`${path}.obscures`, `${path}.obscures must be true or false.`);
  const optional = (key: 'x' | 'y' | 'turn' | 'first'): object =>
    table[key] === undefined ? {} : { [key]: numberIn(table, key, path, what) };
  return {
    kind,
    ...Object.fromEntries(lengths),
    ...(kind === 'spider' && { arms: readArms(table, path, what), ...optional('first') }),
    ...(kind === 'polygon' && { points: readPoints(table, path) }),
    ...optional('x'),
    ...optional('y'),
    ...optional('turn'),
    ...(obscures === true && { obscures }),
  } as Aperture;
}

function positive(table: Table, key: string, path: string, what: string): number {
  const value = numberIn(table, key, path, what);
  if (!(value > 0 || (key === 'inner' && value === 0)))
    fail(`${path}.${key}`, `${path}.${key} must be more than 0 mm, not ${value}.`);
  return value;
}

function readArms(table: Table, path: string, what: string): number {
  const arms = numberIn(table, 'arms', path, what);
  if (!Number.isInteger(arms) || arms < 1 || arms > MOST_ARMS)
    fail(`${path}.arms`, `${path}.arms must be a whole number from 1 to ${MOST_ARMS}.`);
  return arms;
}

function readPoints({ points }: Table, path: string): readonly Place[] {
  if (
    !Array.isArray(points) ||
    points.length < FEWEST_POINTS ||
    points.length > MOST_POINTS ||
    !points.every(isPlace)
  )
    fail(`${path}.points`, `${path}.points must be ${FEWEST_POINTS} to ${MOST_POINTS} points.`);
  return points;
}

/** The apertures of a surface of a lens file. @throws SimulationError naming the field. */
export function readApertures(content: unknown, path: string, what: string): readonly Aperture[] {
  if (!Array.isArray(content) || content.length > MOST_APERTURES)
    fail(path, `${path} must be a list of at most ${MOST_APERTURES} apertures.`);
  return content.map((one, at) => readAperture(one, `${path}[${at}]`, what));
}

/** The aperture of a larger lens. */
export function scaledAperture(aperture: Aperture, scale: number): Aperture {
  const lengths = [...LENGTHS[aperture.kind], 'x', 'y'].flatMap((key) => {
    const value = (aperture as unknown as Record<string, number | undefined>)[key];
    return value === undefined ? [] : [[key, value * scale]];
  });
  const scaled = { ...aperture, ...Object.fromEntries(lengths) } as Aperture;
  return scaled.kind === 'polygon'
    ? { ...scaled, points: scaled.points.map(([x, y]) => [x * scale, y * scale] as const) }
    : scaled;
}

/** Whether its inside is dark: a spider always is. */
export const isObscuration = (aperture: Aperture): boolean =>
  aperture.obscures === true || aperture.kind === 'spider';

/** Whether it is the same all round the axis of its surface. */
export const isRoundAperture = ({ kind, x = 0, y = 0 }: Aperture): boolean =>
  (kind === 'circle' || kind === 'ring') && x === 0 && y === 0;

/** Radius within which all of it lies, mm. */
export function reachOfAperture(aperture: Aperture): number {
  const aside = Math.hypot(aperture.x ?? 0, aperture.y ?? 0);
  switch (aperture.kind) {
    case 'circle':
    case 'ring':
      return aside + aperture.radius;
    case 'rectangle':
      return aside + Math.hypot(aperture.halfX, aperture.halfY);
    case 'ellipse':
      return aside + Math.max(aperture.halfX, aperture.halfY);
    case 'polygon':
      return aside + Math.max(...aperture.points.map((point) => Math.hypot(...point)));
    case 'spider':
      return Infinity;
  }
}

/** Where a ray is, seen from an aperture: less than 0 inside, 0 on its edge, more outside. */
export type Beyond = (x: number, y: number) => number;

/** The function of an aperture, to be called for many rays. */
export function beyondOf(aperture: Aperture): Beyond {
  const { x: middleX = 0, y: middleY = 0, turn = 0 } = aperture;
  const [s, c] = [sin((turn * Math.PI) / 180), cos((turn * Math.PI) / 180)];
  const own = ownBeyond(aperture);
  if (turn === 0) return (x, y) => own(x - middleX, y - middleY);
  return (x, y) =>
    own(c * (x - middleX) + s * (y - middleY), c * (y - middleY) - s * (x - middleX));
}

/** Share of its size by which a point is outside; of a spider, in the width of its arms. */
function ownBeyond(aperture: Aperture): Beyond {
  switch (aperture.kind) {
    case 'circle':
      return (x, y) => (x * x + y * y) / aperture.radius ** 2 - 1;
    case 'ring':
      return (x, y) => {
        const square = x * x + y * y;
        const outside = square / aperture.radius ** 2 - 1;
        return aperture.inner === 0 ? outside : Math.max(outside, 1 - square / aperture.inner ** 2);
      };
    case 'rectangle':
      return (x, y) => Math.max(Math.abs(x) / aperture.halfX, Math.abs(y) / aperture.halfY) - 1;
    case 'ellipse':
      return (x, y) => (x / aperture.halfX) ** 2 + (y / aperture.halfY) ** 2 - 1;
    case 'spider':
      return beyondSpider(aperture);
    case 'polygon':
      return beyondPolygon(aperture.points);
  }
}

function beyondSpider({ width, arms, first = 0 }: Extract<Aperture, { kind: 'spider' }>): Beyond {
  const directions = Array.from({ length: arms }, (_, arm) => {
    const angle = ((first + (360 * arm) / arms) * Math.PI) / 180;
    return [cos(angle), sin(angle)] as const;
  });
  return (x, y) => {
    let nearest = Infinity;
    for (const [ax, ay] of directions) {
      // An arm is a half line from the middle.
      const along = x * ax + y * ay;
      const aside = along > 0 ? Math.abs(y * ax - x * ay) : Infinity;
      if (aside < nearest) nearest = aside;
    }
    return nearest === Infinity ? 1 : (2 * nearest) / width - 1;
  };
}

function beyondPolygon(points: readonly Place[]): Beyond {
  const size = Math.max(...points.map((point) => Math.hypot(...point)));
  return (x, y) => {
    let nearest = Infinity;
    let isInside = false;
    for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
      const [ax, ay] = points[i]!;
      const [bx, by] = points[j]!;
      // Even-odd rule.
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
      const [ex, ey] = [bx - ax, by - ay];
      const length = ex * ex + ey * ey;
      const along = length === 0 ? 0 : ((x - ax) * ex + (y - ay) * ey) / length;
      const share = Math.min(1, Math.max(0, along));
      nearest = Math.min(nearest, Math.hypot(x - ax - share * ex, y - ay - share * ey));
    }
    return ((isInside ? -1 : 1) * nearest) / size;
  };
}

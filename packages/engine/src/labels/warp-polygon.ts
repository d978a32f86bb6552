import {
  isInFrame,
  isInField,
  sensorPoint,
  sourcePoint,
  type LabelView,
  type Point,
} from './label-view.ts';

/** x, y, width, height, pixels; not rounded. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** What a camera records of a polygon of the picture. */
export interface WarpedPolygon {
  /** Bounds of what is recorded; undefined where nothing is. */
  readonly box: Box | undefined;
  /** What is recorded, on the sensor; empty where nothing is. */
  readonly points: readonly Point[];
  /** Area of the recorded part, square pixels of the sensor. */
  readonly area: number;
  /** Areas of the polygon and of its recorded part, square pixels of the picture. */
  readonly sourceArea: number;
  readonly visibleArea: number;
}

/** Edges are divided until a further point would move the outline by less, pixels. */
const STRAIGHT = 0.02;
/** Edges that are not longer, before and after, are straight: no lens bends them by `STRAIGHT`. */
const SHORT = 0.5;
const MOST_HALVINGS = 14;
/** Visible areas below this share of a square pixel are rounding. */
const NO_AREA = 1e-9;

/**
 * A polygon of the picture as the camera records it: clipped at the field of the lens in the
 * picture, and at the frame on the sensor.
 *
 * @see docs/reference/vision.md#labels-through-the-lens.
 */
export function warpPolygon(view: LabelView, polygon: readonly Point[]): WarpedPolygon {
  const sourceArea = Math.abs(signedArea(polygon));
  const inField = clipToField(view, polygon);
  const outline = dividedOutline(inField, (point) => sensorPoint(view, point));
  const isWhole =
    polygon.every((point) => isInField(view, point)) &&
    outline.every((point) => isInFrame(view, point));
  const points = isWhole ? outline : clipToFrame(view, outline);
  const visibleArea = isWhole ? sourceArea : Math.min(sourceArea, areaInSource(view, points));
  const bounds = (): Box | undefined =>
    isWhole ? boxAround(view, outline) : boundsOf(view, polygon);
  const box = visibleArea > NO_AREA ? bounds() : undefined;
  if (!box) return { box: undefined, points: [], area: 0, sourceArea, visibleArea: 0 };
  return { box, points, area: Math.abs(signedArea(points)), sourceArea, visibleArea };
}

/** Twice the sum of the triangles to the origin, halved: positive clockwise on the screen. */
function signedArea(points: readonly Point[]): number {
  let sum = 0;
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    sum += x * nextY - nextX * y;
  }
  return sum / 2;
}

/** Area in the picture of a polygon of the sensor, whose straight edges are curved there. */
function areaInSource(view: LabelView, points: readonly Point[]): number {
  return Math.abs(signedArea(dividedOutline(points, (point) => sourcePoint(view, point))));
}

/** The image of a polygon, whose edges are curved there. */
function dividedOutline(polygon: readonly Point[], map: (point: Point) => Point): Point[] {
  const images = polygon.map(map);
  return polygon.flatMap((from, i) => {
    const next = (i + 1) % polygon.length;
    const edge = [from, polygon[next]!] as const;
    const image = [images[i]!, images[next]!] as const;
    return isShort(edge) && isShort(image) ? [image[0]] : divided(edge, image, map);
  });
}

const isShort = ([from, to]: readonly [Point, Point]): boolean =>
  Math.hypot(to[0] - from[0], to[1] - from[1]) <= SHORT;

/**
 * Images of points along an edge, the first included and the last not, so close that straight lines
 * between them are within `STRAIGHT` of the curve.
 */
function divided(
  [from, to]: readonly [Point, Point],
  images: readonly [Point, Point],
  map: (point: Point) => Point,
): Point[] {
  const out: Point[] = [];
  const at = (share: number): Point => [
    from[0] + share * (to[0] - from[0]),
    from[1] + share * (to[1] - from[1]),
  ];
  const add = (
    low: number,
    high: number,
    [one, other]: readonly [Point, Point],
    halvings: number,
  ) => {
    const middle = map(at((low + high) / 2));
    const bends = [0.25, 0.5, 0.75].some((share) => {
      const [x, y] = share === 0.5 ? middle : map(at(low + share * (high - low)));
      return (
        Math.hypot(
          x - one[0] - share * (other[0] - one[0]),
          y - one[1] - share * (other[1] - one[1]),
        ) > STRAIGHT
      );
    });
    if (bends && halvings < MOST_HALVINGS) {
      add(low, (low + high) / 2, [one, middle], halvings + 1);
      add((low + high) / 2, high, [middle, other], halvings + 1);
    } else out.push(one);
  };
  add(0, 1, images, 0);
  return out;
}

/** The shares of an edge of the picture between which it lies in the field; undefined outside. */
function spanInField(
  { sourceAxis, sourceRadius }: LabelView,
  from: Point,
  to: Point,
): readonly [number, number] | undefined {
  if (sourceRadius === Infinity) return [0, 1];
  const [x, y] = [from[0] - sourceAxis[0], from[1] - sourceAxis[1]];
  const [right, down] = [to[0] - from[0], to[1] - from[1]];
  const a = right * right + down * down;
  const c = x * x + y * y - sourceRadius * sourceRadius;
  if (a === 0) return c <= 0 ? [0, 1] : undefined;
  const b = x * right + y * down;
  const root = b * b - a * c;
  if (root <= 0) return undefined;
  const low = Math.max(0, (-b - Math.sqrt(root)) / a);
  const high = Math.min(1, (-b + Math.sqrt(root)) / a);
  return low < high ? [low, high] : undefined;
}

/**
 * A polygon clipped by the circle of the field: what leaves the circle is drawn onto its rim, seen
 * from the axis.
 */
function clipToField(view: LabelView, polygon: readonly Point[]): readonly Point[] {
  if (polygon.every((point) => isInField(view, point))) return polygon;
  const count = polygon.length;
  const spans = polygon.map((from, i) => spanInField(view, from, polygon[(i + 1) % count]!));
  const first = spans.findIndex((span) => span !== undefined);
  if (first < 0) return isInside(polygon, view.sourceAxis) ? arc(view, 0, 2 * Math.PI) : [];
  const out: Point[] = [];
  let outside: Point[] = [];
  for (let step = 0; step <= count; step += 1) {
    const i = (first + step) % count;
    const [from, to] = [polygon[i]!, polygon[(i + 1) % count]!];
    const span = spans[i];
    const at = (share: number): Point => [
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
    ];
    if (span) {
      const enters = at(span[0]);
      if (outside.length > 0) out.push(...onRim(view, [...outside, enters]));
      outside = [];
      if (step === count) break;
      out.push(enters);
      if (span[1] < 1) {
        out.push(at(span[1]));
        outside = [at(span[1]), to];
      }
    } else outside.push(to);
  }
  return out;
}

/** A path outside the circle of the field, drawn onto its rim, without its ends. */
function onRim({ sourceAxis, ...view }: LabelView, path: readonly Point[]): readonly Point[] {
  const angles = path.map(([x, y]) => Math.atan2(y - sourceAxis[1], x - sourceAxis[0]));
  let sweep = 0;
  for (const [i, angle] of angles.slice(1).entries()) {
    const turn = angle - angles[i]!;
    sweep += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  }
  return arc({ sourceAxis, ...view }, angles[0]!, sweep).slice(1);
}

/** Points of the rim of the field in the picture, from an angle on, without the last. */
function arc(
  { sourceAxis, sourceRadius, sensorRadius }: LabelView,
  from: number,
  sweep: number,
): readonly Point[] {
  const largest = Math.max(sourceRadius, sensorRadius);
  const step = 2 * Math.sqrt((2 * STRAIGHT) / largest);
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / step));
  return Array.from({ length: count }, (_, i): Point => {
    const angle = from + (sweep * i) / count;
    return [
      sourceAxis[0] + sourceRadius * Math.cos(angle),
      sourceAxis[1] + sourceRadius * Math.sin(angle),
    ];
  });
}

/**
 * A polygon clipped by the frame of the sensor, side by side.
 * @see Sutherland and Hodgman, Reentrant polygon clipping, CACM 17 (1974).
 */
function clipToFrame({ sensor }: LabelView, polygon: readonly Point[]): readonly Point[] {
  const sides = [
    [0, 0, 1],
    [1, 0, 1],
    [0, sensor.columns, -1],
    [1, sensor.rows, -1],
  ] as const;
  return sides.reduce<readonly Point[]>((points, [axis, limit, sign]) => {
    const depth = (point: Point): number => sign * (point[axis] - limit);
    return points.flatMap((point, i) => {
      const next = points[(i + 1) % points.length]!;
      const [here, there] = [depth(point), depth(next)];
      const kept = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) return kept;
      const share = here / (here - there);
      const crossing = [
        point[0] + share * (next[0] - point[0]),
        point[1] + share * (next[1] - point[1]),
      ] as [number, number];
      crossing[axis] = limit;
      return [...kept, crossing];
    });
  }, polygon);
}

/**
 * Bounds of the visible part. They are taken from its true outline, because a clipped polygon may
 * run along the frame and back where nothing is visible.
 */
function boundsOf(view: LabelView, polygon: readonly Point[]): Box | undefined {
  const outline = polygon.flatMap((from, i) => {
    const to = polygon[(i + 1) % polygon.length]!;
    const span = spanInField(view, from, to);
    if (!span) return [];
    const at = (share: number): Point => [
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
    ];
    const forward = (point: Point): Point => sensorPoint(view, point);
    const ends = [at(span[0]), at(span[1])] as const;
    const images = [forward(ends[0]), forward(ends[1])] as const;
    const line = [...divided(ends, images, forward), images[1]];
    return line.slice(1).flatMap((end, k) => segmentInFrame(view, line[k]!, end));
  });
  const corners = cornersOfSight(view).filter((point) =>
    isInside(polygon, sourcePoint(view, point)),
  );
  return boxAround(view, [...outline, ...corners]);
}

/** The box around points that are seen, within the frame; undefined round none. */
function boxAround({ sensor }: LabelView, points: readonly Point[]): Box | undefined {
  if (points.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  [left, top] = [Math.max(0, left), Math.max(0, top)];
  return [left, top, Math.min(sensor.columns, right) - left, Math.min(sensor.rows, bottom) - top];
}

/** The ends of the part of a segment that lies in the frame; none where no part does. */
function segmentInFrame({ sensor }: LabelView, from: Point, to: Point): readonly Point[] {
  let [low, high] = [0, 1];
  for (const [axis, size] of [
    [0, sensor.columns],
    [1, sensor.rows],
  ] as const) {
    const way = to[axis] - from[axis];
    if (way === 0) {
      if (from[axis] < 0 || from[axis] > size) return [];
      continue;
    }
    const [one, other] = [-from[axis] / way, (size - from[axis]) / way];
    low = Math.max(low, Math.min(one, other));
    high = Math.min(high, Math.max(one, other));
  }
  if (low > high) return [];
  return [low, high].map((share) => [
    from[0] + share * (to[0] - from[0]),
    from[1] + share * (to[1] - from[1]),
  ]);
}

/** Where the rim of what the camera can see turns: corners of the frame, the image circle. */
function cornersOfSight(view: LabelView): readonly Point[] {
  const { sensor, sensorAxis, sensorRadius } = view;
  const [width, height] = [sensor.columns, sensor.rows];
  const corners: Point[] = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ];
  const isInCircle = ([x, y]: Point): boolean =>
    Math.hypot(x - sensorAxis[0], y - sensorAxis[1]) <= sensorRadius;
  if (sensorRadius === Infinity) return corners;
  const [axisX, axisY] = sensorAxis;
  const rim: Point[] = [
    [axisX - sensorRadius, axisY],
    [axisX + sensorRadius, axisY],
    [axisX, axisY - sensorRadius],
    [axisX, axisY + sensorRadius],
  ];
  const half = (distance: number): number => Math.sqrt(sensorRadius ** 2 - distance ** 2);
  for (const x of [0, width]) rim.push([x, axisY - half(x - axisX)], [x, axisY + half(x - axisX)]);
  for (const y of [0, height]) rim.push([axisX - half(y - axisY), y], [axisX + half(y - axisY), y]);
  return [...corners.filter(isInCircle), ...rim.filter((point) => isInFrame(view, point))];
}

/** Whether a polygon has a point inside, by the crossings of a line to the right. */
function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (const [i, [fromX, fromY]] of polygon.entries()) {
    const [toX, toY] = polygon[(i + 1) % polygon.length]!;
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) * (toX - fromX)) / (toY - fromY))
      inside = !inside;
  }
  return inside;
}

import { atan, tan } from '../quantities/elementary.ts';
import { loadLens, type OpticsPlan } from '../optics/load-lens.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';

/** Pixels right and down from the top left corner; the middle of the first pixel is .5, .5. */
export type Point = readonly [x: number, y: number];

/**
 * Where a camera images the pixels of a picture that is its scene, and back, by the chief rays at
 * 550 nm through the middle of the stop (docs/reference/vision.md#labels-through-the-lens).
 */
export interface LabelView {
  /** The picture. */
  readonly source: RasterSize;
  readonly sensor: PixelGrid;
  /** Image of the optical axis in both, pixels. */
  readonly sourceAxis: Point;
  readonly sensorAxis: Point;
  /** Radius of the lens's field round the axis in both, pixels; infinite for the ideal lens. */
  readonly sourceRadius: number;
  readonly sensorRadius: number;
  /** Distance from the axis on the sensor for a distance in the picture, and back, pixels. */
  readonly sensorDistance: (distance: number) => number;
  readonly sourceDistance: (distance: number) => number;
}

/** Largest field angle: a flat scene has no point at 90 degrees from the axis. */
const STEEPEST = (89.9 * Math.PI) / 180;

/**
 * The view of a camera onto a picture.
 *
 * @param plan lens and pixels of the camera, and the horizontal angle that the picture fills,
 * radians.
 * @param source size of the picture, pixels.
 */
export async function labelView(
  plan: {
    readonly optics: OpticsPlan;
    readonly grid: PixelGrid;
    readonly hfov: number;
    /** The picture is what stands at the pixels of the sensor already. */
    readonly isOnSensor?: boolean;
  },
  source: RasterSize,
): Promise<LabelView> {
  if (plan.isOnSensor) return onSensorView(plan.grid, source);
  const lens = await loadLens(plan.optics);
  const { grid } = plan;
  const [right, down] = grid.offset ?? [0, 0];
  // The rest of what moved surfaces do to places is at most a fifth of this shift.
  const [shiftX, shiftY] = (lens.axisShift ?? [0, 0]).map((metres) => metres / grid.pitch);
  // Tangent of the field angle per pixel of the picture.
  const perPixel = tan(plan.hfov / 2) / (source.columns / 2);
  const { field } = lens;
  return {
    source: { rows: source.rows, columns: source.columns },
    sensor: grid,
    sourceAxis: [source.columns / 2, source.rows / 2],
    sensorAxis: [grid.columns / 2 - right + shiftX!, grid.rows / 2 - down + shiftY!],
    sourceRadius: field ? tan(Math.min(STEEPEST, field.halfAngle)) / perPixel : Infinity,
    sensorRadius: field
      ? lens.imageHeight(Math.min(STEEPEST, field.halfAngle)) / grid.pitch
      : Infinity,
    sensorDistance: (distance) => lens.imageHeight(atan(distance * perPixel)) / grid.pitch,
    sourceDistance: (distance) =>
      tan(Math.min(STEEPEST, lens.fieldAngle(distance * grid.pitch))) / perPixel,
  };
}

function onSensorView(sensor: PixelGrid, { rows, columns }: RasterSize): LabelView {
  const middle = [columns / 2, rows / 2] as const;
  return {
    source: { rows, columns },
    sensor,
    sourceAxis: middle,
    sensorAxis: middle,
    sourceRadius: Infinity,
    sensorRadius: Infinity,
    sensorDistance: (distance) => distance,
    sourceDistance: (distance) => distance,
  };
}

/** Where the sensor has a point of the picture, whether or not the lens images it. */
export const sensorPoint = (view: LabelView, point: Point): Point =>
  moved(point, view.sourceAxis, view.sensorAxis, view.sensorDistance);

/** Where the picture has a point of the sensor: the inverse of `sensorPoint`. */
export const sourcePoint = (view: LabelView, point: Point): Point =>
  moved(point, view.sensorAxis, view.sourceAxis, view.sourceDistance);

function moved(
  [x, y]: Point,
  from: Point,
  to: Point,
  distanceOf: (distance: number) => number,
): Point {
  const [right, down] = [x - from[0], y - from[1]];
  const distance = Math.hypot(right, down);
  const stretch = distance === 0 ? 0 : distanceOf(distance) / distance;
  return [to[0] + right * stretch, to[1] + down * stretch];
}

/** Whether the lens images a point of the picture. */
export const isInField = ({ sourceAxis, sourceRadius }: LabelView, [x, y]: Point): boolean =>
  Math.hypot(x - sourceAxis[0], y - sourceAxis[1]) <= sourceRadius;

/** Whether a point lies on the pixels of the sensor. */
export const isInFrame = ({ sensor }: LabelView, [x, y]: Point): boolean =>
  x >= 0 && y >= 0 && x <= sensor.columns && y <= sensor.rows;

/** Pixels of the picture: less may be missing at its rim. */
const RIM = 0.5;

/** Whether the sensor sees beyond the rim of the picture, where there is nothing. */
export function isBeyondPicture(view: LabelView): boolean {
  const { source, sensor } = view;
  const { rows, columns } = sensor;
  const rim = [0, 0.5, 1].flatMap((across) => [
    [across * columns, 0],
    [across * columns, rows],
    [0, across * rows],
    [columns, across * rows],
  ]) as unknown as readonly Point[];
  return rim.some((point) => {
    if (
      Math.hypot(point[0] - view.sensorAxis[0], point[1] - view.sensorAxis[1]) > view.sensorRadius
    )
      return false;
    const [x, y] = sourcePoint(view, point);
    return x < -RIM || y < -RIM || x > source.columns + RIM || y > source.rows + RIM;
  });
}

/** Places along a side of the sensor at which the sampling is looked at. */
const PLACES = 9;
const STEP = 0.5;

/**
 * How many pixels of the picture come to a pixel of the sensor, the least over the sensor and over
 * both directions; undefined where the picture does not reach the sensor.
 */
export function leastSampling(view: LabelView): number | undefined {
  const { source, sensor, sensorAxis, sensorRadius } = view;
  let least = Infinity;
  for (let i = 0; i < PLACES * PLACES; i += 1) {
    const x = (sensor.columns * ((i % PLACES) + 0.5)) / PLACES;
    const y = (sensor.rows * (Math.floor(i / PLACES) + 0.5)) / PLACES;
    if (Math.hypot(x - sensorAxis[0], y - sensorAxis[1]) > sensorRadius) continue;
    const [atX, atY] = sourcePoint(view, [x, y]);
    if (atX < 0 || atY < 0 || atX > source.columns || atY > source.rows) continue;
    for (const [right, down] of [
      [STEP, 0],
      [0, STEP],
    ] as const) {
      const one = sourcePoint(view, [x - right, y - down]);
      const other = sourcePoint(view, [x + right, y + down]);
      least = Math.min(least, Math.hypot(other[0] - one[0], other[1] - one[1]));
    }
  }
  return Number.isFinite(least) ? least : undefined;
}

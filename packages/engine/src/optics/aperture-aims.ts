import type { PixelGrid } from './pixel-grid.ts';
import { enterFrame, leaveFrame, newRay, type Ray } from './ray-trace/ray.ts';
import type { LensPartToTrace } from './ray-trace/trace-parts.ts';

/** A disc in the plane of the vertex of the last part of a lens, in the frame of that part. */
export interface Aim {
  readonly xMm: number;
  readonly yMm: number;
  readonly radiusMm: number;
  readonly areaMm: number;
}

/** Cells along each side of the sensor. */
const CELLS = 8;
/** Places along each side of the aperture, and then of the disc that holds what gets through. */
const PLACES = [24, 48] as const;
/** Azimuths of the rim, and zones of the last surface. */
const AZIMUTHS = 16;
const ZONES = [0.25, 0.5, 0.75, 1];

const discOf = (xMm: number, yMm: number, radiusMm: number): Aim => ({
  xMm,
  yMm,
  radiusMm,
  areaMm: Math.PI * radiusMm ** 2,
});

/**
 * Where rays from places of a sensor are aimed: discs that hold all that gets through the lens, as
 * small as rays from the corners of each of 8 × 8 cells of the sensor show.
 *
 * @param last part of the lens.
 * @param start puts a ray on a place of the sensor, in the frame of the lens.
 * @param tracers against the light, of several wavelengths.
 */
export function aimsOver(
  { rows, columns }: Pick<PixelGrid, 'rows' | 'columns'>,
  last: LensPartToTrace,
  start: (column: number, row: number, ray: Ray) => void,
  tracers: readonly ((ray: Ray, isBlocked: boolean) => number)[],
): (column: number, row: number) => Aim {
  const node = (at: number): readonly [number, number] => [
    (columns * (at % (CELLS + 1))) / CELLS,
    (rows * Math.floor(at / (CELLS + 1))) / CELLS,
  ];
  const nodes = Array.from({ length: (CELLS + 1) ** 2 }, (_, at) => node(at));
  const ray = newRay();
  const from = nodes.map(([column, row]): readonly [number, number, number] => {
    start(column, row, ray);
    enterFrame(ray, last.frame);
    return [ray.xMm, ray.yMm, ray.zMm];
  });
  const whole = discOf(0, 0, reachOf(last, from));
  const cells = Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const first = Math.floor(cell / CELLS) * (CELLS + 1) + (cell % CELLS);
    const corners = [first, first + 1, first + CELLS + 1, first + CELLS + 2];
    return PLACES.reduce((disc, places) => {
      const held = corners.flatMap((at) => passingPlaces(from[at]!, disc, places, last, tracers));
      if (held.length === 0) return disc;
      return smaller(around(held, (2 * disc.radiusMm) / places), disc);
    }, whole);
  });
  const within = (value: number, size: number): number =>
    Math.max(0, Math.min(CELLS - 1, Math.floor((value / size) * CELLS)));
  return (column, row) => cells[within(row, rows) * CELLS + within(column, columns)]!;
}

const smaller = (one: Aim, other: Aim): Aim => (one.radiusMm < other.radiusMm ? one : other);

/** A disc round places, and so much more. */
function around(places: readonly (readonly [number, number])[], more: number): Aim {
  const [left, right] = [least(places, 0, 1), -least(places, 0, -1)];
  const [top, bottom] = [least(places, 1, 1), -least(places, 1, -1)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const farthest = places.reduce((most, at) => Math.max(most, Math.hypot(at[0] - x, at[1] - y)), 0);
  return discOf(x, y, farthest + more);
}

const least = (places: readonly (readonly [number, number])[], axis: 0 | 1, sign: 1 | -1): number =>
  places.reduce((found, at) => Math.min(found, sign * at[axis]), Infinity);

/** Places of a grid round a disc through which rays of any of the wavelengths get. */
function passingPlaces(
  [fromX, fromY, fromZ]: readonly [number, number, number],
  { xMm, yMm, radiusMm }: Aim,
  places: number,
  { frame }: LensPartToTrace,
  tracers: readonly ((ray: Ray, isBlocked: boolean) => number)[],
): readonly (readonly [number, number])[] {
  const ray = newRay();
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at < places * places; at += 1) {
    const x = xMm + radiusMm * ((2 * (at % places) + 1) / places - 1);
    const y = yMm + radiusMm * ((2 * Math.floor(at / places) + 1) / places - 1);
    const distance = Math.hypot(x - fromX, y - fromY, fromZ);
    const passes = tracers.some((tracer) => {
      [ray.xMm, ray.yMm, ray.zMm] = [fromX, fromY, fromZ];
      [ray.L, ray.M, ray.N] = [(x - fromX) / distance, (y - fromY) / distance, -fromZ / distance];
      leaveFrame(ray, frame);
      return tracer(ray, true) === 0;
    });
    if (passes) found.push([x, y]);
  }
  return found;
}

/**
 * Radius in the plane of the vertex within which rays to the last surface cross it: its rim may
 * stand before or behind that plane.
 */
function reachOf(
  { shape, rim }: LensPartToTrace,
  from: readonly (readonly [number, number, number])[],
): number {
  const semiDiameter = 1 / Math.sqrt(rim);
  let reach = semiDiameter;
  for (const share of ZONES)
    for (let azimuth = 0; azimuth < AZIMUTHS; azimuth += 1) {
      const angle = (2 * Math.PI * azimuth) / AZIMUTHS;
      const [x, y] = [
        share * semiDiameter * Math.cos(angle),
        share * semiDiameter * Math.sin(angle),
      ];
      const sag = shape.kind.sag(shape.numbers, x, y);
      for (const [fromX, fromY, fromZ] of from) {
        const along = sag / (sag - fromZ);
        const crossed = Math.hypot(x + along * (fromX - x), y + along * (fromY - y));
        if (crossed > reach) reach = crossed;
      }
    }
  return reach;
}

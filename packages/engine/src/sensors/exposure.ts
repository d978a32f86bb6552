import { exp, log } from '../quantities/elementary.ts';
import { overlap, type Footprint } from '../optics/footprint.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { Receptors } from '../optics/lens.ts';
import { firstBound, pixelOf, type Bound, type SensorPlan } from './pixel.ts';
import { percentile } from '../analysis/percentile.ts';

/** An exposure time and how it was determined. */
export interface Exposure {
  readonly seconds: number;
  readonly reason: string;
  /** What was metered; absent when there was no light to meter. */
  readonly metered?: MeteredCells;
  readonly limit?: ExposureLimit;
}

/** The pixels that are metered, their colour filters, and the footprint of the scene on them. */
export interface MeteredFrame {
  readonly grid: PixelGrid;
  readonly layout: Receptors['layout'];
  readonly footprint: Footprint;
}

/** The metered cells of 2 x 2 pixels: those inside the scene and the image circle, or all lit cells where those are too few. */
export interface MeteredCells {
  readonly cells: number;
  /** Share of the picture's cells. */
  readonly share: number;
  readonly of: 'inside the scene' | 'lit';
}

/** The exposure in relation to the range of the sensor. */
export interface ExposureLimit {
  /** The bound that the brightest channel reaches first: 95 % of the well, or 95 % of the converter's range. */
  readonly bound: Bound;
  readonly channel: 0 | 1 | 2;
  /** Stops up to that bound; 0 at it. */
  readonly headroomStops: number;
  /** Stops by which the bound, or the longest exposure, shortened the exposure that the picture asked for; 0 when neither did. */
  readonly heldBackStops: number;
}

/** How the ISP shows the raw channels: shown = matrix · (red, green, blue), full scale 1. Undefined without an ISP. */
export type ShownColour = readonly [
  readonly [number, number, number],
  readonly [number, number, number],
  readonly [number, number, number],
];

/** Share of a 2x2 cell that must lie inside the scene for the cell to be metered. */
const INSIDE = 0.99;
const FEWEST_CELLS = 64;
const LIT = 0.02;
const LONGEST_SECONDS = 10;
const FALLBACK_SECONDS = 1 / 60;
/** Share of full scale, or of the well, that no channel may exceed. */
const CEILING = 0.95;
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/**
 * Automatic exposure from the noise-free picture of one second (docs/reference/physics.md#p6). With
 * an ISP the picture as it is shown decides; without one the brightest channel reaches 95 % of full
 * scale or of the well.
 *
 * @param light electrons/(s·m²) per pixel.
 */
export function meterExposure(
  light: Float32Array,
  frame: MeteredFrame,
  sensor: SensorPlan,
  shown?: ShownColour,
): Exposure {
  const { channels, metered } = meteredCells(light, frame);
  const { area, conversionGain } = pixelOf(sensor);
  const {
    analog_gain: gain,
    analog_offset: offset,
    voltage_swing: swing,
    well_capacity: well,
  } = sensor.parameters;
  const brightest = channels.map((channel) => largest(channel) * area);
  const peak = Math.max(...brightest);
  if (!(peak > 0) || !Number.isFinite(peak))
    return { seconds: rounded(FALLBACK_SECONDS), reason: 'nothing to meter' };
  const converterElectrons = (CEILING * swing * gain - offset) / conversionGain;
  const wellElectrons = CEILING * well;
  const ceiling = Math.min(
    ...brightest.map((electrons) => Math.min(converterElectrons, wellElectrons) / electrons),
  );
  const bound = firstBound(converterElectrons, wellElectrons);
  const wanted = shown && shownExposure(channels, sensor, shown);
  const asked = wanted?.seconds ?? ceiling;
  const usable = Math.min(asked, ceiling);
  const seconds = rounded(Math.min(usable, LONGEST_SECONDS));
  return {
    seconds,
    reason:
      usable > LONGEST_SECONDS
        ? `the scene would need ${usable.toPrecision(3)} s; the longest exposure is ${LONGEST_SECONDS} s`
        : wanted && asked < ceiling
          ? wanted.reason
          : `brightest channel at 95 % of the ${BOUNDS[bound]}`,
    metered,
    limit: {
      bound,
      channel: brightest.indexOf(peak) as 0 | 1 | 2,
      headroomStops: stopsBetween(seconds, ceiling),
      heldBackStops: stopsBetween(seconds, asked),
    },
  };
}

/** The bounds in words. */
export const BOUNDS = { well: 'well', converter: "converter's range" } as const;

/** Stops from one exposure to a longer one; 0 where they differ by rounding only. */
const stopsBetween = (from: number, to: number): number =>
  to > from * (1 + 1e-5) ? Math.log2(to / from) : 0;

/** Six significant digits, so that the printed exposure is the one that was used. */
const rounded = (seconds: number): number => Number(seconds.toPrecision(6));

/** Red, green (mean of both) and blue of each 2x2 cell inside the scene, or of all lit cells when those are too few. */
function meteredCells(
  light: Float32Array,
  { grid, layout, footprint }: MeteredFrame,
): { readonly channels: Float32Array[]; readonly metered: MeteredCells } {
  const { rows, columns } = grid;
  const all = (rows >> 1) * (columns >> 1);
  const answer = (channels: Float32Array[], of: MeteredCells['of']) => {
    const cells = channels[0]!.length;
    return { channels, metered: { cells, share: cells / Math.max(1, all), of } };
  };
  const { holds } = footprint;
  const across = Float64Array.from({ length: columns >> 1 }, (_, cell) =>
    overlap(2 * cell, 2 * cell + 2, footprint.left, footprint.right),
  );
  const isInside = new Uint8Array(across.length);
  /** The corners at the top of a row of cells that lie inside the scene; the corners at the bottom of a row are those at the top of the next. */
  let known = { row: -1, corners: new Uint8Array(0) };
  const heldCorners = (row: number): Uint8Array => {
    if (known.row !== row)
      known = {
        row,
        corners: Uint8Array.from({ length: across.length + 1 }, (_, cell) =>
          Number(holds?.(2 * cell, row) ?? true),
        ),
      };
    return known.corners;
  };
  const inside = collectCells(light, grid, layout, (row) => {
    const down = overlap(row, row + 2, footprint.top, footprint.bottom);
    for (let cell = 0; cell < across.length; cell += 1)
      isInside[cell] = Number(down * across[cell]! >= INSIDE);
    if (holds) keepHeld(isInside, heldCorners(row), heldCorners(row + 2));
    return isInside;
  });
  if (inside[0]!.length >= FEWEST_CELLS || rows < 2 || columns < 2)
    return answer(inside, 'inside the scene');
  const threshold = largest(light) * LIT;
  const lit = collectCells(light, grid, layout, (row) => {
    for (let cell = 0, at = row * columns; cell < across.length; cell += 1, at += 2)
      isInside[cell] = Number(
        Math.max(light[at]!, light[at + 1]!, light[at + columns]!, light[at + columns + 1]!) >
          threshold,
      );
    return isInside;
  });
  return answer(lit, 'lit');
}

/** Keeps the cells of a row whose four corners lie inside the scene, whose outline is nearly straight over the size of a cell. */
function keepHeld(cells: Uint8Array, above: Uint8Array, below: Uint8Array): void {
  for (let cell = 0; cell < cells.length; cell += 1)
    cells[cell]! &= above[cell]! & above[cell + 1]! & below[cell]! & below[cell + 1]!;
}

/** Collects the channels of all metered cells. `metered` returns for a row of cells, given its first row of pixels, which cells to take: not 0. */
function collectCells(
  light: Float32Array,
  { rows, columns }: PixelGrid,
  layout: Receptors['layout'],
  metered: (row: number) => Uint8Array,
): Float32Array[] {
  const [reds, greens, blues] = [0, 1, 2].map(
    () => new Float32Array((rows >> 1) * (columns >> 1)),
  ) as [Float32Array, Float32Array, Float32Array];
  // Positions of the red, the two green and the blue pixels in a cell.
  const places = [layout[0][0], layout[0][1], layout[1][0], layout[1][1]];
  const offset = (place: number): number => (place >> 1) * columns + (place & 1);
  const [red, blue, oneGreen, otherGreen] = [
    offset(places.indexOf(0)),
    offset(places.indexOf(2)),
    offset(places.indexOf(1)),
    offset(places.lastIndexOf(1)),
  ];
  let count = 0;
  for (let row = 0; row + 1 < rows; row += 2) {
    const take = metered(row);
    for (let cell = 0, at = row * columns; cell < take.length; cell += 1, at += 2) {
      if (take[cell] === 0) continue;
      reds[count] = light[at + red]!;
      greens[count] = (light[at + oneGreen]! + light[at + otherGreen]!) / 2;
      blues[count] = light[at + blue]!;
      count += 1;
    }
  }
  return [reds, greens, blues].map((channel) => channel.subarray(0, count));
}

function largest(values: Float32Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i += 1) if (values[i]! > most) most = values[i]!;
  return most;
}

/** The exposure for the picture as it is shown, after white balance and colour matrix of the ISP. */
function shownExposure(
  cells: readonly Float32Array[],
  sensor: SensorPlan,
  shown: ShownColour,
): Pick<Exposure, 'seconds' | 'reason'> | undefined {
  const { area, conversionGain } = pixelOf(sensor);
  const { analog_gain: gain, analog_offset: offset, voltage_swing: swing } = sensor.parameters;
  const count = cells[0]!.length;
  const channels = [0, 1, 2].map(() => new Float32Array(count));
  const luma = new Float32Array(count);
  const [reds, greens, blues] = cells as [Float32Array, Float32Array, Float32Array];
  const perUnit = (area * conversionGain) / gain / swing;
  const floor = offset / gain / swing;
  for (let c = 0; c < 3; c += 1) {
    const [fromRed, fromGreen, fromBlue] = shown[c]!;
    const channel = channels[c]!;
    for (let cell = 0; cell < count; cell += 1) {
      const value =
        fromRed * (reds[cell]! * perUnit + floor) +
        fromGreen * (greens[cell]! * perUnit + floor) +
        fromBlue * (blues[cell]! * perUnit + floor);
      channel[cell] = value;
      luma[cell]! += LUMA[c]! * value;
    }
  }
  const high = percentile(luma, 0.995);
  const brightest = largest(luma);
  let [lit, bright, logarithms] = [0, 0, 0];
  for (const value of luma) {
    if (value > LIT * brightest) {
      lit += 1;
      logarithms += log(value / high);
    }
    if (value > 0.7 * high) bright += 1;
  }
  const usable = (value: number): boolean => Number.isFinite(value) && value > 0;
  if (lit > count / 2 && bright < 0.15 * count) {
    const boost = Math.min(1.4, Math.max(1, 0.34 / exp(logarithms / lit)));
    return usable(high)
      ? {
          seconds: (0.97 / high) * boost,
          reason: `photographic scene, highlights at 97 %, raised ${boost.toFixed(2)} ×`,
        }
      : undefined;
  }
  const highest = Math.max(...channels.map((channel) => percentile(channel, 0.995)));
  return usable(highest)
    ? { seconds: 0.92 / highest, reason: 'chart, brightest shown channel at 92 %' }
    : undefined;
}

import { exp, log } from '../quantities/elementary.ts';
import { overlap, type Footprint } from '../optics/footprint.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { Mosaic } from './colour-filters.ts';
import { capturesOf } from './chip/captures.ts';
import { firstBound, pixelOf, type Bound, type SensorPlan } from './pixel.ts';
import { percentile } from '../analysis/percentile.ts';

/** An exposure time and how it was determined. */
export interface Exposure {
  readonly seconds: number;
  readonly reason: string;
  /** The metered area; absent when there was no light to meter. */
  readonly metered?: MeteredCells;
  readonly limit?: ExposureLimit;
}

/** What a recipe asks of the exposure. */
export type ExposurePlan = FixedExposure | AutoExposure;
interface FixedExposure {
  readonly mode: 'fixed';
  readonly seconds: number;
}
/** The meter with a limit and a compensation. */
export interface AutoExposure {
  readonly mode: 'auto';
  /** Undefined: the longest exposure of the sensor, or of the meter. */
  readonly longestSeconds: number | undefined;
  readonly compensationStops: number;
}

/** The pixels that are metered, their colour filters, and the footprint of the scene on them. */
export interface MeteredFrame {
  readonly grid: PixelGrid;
  readonly mosaic: Mosaic;
  readonly footprint: Footprint;
  /**
   * All that the cells inside the scene depend on, as text: frames of the same key share them.
   * Absent: they are determined anew.
   */
  readonly key?: string;
}

/**
 * The metered cells, each a tile of the colour filter array: those inside the scene and the image
 * circle, or all lit cells where those are too few.
 */
export interface MeteredCells {
  readonly cells: number;
  /** Share of the picture's cells. */
  readonly share: number;
  readonly of: 'inside the scene' | 'lit';
}

/** The exposure in relation to the range of the sensor. */
export interface ExposureLimit {
  /**
   * The bound that the brightest channel reaches first: 95 % of the well, or 95 % of the
   * converter's range.
   */
  readonly bound: Bound;
  readonly channel: number;
  /** Stops up to that bound; 0 at it. */
  readonly headroomStops: number;
  /**
   * Stops by which the bound, or the longest exposure, shortened the exposure that the picture
   * asked for; 0 when neither did.
   */
  readonly heldBackStops: number;
}

/**
 * How the ISP shows the raw channels: shown = matrix · (red, green, blue), full scale 1. Undefined
 * without an ISP.
 */
export type ShownColour = readonly [
  readonly [number, number, number],
  readonly [number, number, number],
  readonly [number, number, number],
];

/** Share of a cell that must lie inside the scene for the cell to be metered. */
const INSIDE = 0.99;
export const FEWEST_CELLS = 64;
/** A cell is lit above this share of the picture's maximum. */
export const LIT = 0.02;
/** Weights of R', G' and B' in Y'. */
export const LUMA = [0.2126, 0.7152, 0.0722] as const;
/** The percentile of Y' that is called hi. */
export const HI_PERCENTILE = 0.995;
/** Share of full scale that hi gets in a photographic scene, and the largest channel in a chart. */
const HI_OF_SCENE = 0.97;
const HI_OF_CHART = 0.92;
/** Fewer cells than this share exceed this share of hi in a photographic scene. */
const FEW_BRIGHT = 0.15;
export const BRIGHT = 0.7;
/** The geometric mean of Y'/hi from which on a photographic scene gets no boost, and the limit. */
const UNBOOSTED_MEAN = 0.34;
const LARGEST_BOOST = 1.4;
/** Share of full scale, or of the well, that the brightest channel reaches at t_95. */
const SHARE_AT_T95 = 0.95;
/** Where neither sensor nor recipe says more. */
export const LONGEST_SECONDS = 10;
const FALLBACK_SECONDS = 1 / 60;

/**
 * Automatic exposure from the noise-free picture of one second (docs/reference/physics.md#p6). With
 * an ISP the picture as it is shown decides; without one the brightest channel reaches 95 % of full
 * scale or of the well.
 *
 * @param light electrons/(s·m²) per pixel.
 */
export const meterExposure = (
  light: Float32Array,
  frame: MeteredFrame,
  sensor: SensorPlan,
  shown?: ShownColour,
): Exposure => exposureOf(meteredLight(light, frame), sensor, shown);

/** The exposure of `meterExposure` for light that was metered. */
export const exposureOf = (
  light: MeteredLight,
  sensor: SensorPlan,
  shown?: ShownColour,
): Exposure => exposureFrom(figuresOf(light, sensor, shown), sensor);

/** What an exposure needs to know of metered light. */
export interface MeteredFigures {
  readonly metered: MeteredCells;
  /** Largest light of each channel, electrons/(s·m²); at least 0. */
  readonly largest: readonly number[];
  /** Figures of the picture that an ISP shows; absent without one and for sensors with captures. */
  readonly shown?: () => ShownFigures;
  /** Present for sensors with captures. */
  readonly captures?: () => CaptureFigures;
}

/**
 * Figures of the metered cells as an ISP shows them, per second; Y' is theirs. Functions give what
 * not every picture needs.
 */
export interface ShownFigures {
  readonly cells: number;
  /** The high percentile of Y'. */
  readonly hi: number;
  /** Cells above `LIT` of the largest Y', and above `BRIGHT` of `hi`. */
  readonly lit: number;
  readonly bright: number;
  /** Σ ln(Y'/hi) over the lit cells. */
  readonly logarithms: () => number;
  /** The high percentiles of the channels R', G' and B'. */
  readonly highs: () => readonly number[];
}

/** Figures of the channel whose high percentile is largest, electrons/(s·m²). */
interface CaptureFigures {
  /** That percentile; the largest value where it is 0. */
  readonly high: number;
  /** Mean logarithm of the values above `LIT` of the largest. */
  readonly meanLogarithm: number;
}

/** The figures of metered light. */
export function figuresOf(
  { channels, metered }: MeteredLight,
  sensor: SensorPlan,
  shown: ShownColour | undefined,
): MeteredFigures {
  const common = { metered, largest: channels.map(largest) };
  if (sensor.chip?.captures) return { ...common, captures: () => captureFigures(channels) };
  if (!shown) return common;
  let known: ShownFigures | undefined;
  return {
    ...common,
    shown: () => (known ??= shownFigures(channels, shownUnits(sensor, shown))),
  };
}

/**
 * The exposure for figures of metered light.
 *
 * @param wished the compensation multiplies the exposure before the longest one limits it.
 */
export function exposureFrom(
  { metered, largest: brightestLight, shown, captures }: MeteredFigures,
  sensor: SensorPlan,
  wished?: AutoExposure,
): Exposure {
  const { area } = pixelOf(sensor);
  const brightest = brightestLight.map((light) => light * area);
  const peak = Math.max(...brightest);
  const { longestExposureSeconds: ofSensor } = sensor;
  const longest = Math.min(
    wished?.longestSeconds ?? ofSensor ?? LONGEST_SECONDS,
    ofSensor ?? Infinity,
  );
  const compensationStops = wished?.compensationStops ?? 0;
  const compensated = 2 ** compensationStops;
  if (!(peak > 0) || !Number.isFinite(peak))
    return {
      seconds: rounded(Math.min(FALLBACK_SECONDS * compensated, longest)),
      reason: 'nothing to meter',
    };
  const { t95, bound, wanted } = captures
    ? captureBounds(captures(), sensor)
    : { ...singleBounds(brightest, sensor), wanted: shown && shownExposure(shown()) };
  const asked = wanted?.seconds ?? t95;
  const usable = Math.min(asked, t95) * compensated;
  const seconds = rounded(Math.min(usable, longest));
  const reason =
    wanted && asked < t95
      ? wanted.reason
      : `brightest channel at 95 % of the ${BOUNDS[bound]}${sensor.chip?.captures ? ' of the last capture' : ''}`;
  return {
    seconds,
    reason:
      usable > longest
        ? `the scene would need ${usable.toPrecision(3)} s; the longest exposure is ${longest} s`
        : compensationStops === 0
          ? reason
          : `${reason}; compensated by ${compensationStops > 0 ? '+' : ''}${compensationStops} stops`,
    metered,
    limit: {
      bound,
      channel: brightest.indexOf(peak),
      headroomStops: stopsBetween(seconds, t95),
      heldBackStops: stopsBetween(seconds, asked),
    },
  };
}

/** What the exposure of a picture may not exceed, and what it aims at. */
interface Bounds {
  /** Seconds at which the brightest light reaches 95 % of a bound. */
  readonly t95: number;
  readonly bound: Bound;
}

/** 95 % of the converter's range, without the offset, and of the well, electrons. */
function boundElectrons({
  parameters: {
    analog_gain: gain,
    analog_offset: offset,
    voltage_swing: swing,
    well_capacity: well,
  },
}: Pick<SensorPlan, 'parameters'>): { readonly electrons: number; readonly bound: Bound } {
  const converterElectrons = ((SHARE_AT_T95 * swing * gain - offset) * well) / swing;
  const wellElectrons = SHARE_AT_T95 * well;
  return {
    electrons: Math.min(converterElectrons, wellElectrons),
    bound: firstBound(converterElectrons, wellElectrons),
  };
}

/** @param brightest electrons per second of each channel's brightest cell. */
function singleBounds(brightest: readonly number[], sensor: SensorPlan): Bounds {
  const { electrons: most, bound } = boundElectrons(sensor);
  return { t95: Math.min(...brightest.map((electrons) => most / electrons)), bound };
}

/**
 * Captures are exposed for the middle of the picture, as long as the last one holds its highlights.
 *
 * @see docs/reference/sensor-depth.md#metering
 */
function captureBounds(
  { high, meanLogarithm }: CaptureFigures,
  sensor: SensorPlan,
): Bounds & { readonly wanted: Pick<Exposure, 'seconds' | 'reason'> } {
  const captures = capturesOf(sensor);
  const [first, last] = [captures[0]!, captures.at(-1)!];
  const { area } = first.pixel;
  const { bound } = boundElectrons(last.capture);
  return {
    t95: (SHARE_AT_T95 * last.pixel.saturation) / (last.scale * area * high),
    bound,
    wanted: {
      seconds: (GREY_OF_CAPTURES * first.pixel.saturation) / (area * exp(meanLogarithm)),
      reason: 'the lit part on average at 18 % of the saturation of the first capture',
    },
  };
}

function captureFigures(channels: readonly Float32Array[]): CaptureFigures {
  const highs = channels.map((channel) => percentile(channel, HI_PERCENTILE));
  const hi = Math.max(...highs);
  const brightest = channels[highs.indexOf(hi)]!;
  const most = largest(brightest);
  let [lit, logarithms] = [0, 0];
  for (const value of brightest)
    if (value > LIT * most) {
      lit += 1;
      logarithms += log(value);
    }
  return { high: hi > 0 ? hi : most, meanLogarithm: logarithms / lit };
}
/** Share of the first capture's saturation at which the log-average of the picture lies. */
const GREY_OF_CAPTURES = 0.18;

/**
 * The exposure of a meter that avoids the bands of flickering light: whole periods, where it is as
 * long as one.
 *
 * @param hertz of the light.
 */
export function wholePeriods(exposure: Exposure, hertz: number | undefined): Exposure {
  if (hertz === undefined) return exposure;
  const { seconds, reason, limit } = exposure;
  const periods = Math.floor(seconds * hertz + PERIOD_ROUNDING);
  if (periods < 1)
    return {
      ...exposure,
      reason: `${reason}; shorter than a period of ${hertz} Hz, so bands of flicker remain`,
    };
  const whole = periods / hertz;
  return {
    ...exposure,
    seconds: whole,
    reason: `${reason}; shortened to ${periods} period${periods === 1 ? '' : 's'} of ${hertz} Hz`,
    ...(limit && {
      limit: { ...limit, headroomStops: limit.headroomStops + stopsBetween(whole, seconds) },
    }),
  };
}
/** A share of a period by which rounding may shorten an exposure of whole periods. */
const PERIOD_ROUNDING = 1e-6;

/** The bounds in words. */
export const BOUNDS = { well: 'well', converter: "converter's range" } as const;

/** Stops from one exposure to a longer one; 0 where they differ by rounding only. */
const stopsBetween = (from: number, to: number): number =>
  to > from * (1 + 1e-5) ? Math.log2(to / from) : 0;

/** Six significant digits, so that the printed exposure is the one that was used. */
const rounded = (seconds: number): number => Number(seconds.toPrecision(6));

/** Light of the metered cells, electrons/(s·m²). */
export interface MeteredLight {
  /** By channel and cell; of several pixels of a channel in a cell their mean. */
  readonly channels: readonly Float32Array[];
  readonly metered: MeteredCells;
}

/** The channels of each cell inside the scene, or of all lit cells when those are too few. */
export function meteredLight(
  light: Float32Array,
  { grid, mosaic, footprint, key }: MeteredFrame,
): MeteredLight {
  const { rows, columns } = grid;
  const cell = cellOf(mosaic, columns);
  const [down, across] = [Math.floor(rows / cell.rows), Math.floor(columns / cell.columns)];
  const answer = (
    channels: readonly Float32Array[],
    meteredArea: MeteredCells['of'],
  ): MeteredLight => {
    const cells = channels[0]!.length;
    return {
      channels,
      metered: { cells, share: cells / Math.max(1, down * across), of: meteredArea },
    };
  };
  const cells = insideCells({ grid, mosaic, footprint, ...(key !== undefined && { key }) });
  const inside = collectCells(light, grid, cell, (row) => {
    const from = (row / cell.rows) * across;
    return cells.inside.subarray(from, from + across);
  });
  if (inside[0]!.length >= FEWEST_CELLS || down < 1 || across < 1)
    return answer(inside, 'inside the scene');
  const threshold = largest(light) * LIT;
  const places = cell.places.flat();
  const isLit = new Uint8Array(across);
  const lit = collectCells(light, grid, cell, (row) => {
    for (let i = 0, at = row * columns; i < across; i += 1, at += cell.columns)
      isLit[i] = Number(places.some((place) => light[at + place]! > threshold));
    return isLit;
  });
  return answer(lit, 'lit');
}

/** The cells of a frame that lie inside its scene. */
export interface InsideCells {
  /** 1 for each cell inside, row by row, and 0 for the others. */
  readonly inside: Uint8Array;
  /** How many do. */
  readonly count: number;
}

/** Cells of the last frames, by key; all frames of a camera have one key. */
const knownInside = new Map<string, InsideCells>();
const MOST_FRAMES = 4;

/** Determines the cells of a frame that lie inside its scene, or finds them. */
export function insideCells(frame: MeteredFrame): InsideCells {
  const { key } = frame;
  const known = key === undefined ? undefined : knownInside.get(key);
  if (known || key === undefined) return known ?? newInsideCells(frame);
  const made = newInsideCells(frame);
  const [oldest] = knownInside.keys();
  if (knownInside.size >= MOST_FRAMES) knownInside.delete(oldest!);
  knownInside.set(key, made);
  return made;
}

function newInsideCells({ grid: { rows, columns }, mosaic, footprint }: MeteredFrame): InsideCells {
  const cell = cellOf(mosaic, columns);
  const [down, across] = [Math.floor(rows / cell.rows), Math.floor(columns / cell.columns)];
  const { holds } = footprint;
  const covered = Float64Array.from({ length: across }, (_, i) =>
    overlap(cell.columns * i, cell.columns * (i + 1), footprint.left, footprint.right),
  );
  /** The corners at the top of a row of cells that lie inside the scene. */
  const heldCorners = (row: number): Uint8Array => {
    const corners = new Uint8Array(across + 1);
    if (holds)
      for (let i = 0; i <= across; i += 1) corners[i] = Number(holds(cell.columns * i, row));
    return corners;
  };
  const inside = new Uint8Array(down * across);
  let count = 0;
  let above = heldCorners(0);
  for (let cellRow = 0; cellRow < down; cellRow += 1) {
    const row = cellRow * cell.rows;
    const height = overlap(row, row + cell.rows, footprint.top, footprint.bottom);
    const line = inside.subarray(cellRow * across, (cellRow + 1) * across);
    for (let i = 0; i < across; i += 1) line[i] = Number(height * covered[i]! >= INSIDE);
    const below = heldCorners(row + cell.rows);
    if (holds) keepHeld(line, above, below);
    above = below;
    for (let i = 0; i < across; i += 1) count += line[i]!;
  }
  return { inside, count };
}

/** A tile of the colour filter array on a grid. */
export interface Cell {
  readonly rows: number;
  readonly columns: number;
  /**
   * Per channel: where its pixels lie, counted from the cell's first pixel along the rows of the
   * picture.
   */
  readonly places: readonly (readonly number[])[];
}

/** The tile of a mosaic on a grid of so many columns. */
export const cellOf = ({ channels, layout }: Mosaic, columns: number): Cell => ({
  rows: layout.length,
  columns: layout[0]!.length,
  places: channels.map((_, channel) =>
    layout.flatMap((line, row) =>
      line.flatMap((other, column) => (other === channel ? [row * columns + column] : [])),
    ),
  ),
});

/**
 * Keeps the cells of a row whose four corners lie inside the scene, whose outline is nearly
 * straight over the size of a cell.
 */
function keepHeld(cells: Uint8Array, above: Uint8Array, below: Uint8Array): void {
  for (let cell = 0; cell < cells.length; cell += 1)
    cells[cell]! &= above[cell]! & above[cell + 1]! & below[cell]! & below[cell + 1]!;
}

/**
 * Collects the channels of all metered cells. `metered` returns for a row of cells, given its first
 * row of pixels, which cells to take: not 0.
 */
function collectCells(
  light: Float32Array,
  { rows, columns }: PixelGrid,
  cell: Cell,
  metered: (row: number) => Uint8Array,
): Float32Array[] {
  const most = Math.floor(rows / cell.rows) * Math.floor(columns / cell.columns);
  const channels = cell.places.map(() => new Float32Array(most));
  let count = 0;
  for (let row = 0; row + cell.rows <= rows; row += cell.rows) {
    const take = metered(row);
    for (let i = 0, at = row * columns; i < take.length; i += 1, at += cell.columns) {
      if (take[i] === 0) continue;
      for (let channel = 0; channel < channels.length; channel += 1) {
        const places = cell.places[channel]!;
        let sum = 0;
        for (let place = 0; place < places.length; place += 1) sum += light[at + places[place]!]!;
        channels[channel]![count] = sum / places.length;
      }
      count += 1;
    }
  }
  return channels.map((channel) => channel.subarray(0, count));
}

function largest(values: Float32Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i += 1) if (values[i]! > most) most = values[i]!;
  return most;
}

/** Units of shown channels: shown = matrix · (light · perUnit + floor), full scale 1. */
export interface ShownUnits {
  readonly matrix: ShownColour;
  /** Share of full scale per second, for a unit of light and for no light. */
  readonly perUnit: number;
  readonly floor: number;
}

export function shownUnits(sensor: SensorPlan, matrix: ShownColour): ShownUnits {
  const { area, conversionGain } = pixelOf(sensor);
  const { analog_gain: gain, analog_offset: offset, voltage_swing: swing } = sensor.parameters;
  return {
    matrix,
    perUnit: (area * conversionGain) / gain / swing,
    floor: offset / gain / swing,
  };
}

/** Figures of R', G' and B' after white balance and colour matrix of the ISP, unclipped. */
function shownFigures(
  cells: readonly Float32Array[],
  { matrix, perUnit, floor }: ShownUnits,
): ShownFigures {
  const count = cells[0]!.length;
  const channels = [0, 1, 2].map(() => new Float32Array(count));
  const luma = new Float32Array(count);
  const [reds, greens, blues] = cells as [Float32Array, Float32Array, Float32Array];
  for (let c = 0; c < 3; c += 1) {
    const [fromRed, fromGreen, fromBlue] = matrix[c]!;
    const channel = channels[c]!;
    const share = LUMA[c]!;
    for (let cell = 0; cell < count; cell += 1) {
      const value =
        fromRed * (reds[cell]! * perUnit + floor) +
        fromGreen * (greens[cell]! * perUnit + floor) +
        fromBlue * (blues[cell]! * perUnit + floor);
      channel[cell] = value;
      luma[cell]! += share * value;
    }
  }
  const hi = percentile(luma, HI_PERCENTILE);
  const threshold = LIT * largest(luma);
  let [lit, bright] = [0, 0];
  for (let cell = 0; cell < count; cell += 1) {
    if (luma[cell]! > threshold) lit += 1;
    if (luma[cell]! > BRIGHT * hi) bright += 1;
  }
  return {
    cells: count,
    hi,
    lit,
    bright,
    logarithms: () => {
      let sum = 0;
      for (const value of luma) if (value > threshold) sum += log(value / hi);
      return sum;
    },
    highs: () => channels.map((channel) => percentile(channel, HI_PERCENTILE)),
  };
}

/** The exposure for the picture as it is shown. */
function shownExposure({
  cells,
  hi,
  lit,
  bright,
  logarithms,
  highs,
}: ShownFigures): Pick<Exposure, 'seconds' | 'reason'> | undefined {
  const usable = (value: number): boolean => Number.isFinite(value) && value > 0;
  if (lit > cells / 2 && bright < FEW_BRIGHT * cells) {
    const boost = Math.min(LARGEST_BOOST, Math.max(1, UNBOOSTED_MEAN / exp(logarithms() / lit)));
    return usable(hi)
      ? {
          seconds: (HI_OF_SCENE / hi) * boost,
          reason: `photographic scene: ${boost.toFixed(2)} times the exposure that puts its highlights at 97 % of full scale`,
        }
      : undefined;
  }
  const highest = Math.max(...highs());
  return usable(highest)
    ? { seconds: HI_OF_CHART / highest, reason: 'chart, brightest shown channel at 92 %' }
    : undefined;
}

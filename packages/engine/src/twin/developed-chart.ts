import type { MeasuredPicture } from '../analysis/measured-picture.ts';
import { meanOf } from '../quantities/statistics.ts';
import { fail } from '../text/json-fields.ts';
import { chartPatches, pixelsOfPatch, type ChartPlace, type PatchPart } from './chart-patches.ts';
import type { TwinEntry } from './manifest.ts';
import { colourAt, type FrameLayout } from './frame-layout.ts';

/** A half of a patch as it was sensed and as it was developed. */
export interface DevelopedHalf {
  /** Of its chart. */
  readonly patch: number;
  /** Codes above black of each colour, with shading. */
  readonly raw: readonly number[];
  /** Shares of the largest code: red, green, blue, or the one of a grey picture. */
  readonly developed: readonly number[];
}

const HALVES: readonly PatchPart[] = [
  [0, 0.5],
  [0.5, 1],
];
/** Share of the values of a patch that are left out at each end: it still has its defects. */
const TRIMMED = 0.1;
/** Correlation of raw and developed levels below which they do not show the same. */
const LEAST_LIKENESS = 0.5;
/** By how much a turned picture is liker: squares of edges are about symmetric. */
const CLEARLY = 0.02;

/** Frames that a camera developed. */
export interface DevelopedShot {
  readonly entry: TwinEntry;
  /** The mean frame without dark and response of its pixels. */
  readonly clean: Float64Array;
  readonly picture: MeasuredPicture;
}

/**
 * Halves of the patches of a chart, raw and developed.
 *
 * @throws SimulationError for a picture of another size, that is grey, or that does not show what
 * its raw frame shows.
 * @see docs/reference/twin.md#t5
 */
export function developedHalves(
  { clean, entry, picture }: DevelopedShot,
  { layout, good }: { readonly layout: FrameLayout; readonly good: Uint8Array },
  place: ChartPlace,
): readonly DevelopedHalf[] {
  refuseOtherPicture({ clean, entry, picture }, layout);
  const developedOf = (patch: number, part: PatchPart): readonly number[] => {
    const pixels = [...pixelsOfPatch(layout, place, patch, part)];
    return Array.from({ length: layout.channels.length }, (_, colour) =>
      trimmedMean(pixels.map(({ i }) => shareAt(picture, i, colour, layout))),
    );
  };
  return HALVES.flatMap((part) =>
    chartPatches(clean, layout, good, { place, entry: entry.at, part }).map((raw, patch) => ({
      patch,
      raw,
      developed: developedOf(patch, part),
    })),
  );
}

/** Value of a picture as a share of its largest code; of a camera of one colour the mean. */
export function shareAt(
  { channels, data, largest }: MeasuredPicture,
  i: number,
  colour: number,
  layout: FrameLayout,
): number {
  if (channels === 1) return data[i]! / largest!;
  if (layout.channels.length > 1) return data[3 * i + colour]! / largest!;
  return (data[3 * i]! + data[3 * i + 1]! + data[3 * i + 2]!) / (3 * largest!);
}

function trimmedMean(values: readonly number[]): number {
  const cut = Math.floor(TRIMMED * values.length);
  return meanOf([...values].sort((a, b) => a - b).slice(cut, values.length - cut));
}

/** Sides of the cells over which green is compared, px: whole tiles. */
const CELL = 8;
const TURNS = [
  { is: 'upside down', across: true, down: true },
  { is: 'mirrored', across: true, down: false },
  { is: 'upside down and mirrored', across: false, down: true },
] as const;

/**
 * @throws SimulationError for a picture that was cropped, scaled or turned, that is grey, or that
 *   shows something else than its raw frame.
 */
export function refuseOtherPicture(
  { clean, entry: { at, developed }, picture }: DevelopedShot,
  layout: FrameLayout,
): void {
  const path = `frames[${at}].developed`;
  const { rows, columns, channels, data } = picture;
  if (rows !== layout.rows || columns !== layout.columns)
    fail(
      path,
      `${path}: ${developed!} is ${rows} × ${columns}, its raw frame ${layout.rows} × ${layout.columns}: a developed picture that was cropped, scaled or turned cannot be compared.`,
    );
  if (channels === 1 && layout.channels.length > 1)
    fail(path, `${path}: ${developed!} is grey, and the camera has colours.`);
  const cells = [rows, columns].map((side) => Math.floor(side / CELL)) as [number, number];
  const [high, wide] = cells;
  const isFirst = (i: number): boolean =>
    colourAt(layout, Math.floor(i / columns), i % columns) === layout.first;
  const raw = cellMeans((i) => (isFirst(i) ? clean[i]! : 0), columns, cells);
  const shown = cellMeans((i) => data[channels * i + (channels >> 1)]!, columns, cells);
  const likeness = (across: boolean, down: boolean): number =>
    rankCorrelation(
      raw,
      raw.map((_, i) => {
        const [y, x] = [Math.floor(i / wide), i % wide];
        return shown[(down ? high - 1 - y : y) * wide + (across ? wide - 1 - x : x)]!;
      }),
    );
  const upright = likeness(false, false);
  for (const { is, across, down } of TURNS)
    if (likeness(across, down) > Math.max(upright + CLEARLY, LEAST_LIKENESS))
      fail(path, `${path}: ${developed!} is ${is} against its raw frame.`);
  if (upright < LEAST_LIKENESS)
    fail(path, `${path}: ${developed!} does not show what its raw frame shows.`);
}

function cellMeans(
  at: (i: number) => number,
  columns: number,
  [high, wide]: readonly [number, number],
): readonly number[] {
  return Array.from({ length: high * wide }, (_, cell) => {
    const [top, left] = [CELL * Math.floor(cell / wide), CELL * (cell % wide)];
    let sum = 0;
    for (let y = top; y < top + CELL; y += 1)
      for (let x = left; x < left + CELL; x += 1) sum += at(y * columns + x);
    return sum;
  });
}

/** Of the orders of values, so that a curve between them does not count. */
function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const middle = (a.length - 1) / 2;
  const sum = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
    Array.from(x).reduce((all, value, i) => all + (value - middle) * (y[i]! - middle), 0);
  return sum(a, b) / Math.sqrt(sum(a, a) * sum(b, b));
}

function ranksOf(values: readonly number[]): Float64Array {
  const ranks = new Float64Array(values.length);
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return ranks;
}

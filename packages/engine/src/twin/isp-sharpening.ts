import { LUMINANCE } from '../analysis/measured-picture.ts';
import { onCurve, type MonotoneCurve } from '../optics/measured/monotone-curve.ts';
import { medianOf } from '../quantities/statistics.ts';
import {
  FEWEST_DRAWN,
  drawnInterval,
  drawnPlaces,
  type Draws,
  type Interval,
} from './bootstrap.ts';
import { refuseOtherPicture, shareAt, type DevelopedShot } from './developed-chart.ts';
import { squareSfrs, type SquareSfr } from './edge-squares.ts';
import type { KnownSfr, LensEstimate } from './estimate-lens.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import type { IspModel } from './fit-isp.ts';
import { colourAt, type FrameLayout } from './frame-layout.ts';
import { MASK_MARGIN, unsharpMask, type MaskedSquare, type UnsharpMask } from './isp-mask.ts';
import { shadingSurface } from './light-shading.ts';

/** Sharpness of developed pictures over the one of raw frames, and the mask that explains it. */
export interface IspSharpening extends UnsharpMask {
  /** Cycles per pixel. */
  readonly frequencies: readonly number[];
  readonly ratio: readonly number[];
  /** Null of few edges. */
  readonly interval: readonly Interval[] | null;
}

/** What a camera is known to be beside its mask. */
export interface BesideMask extends Pick<LensEstimate, 'shading'> {
  readonly sfr: readonly KnownSfr[];
  readonly sensor: SensorEstimate;
  readonly model: IspModel;
  /** Code above black that is 1 for the curve. */
  readonly brightest: number;
}

/** Raw response below which a ratio says nothing. */
const LEAST_RESPONSE = 0.1;
/** Shares of the largest code between which the curve is known. */
const [LEAST, MOST] = [0.01, 0.99];
/** Share of the pixels round a square that may lie outside of them. */
const MOST_CLIPPED = 0.01;
/** Half of what is looked at round a square, sides of it. */
const AROUND = 0.98;
const STREAM = 0x7368;

/**
 * The sharpening of an ISP, from edges that it developed.
 *
 * @returns nothing where no square can be measured in both, with sentences.
 * @see docs/reference/twin.md#t5
 */
export function ispSharpening(
  edges: readonly DevelopedShot[],
  beside: BesideMask,
  draws: Draws,
): { readonly sharpening: IspSharpening | undefined; readonly notes: readonly string[] } {
  const { sensor, sfr, model } = beside;
  const notes: string[] = [];
  const pairs: { readonly raw: SquareSfr; readonly shown: SquareSfr }[] = [];
  const squares: MaskedSquare[] = [];
  const good = widened(sensor.good, sensor.layout);
  for (const shot of edges) {
    refuseOtherPicture(shot, sensor.layout);
    const cut = shot.entry.squares!.map((at) => squareAt(at, shot, good, beside));
    squares.push(...cut.map(({ square }) => square));
    const shown = developedSfrs(shot, good, beside);
    notes.push(...shown.notes);
    if (cut.some(({ isClipped }) => isClipped))
      notes.push(
        `${shot.entry.developed!} is clipped beside edges: the ratio of the sharpness is too low at high frequencies; amount and sigma leave clipped pixels out.`,
      );
    for (const one of shown.found) {
      const raw = sfr.find(
        ({ x, y, direction }) => x === one.x && y === one.y && direction === one.direction,
      );
      if (raw) pairs.push({ raw, shown: one });
    }
  }
  if (pairs.length === 0) return { sharpening: undefined, notes };
  return {
    notes,
    sharpening: { ...ratiosOf(pairs, draws), ...unsharpMask(squares, model, draws) },
  };
}

/** Medians over edges, where the raw frame has a response. */
function ratiosOf(
  pairs: readonly { readonly raw: SquareSfr; readonly shown: SquareSfr }[],
  draws: Draws,
): Pick<IspSharpening, 'frequencies' | 'ratio' | 'interval'> {
  const all = pairs[0]!.raw.frequencies;
  const kept = all.flatMap((_, i) =>
    medianOf(pairs.map(({ raw }) => raw.values[i]!)) >= LEAST_RESPONSE ? [i] : [],
  );
  const ratios = pairs.map(({ raw, shown }) =>
    kept.map((i) => shown.values[i]! / Math.max(raw.values[i]!, LEAST_RESPONSE / 2)),
  );
  const medians = (list: readonly (readonly number[])[]): readonly number[] =>
    kept.map((_, i) => medianOf(list.map((ratio) => ratio[i]!)));
  const drawn = drawnPlaces(ratios.length, draws, STREAM).map((places) =>
    medians(Array.from(places, (place) => ratios[place]!)),
  );
  return {
    frequencies: kept.map((i) => all[i]!),
    ratio: medians(ratios),
    interval:
      ratios.length < FEWEST_DRAWN
        ? null
        : kept.map((_, i) => drawnInterval(drawn.map((one) => one[i]!))),
  };
}

/** Sharpness of the squares of a developed picture, in light. */
function developedSfrs(
  { entry, picture }: DevelopedShot,
  good: Uint8Array,
  { sensor: { layout }, shading, model }: BesideMask,
) {
  const { data, channels, largest } = picture;
  const light = inverseOf(model.curve, largest!);
  const weights = channels === 1 ? [1] : LUMINANCE;
  const surface = shading && shadingSurface(shading, layout);
  const values = Float64Array.from({ length: layout.rows * layout.columns }, (_, i) => {
    const sum = weights.reduce((all, w, c) => all + w * light[data[channels * i + c]!]!, 0);
    return sum / (surface?.[i] ?? 1);
  });
  const grey: FrameLayout = { ...layout, channels: ['white'], tile: [0, 0, 0, 0], first: 0 };
  const { squares, sidePx } = entry;
  return squareSfrs(values, grey, good, { squares: squares!, side: sidePx! });
}

/** A square with its surroundings, raw and developed. */
function squareAt(
  [x, y]: readonly [number, number],
  { clean, entry, picture }: DevelopedShot,
  good: Uint8Array,
  { sensor: { layout }, brightest }: BesideMask,
): { readonly square: MaskedSquare; readonly isClipped: boolean } {
  const half = AROUND * entry.sidePx!;
  const reach = half + MASK_MARGIN;
  const [left, top] = [x, y].map((at) => Math.max(0, Math.floor(at - reach))) as [number, number];
  const columns = Math.min(layout.columns, Math.ceil(x + reach)) - left;
  const rows = Math.min(layout.rows, Math.ceil(y + reach)) - top;
  const places = Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [top + Math.floor(i / columns), left + (i % columns)];
    const isNear = Math.abs(column + 0.5 - x) < half && Math.abs(row + 0.5 - y) < half;
    return { at: row * layout.columns + column, isNear };
  });
  const developed = layout.channels.map((_, colour) =>
    Float32Array.from(places, ({ at }) => shareAt(picture, at, colour, layout)),
  );
  const isOpen = (i: number): boolean =>
    developed.every((plane) => plane[i]! > LEAST && plane[i]! < MOST);
  const near = [...places.keys()].filter((i) => places[i]!.isNear);
  const colourOf = (row: number, column: number) => colourAt(layout, top + row, left + column);
  return {
    isClipped: near.filter((i) => !isOpen(i)).length > MOST_CLIPPED * near.length,
    square: {
      rows,
      columns,
      tile: [colourOf(0, 0), colourOf(0, 1), colourOf(1, 0), colourOf(1, 1)],
      raw: Float32Array.from(places, ({ at }) => clean[at]! / brightest),
      developed,
      used: Uint8Array.from(places, ({ at, isNear }, i) =>
        Number(isNear && good[at] === 1 && isOpen(i)),
      ),
    },
  };
}

/** Light by code: the inverse of the curve, by halving. */
function inverseOf(curve: MonotoneCurve, largest: number): Float64Array {
  return Float64Array.from({ length: largest + 1 }, (_, code) => {
    let [low, high] = [curve.at[0]!, curve.at.at(-1)!];
    for (let i = 0; i < 40; i += 1) {
      const middle = (low + high) / 2;
      if (onCurve(curve, middle) < code / largest) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  });
}

/** Leaves the neighbours of faulty pixels out too: what was developed of them is faulty. */
function widened(good: Uint8Array, { rows, columns }: FrameLayout): Uint8Array {
  const out = good.slice();
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      if (good[y * columns + x]) continue;
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column += 1)
          out[row * columns + column] = 0;
    }
  return out;
}

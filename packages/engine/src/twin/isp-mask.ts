import { demosaicMenon } from '../isps/reference/demosaic-menon.ts';
import { demosaicTile } from '../isps/reference/demosaic-tile.ts';
import { onCurve } from '../optics/measured/monotone-curve.ts';
import { meanOf } from '../quantities/statistics.ts';
import {
  FEWEST_DRAWN,
  drawnInterval,
  drawnPlaces,
  type Draws,
  type Interval,
} from './bootstrap.ts';
import type { FrameLayout } from './frame-layout.ts';
import type { IspModel } from './fit-isp.ts';

/** The unsharp mask of an ISP, on the mean of its colours after the curve. */
export interface UnsharpMask {
  /** Of 1 + amount (1 - exp(-2 π² sigma² f²)); below 0 it takes noise away. */
  readonly amount: number;
  /** Null of few squares. */
  readonly amountInterval: Interval | null;
  /** Pixels. */
  readonly sigma: number;
  /** What explains best how colours are interpolated; `none` for a camera of one colour. */
  readonly demosaicing: Demosaicing;
}

export type Demosaicing = 'linear' | 'directional' | 'none';

/** A square as it was sensed and developed: cut out with its surroundings. */
export interface MaskedSquare {
  readonly rows: number;
  readonly columns: number;
  /** Colours of the upper left 2 x 2 pixels. */
  readonly tile: FrameLayout['tile'];
  /** Shares of the brightest green above black. */
  readonly raw: Float32Array;
  /** Shares of the largest code, colour after colour. */
  readonly developed: readonly Float32Array[];
  /** 1 where the pixel is compared. */
  readonly used: Uint8Array;
}

/** Pixels round a square that only the mask sees. */
export const MASK_MARGIN = 12;
const SIGMAS = Array.from({ length: 28 }, (_, i) => 0.3 * 1.1 ** i);
/** Steps of the search between two of them. */
const FINE_STEPS = 8;
const STREAM = 0x6d73;

/**
 * The mask that, after demosaicing, gains, matrix and curve, is nearest to developed squares: by
 * least squares over the pixels that are not clipped.
 *
 * @see docs/reference/twin.md#t5
 */
export function unsharpMask(
  squares: readonly MaskedSquare[],
  model: IspModel,
  draws: Draws,
): UnsharpMask {
  const ways: readonly Demosaicing[] = model.gains ? ['linear', 'directional'] : ['none'];
  const found = ways.map((way) => {
    const bases = squares.map((square) => baseOf(square, model, way));
    const at = (sigma: number) => amountAt(squares, bases, sigma);
    const coarse = least(SIGMAS, at);
    const step = 1.1 ** (1 / FINE_STEPS);
    const fine = Array.from(
      { length: 2 * FINE_STEPS + 1 },
      (_, i) => coarse.sigma * step ** (i - FINE_STEPS),
    );
    return { way, ...least(fine, at) };
  });
  const best = found.reduce((one, other) => (other.left < one.left ? other : one));
  return {
    amount: best.amount,
    amountInterval:
      squares.length < FEWEST_DRAWN
        ? null
        : drawnInterval(
            drawnPlaces(squares.length, draws, STREAM).map((places) =>
              sharedAmount(Array.from(places, (place) => best.sums[place]!)),
            ),
          ),
    sigma: best.sigma,
    demosaicing: best.way,
  };
}

interface SquareSums {
  readonly products: number;
  readonly squares: number;
  readonly left: number;
}

const sharedAmount = (sums: readonly SquareSums[]): number =>
  sums.reduce((all, { products }) => all + products, 0) /
  sums.reduce((all, { squares }) => all + squares, 0);

function amountAt(
  squares: readonly MaskedSquare[],
  bases: readonly (readonly Float32Array[])[],
  sigma: number,
) {
  const sums = squares.map((square, i) => sumsOf(square, bases[i]!, sigma));
  const amount = sharedAmount(sums);
  const left = sums.reduce(
    (all, one) => all + one.left - 2 * amount * one.products + amount ** 2 * one.squares,
    0,
  );
  return { sigma, sums, amount, left };
}

function least<Found extends { readonly left: number }>(
  sigmas: readonly number[],
  at: (sigma: number) => Found,
): Found {
  return sigmas.map(at).reduce((one, other) => (other.left < one.left ? other : one));
}

/** Products and squares of what a mask adds and what is missing without one. */
function sumsOf(
  { rows, columns, developed, used }: MaskedSquare,
  base: readonly Float32Array[],
  sigma: number,
): SquareSums {
  const mean = base[0]!.map((_, i) => meanOf(base.map((plane) => plane[i]!)));
  const soft = blurred(mean, rows, columns, sigma);
  let [products, squares, left] = [0, 0, 0];
  for (let i = 0; i < mean.length; i += 1) {
    if (!used[i]) continue;
    const more = mean[i]! - soft[i]!;
    for (const [colour, plane] of developed.entries()) {
      const missing = plane[i]! - base[colour]![i]!;
      products += more * missing;
      squares += more * more;
      left += missing * missing;
    }
  }
  return { products, squares, left };
}

/** A square developed without a mask. Balanced first: interpolation compares colours. */
function baseOf(
  { rows, columns, tile, raw }: MaskedSquare,
  model: IspModel,
  way: Demosaicing,
): readonly Float32Array[] {
  const gains = [model.gains?.[0] ?? 1, 1, model.gains?.[1] ?? 1];
  const values = raw.map(
    (value, i) => value * gains[tile[2 * (Math.floor(i / columns) & 1) + ((i % columns) & 1)]!]!,
  );
  const layout = [tile.slice(0, 2), tile.slice(2)];
  const planes =
    way === 'none'
      ? [values]
      : way === 'linear'
        ? demosaicTile(values, { rows, columns }, layout, 3)
        : demosaicMenon({ values, rows, columns, layout });
  return model.matrix.map((row) =>
    values.map((_, i) =>
      onCurve(
        model.curve,
        row.reduce((sum, factor, c) => sum + factor * planes[c]![i]!, 0),
      ),
    ),
  );
}

/** A plane after a Gaussian; its borders go on. */
function blurred(plane: Float32Array, rows: number, columns: number, sigma: number): Float32Array {
  const reach = Math.min(Math.ceil(4 * sigma), MASK_MARGIN);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / sigma) ** 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const along = (source: Float32Array, step: 'x' | 'y'): Float32Array =>
    source.map((_, i) => {
      const [y, x] = [Math.floor(i / columns), i % columns];
      let sum = 0;
      for (let k = -reach; k <= reach; k += 1) {
        const [row, column] =
          step === 'x'
            ? [y, Math.min(Math.max(x + k, 0), columns - 1)]
            : [Math.min(Math.max(y + k, 0), rows - 1), x];
        sum += weights[k + reach]! * source[row * columns + column]!;
      }
      return sum / total;
    });
  return along(along(plane, 'x'), 'y');
}

import { sharedFloat32, sharedUint16 } from '../images/shared-array.ts';
import { exp, log } from '../quantities/elementary.ts';
import { mosaicOf, type ColourFilters } from '../sensors/colour-filters.ts';

/**
 * Gains over a picture: data[(row * columns + column) * planes + plane]. The nodes are at the
 * middles of the first and last pixels and even between them.
 */
export interface ShadingGains {
  readonly rows: number;
  readonly columns: number;
  /** R, Gr, Gb, B of a Bayer mosaic; of any other one its channels. */
  readonly planes: number;
  readonly data: Float32Array;
}

/** Gains of the user's own, and the digest of their file. */
export interface ShadingFile {
  readonly gains: ShadingGains;
  readonly digest: string;
}

/** How a lens shading correction is limited. */
export interface ShadingLimits {
  /** Exponent of the gains, 0 to 1: 1 corrects all of it. */
  readonly strength: number;
  /** Largest gain, 1 to 64. */
  readonly most: number;
}

/** What a recipe asks of lens shading. */
export type LensShadingPlan = ShadingLimits & {
  /** Columns and rows of the nodes. */
  readonly grid: readonly [columns: number, rows: number];
} & ({ readonly from: 'truth' | 'flat' } | ({ readonly from: 'file' } & ShadingFile));

/** A picture's size and the plane of gains of each pixel of its tile. */
export interface ShadedMosaic {
  readonly rows: number;
  readonly columns: number;
  readonly planeAt: readonly (readonly number[])[];
}

/** Gains that are limited: g^strength, at most `most`. */
export function limitedGains(
  { data, ...gains }: ShadingGains,
  { strength, most }: ShadingLimits,
): ShadingGains {
  return {
    ...gains,
    data: data.map((gain) =>
      Math.min(most, strength === 1 || !(gain > 0) ? gain : exp(strength * log(gain))),
    ),
  };
}

/** The largest of the gains. */
export const largestGain = ({ data }: ShadingGains): number =>
  data.reduce((most, gain) => Math.max(most, gain), 0);

/** The node before each of so many pixels, and the weight of the one after it. */
function stepsOver(pixels: number, nodes: number) {
  const before = new Int32Array(pixels);
  const weight = new Float64Array(pixels);
  for (let at = 0; at < pixels; at += 1) {
    const place = pixels === 1 ? 0 : (at * (nodes - 1)) / (pixels - 1);
    before[at] = Math.max(0, Math.min(nodes - 2, Math.floor(place)));
    weight[at] = place - before[at]!;
  }
  return { before, weight };
}

/** Calls `take` with the gain of each pixel, row by row. */
function overGains(
  gains: ShadingGains,
  { rows, columns, planeAt }: ShadedMosaic,
  take: (at: number, gain: number) => void,
): void {
  const { planes, data } = gains;
  const down = stepsOver(rows, gains.rows);
  const across = stepsOver(columns, gains.columns);
  const line = new Float64Array(gains.columns * planes);
  const stride = gains.columns * planes;
  const next = gains.columns > 1 ? planes : 0;
  for (let row = 0, at = 0; row < rows; row += 1) {
    const top = down.before[row]! * stride;
    const bottom = gains.rows > 1 ? top + stride : top;
    const low = down.weight[row]!;
    for (let i = 0; i < stride; i += 1)
      line[i] = data[top + i]! * (1 - low) + data[bottom + i]! * low;
    const tile = planeAt[row % planeAt.length]!;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const node = across.before[column]! * planes + tile[column % tile.length]!;
      const right = across.weight[column]!;
      take(at, line[node]! * (1 - right) + line[node + next]! * right);
    }
  }
}

/**
 * Multiplies the codes above black: clip(floor((code − black)·g + black + ½)). A pixel at the last
 * code is clipped, and stays there.
 */
export function shadedCodes(
  codes: Uint16Array,
  mosaic: ShadedMosaic,
  gains: ShadingGains,
  { black, bits }: { readonly black: number; readonly bits: number },
): Uint16Array {
  const last = 2 ** bits - 1;
  const out = sharedUint16(codes.length);
  overGains(gains, mosaic, (at, gain) => {
    const code = codes[at]!;
    out[at] =
      code >= last
        ? code
        : Math.min(last, Math.max(0, Math.floor((code - black) * gain + black + 0.5)));
  });
  return out;
}

/** Shading of linear light, electrons. */
export function shadedLight(
  electrons: Float32Array,
  mosaic: ShadedMosaic,
  gains: ShadingGains,
): Float32Array {
  const out = sharedFloat32(electrons.length);
  overGains(gains, mosaic, (at, gain) => {
    out[at] = electrons[at]! * gain;
  });
  return out;
}

/** The planes of gains of a Bayer tile, in the order R, Gr, Gb, B. */
export const bayerPlanes = (
  layout: readonly (readonly number[])[],
): readonly (readonly number[])[] =>
  layout.map((line) =>
    line.map((channel) => (channel === 0 ? 0 : channel === 2 ? 3 : line.includes(0) ? 1 : 2)),
  );

/** The plane of gains of each pixel of a tile: R, Gr, Gb, B, or else the channel. */
export function shadingPlanes(filters: ColourFilters): {
  readonly planeAt: ShadedMosaic['planeAt'];
  /** Channel of each plane. */
  readonly channels: readonly number[];
} {
  const { layout, channels } = mosaicOf(filters);
  return filters.order
    ? { planeAt: bayerPlanes(layout), channels: [0, 1, 1, 2] }
    : { planeAt: layout, channels: [...channels.keys()] };
}

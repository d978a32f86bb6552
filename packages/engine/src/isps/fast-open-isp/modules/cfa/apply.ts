import { BLUE, GREEN_IN_RED_ROW, RED, type BayerPhases } from '../../bayer-phases.ts';
import { padRows, reflectInPlane } from '../../rows.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { cfaFields } from './descriptor.ts';

export interface CfaTables {
  readonly phases: BayerPhases;
  readonly type: 'bilinear' | 'malvar';
  readonly saturation: number;
}
/** Some rows to interpolate. */
export type CfaPart = StepPart<'bayer', 'codes', CfaTables>;

/** Finds the two missing colours of every pixel. @see docs/reference/isp.md#cfa. */
export const interpolateColours = (part: CfaPart): void =>
  part.tables.type === 'malvar' ? interpolateMalvar(part) : interpolateBilinear(part);

/**
 * Linear interpolation corrected by the second derivative of the colour that is known.
 *
 * @see Malvar, He, Cutler, High-quality linear interpolation for demosaicing, ICASSP 2004; weights
 * x 1024.
 */
function interpolateMalvar({
  source: { bayer: source },
  target: { codes: target },
  tables: { phases, saturation },
  rows,
  columns,
  from,
  to,
}: CfaPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2);
  const clip = (sum: number): number => Math.min(Math.max(sum >> 10, 0), saturation);
  for (let row = from; row < to; row += 1) {
    for (const parity of [0, 1]) {
      const colour = phases[(row & 1) * 2 + parity]!;
      for (let column = parity; column < columns; column += 2) {
        const at = (row - from + 2) * stride + column + 2;
        const out = (row * columns + column) * 3;
        const c = data[at]!;
        const vertical = data[at - stride]! + data[at + stride]!;
        const horizontal = data[at - 1]! + data[at + 1]!;
        const diagonal =
          data[at - stride - 1]! +
          data[at - stride + 1]! +
          data[at + stride - 1]! +
          data[at + stride + 1]!;
        const farVertical = data[at - 2 * stride]! + data[at + 2 * stride]!;
        const farHorizontal = data[at - 2]! + data[at + 2]!;
        if (colour === RED || colour === BLUE) {
          const own = colour === RED ? 0 : 2;
          target[out + own] = Math.min(c, saturation);
          target[out + 1] = clip(
            512 * c - 128 * (farVertical + farHorizontal) + 256 * (vertical + horizontal),
          );
          target[out + 2 - own] = clip(
            768 * c - 192 * (farVertical + farHorizontal) + 256 * diagonal,
          );
        } else {
          const beside = colour === GREEN_IN_RED_ROW ? 0 : 2;
          target[out + 1] = Math.min(c, saturation);
          target[out + beside] = clip(
            640 * c + 64 * farVertical - 128 * farHorizontal - 128 * diagonal + 512 * horizontal,
          );
          target[out + 2 - beside] = clip(
            640 * c + 64 * farHorizontal - 128 * farVertical - 128 * diagonal + 512 * vertical,
          );
        }
      }
    }
  }
}

/**
 * Means of the nearest two or four pixels of a colour; at the borders each colour is mirrored
 * separately.
 */
function interpolateBilinear({
  source: { bayer: source },
  target: { codes: target },
  tables: { phases, saturation },
  rows,
  columns,
  from,
  to,
}: CfaPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2, reflectInPlane);
  const clip = (value: number): number => Math.min(value, saturation);
  for (let row = from; row < to; row += 1) {
    for (const parity of [0, 1]) {
      const colour = phases[(row & 1) * 2 + parity]!;
      for (let column = parity; column < columns; column += 2) {
        const at = (row - from + 2) * stride + column + 2;
        const out = (row * columns + column) * 3;
        const c = data[at]!;
        const vertical = data[at - stride]! + data[at + stride]!;
        const horizontal = data[at - 1]! + data[at + 1]!;
        if (colour === RED || colour === BLUE) {
          const own = colour === RED ? 0 : 2;
          const diagonal =
            data[at - stride - 1]! +
            data[at - stride + 1]! +
            data[at + stride - 1]! +
            data[at + stride + 1]!;
          target[out + own] = clip(c);
          target[out + 1] = clip((vertical + horizontal) >> 2);
          target[out + 2 - own] = clip(diagonal >> 2);
        } else {
          const beside = colour === GREEN_IN_RED_ROW ? 0 : 2;
          target[out + 1] = clip(c);
          target[out + beside] = clip(horizontal >> 1);
          target[out + 2 - beside] = clip(vertical >> 1);
        }
      }
    }
  }
}

export const code = {
  prepare: ({ cfaType: type }, { phases, saturation }) => ({ phases, type, saturation }),
  apply: interpolateColours,
} satisfies ModuleCode<typeof cfaFields, CfaPart>;

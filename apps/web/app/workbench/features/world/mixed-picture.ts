import type { LuxMap, ShownWorld } from '@lumenloom/browser-host';
import { linearToSrgb } from '@lumenloom/engine/measuring';
import { falseColours } from '../../kit/picture/false-colours.ts';

/** Factor of each group of lamps; 1 for those that are not in it. */
export type Levels = Readonly<Record<string, number>>;

/** Pixels of a canvas: red, green, blue and alpha. */
type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** Share of luminance of red, green and blue of linear sRGB. */
const LUMINANCE = [0.212_639, 0.715_168_7, 0.072_192_3] as const;
/**
 * The value below which this share of the pixels lies is shown nearly white, or at the top of a
 * scale.
 */
const BRIGHT = { share: 0.98, shownAs: 0.9 };
const COLOURS = 255;

/** The sum of the groups at their levels. */
function mixed(
  groups: readonly string[],
  values: readonly Float32Array[],
  levels: Levels,
): Float32Array {
  const out = new Float32Array(values[0]!.length);
  for (const [group, name] of groups.entries()) {
    const level = levels[name] ?? 1;
    const own = values[group]!;
    if (level !== 0) for (let at = 0; at < out.length; at += 1) out[at]! += level * own[at]!;
  }
  return out;
}

/** Linear sRGB, 1 for 1 cd/m² of white. */
export const mixedRgb = (
  { groups, rgb }: Pick<ShownWorld, 'groups' | 'rgb'>,
  levels: Levels,
): Float32Array => mixed(groups, rgb, levels);

/** lx of each pixel; NaN where nothing stands. */
export const mixedLux = ({ groups, lux }: LuxMap, levels: Levels): Float32Array => {
  const out = mixed(groups, lux, levels);
  for (let at = 0; at < out.length; at += 1) if (Number.isNaN(lux[0]![at]!)) out[at] = NaN;
  return out;
};

/** cd/m² of each pixel of linear sRGB. */
export function luminances(rgb: Float32Array): Float32Array {
  const out = new Float32Array(rgb.length / 3);
  for (let at = 0; at < out.length; at += 1)
    out[at] =
      LUMINANCE[0] * rgb[3 * at]! +
      LUMINANCE[1] * rgb[3 * at + 1]! +
      LUMINANCE[2] * rgb[3 * at + 2]!;
  return out;
}

/** The value below which nearly all numbers lie; the largest where that is 0. */
function brightOf(values: Float32Array): number {
  const sorted = values.filter(Number.isFinite).sort();
  return sorted[Math.floor(BRIGHT.share * (sorted.length - 1))] || sorted.at(-1) || 1;
}

/** Bright parts are nearly white. */
export function shownPixels(rgb: Float32Array): Pixels {
  const scale = BRIGHT.shownAs / brightOf(luminances(rgb));
  const out = opaque(rgb.length / 3);
  for (let at = 0, to = 0; at < rgb.length; at += 3, to += 4) {
    out[to] = linearToSrgb(scale * rgb[at]!);
    out[to + 1] = linearToSrgb(scale * rgb[at + 1]!);
    out[to + 2] = linearToSrgb(scale * rgb[at + 2]!);
  }
  return out;
}

/** Near is bright; on a logarithmic scale. Where nothing stands it is black. */
export function depthPixels(depth: Float32Array): Pixels {
  const { near, far } = depthRange(depth);
  const span = Math.log(far / near) || 1;
  const out = opaque(depth.length);
  for (let at = 0; at < depth.length; at += 1) {
    const here = depth[at]!;
    if (Number.isFinite(here))
      out.fill(255 - 215 * (Math.log(here / near) / span), 4 * at, 4 * at + 3);
  }
  return out;
}

/** The nearest and the farthest thing, m; 1 and 1 where there is nothing. */
export function depthRange(depth: Float32Array): { readonly near: number; readonly far: number } {
  let [near, far] = [Infinity, 0];
  for (const here of depth) {
    if (!(here > 0 && here < Infinity)) continue;
    near = Math.min(near, here);
    far = Math.max(far, here);
  }
  return far > 0 ? { near, far } : { near: 1, far: 1 };
}

/** A tone for each identifier; black where nothing stands. */
export function idPixels(ids: Uint16Array): Pixels {
  const out = opaque(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at]!;
    if (id === 0) continue;
    out[4 * at] = 60 + ((id * 97) % 180);
    out[4 * at + 1] = 60 + ((id * 57) % 180);
    out[4 * at + 2] = 60 + ((id * 151) % 180);
  }
  return out;
}

/** x, y and z of the normal as red, green and blue. */
export function normalPixels(normals: Float32Array): Pixels {
  const out = opaque(normals.length / 3);
  for (let at = 0, to = 0; at < normals.length; at += 3, to += 4) {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    if (x === 0 && y === 0 && z === 0) continue;
    out[to] = 127.5 * (x + 1);
    out[to + 1] = 127.5 * (y + 1);
    out[to + 2] = 127.5 * (z + 1);
  }
  return out;
}

/** Top of the scale of false colours, lx: two digits, below which nearly all pixels lie. */
export function topOfLux(lux: Float32Array): number {
  const bright = brightOf(lux);
  const step = 10 ** (Math.floor(Math.log10(bright)) - 1);
  return Number((Math.ceil(bright / step) * step).toPrecision(2));
}

/** False colours from 0 to a top; black where nothing stands. */
export function luxPixels(lux: Float32Array, top: number): Pixels {
  const colours = falseColours(COLOURS);
  const out = opaque(lux.length);
  for (let at = 0; at < lux.length; at += 1) {
    const value = lux[at]!;
    if (Number.isNaN(value)) continue;
    const step = Math.max(0, Math.min(COLOURS, Math.round((COLOURS * value) / top)));
    out.set(colours.subarray(3 * step, 3 * step + 3), 4 * at);
  }
  return out;
}

function opaque(pixels: number): Pixels {
  const out = new Uint8ClampedArray(4 * pixels);
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
  return out;
}

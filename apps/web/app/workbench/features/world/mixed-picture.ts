import type { ShownWorld } from '@lumenloom/browser-host';
import { linearToSrgb } from '@lumenloom/engine/measuring';

/** Factor of each group of lamps; 1 for those that are not in it. */
export type Levels = Readonly<Record<string, number>>;

/** Share of luminance of red, green and blue of linear sRGB. */
const LUMINANCE = [0.212_639, 0.715_168_7, 0.072_192_3] as const;
/** The luminance below which this share of the pixels lies is shown nearly white. */
const BRIGHT = { share: 0.98, shownAs: 0.9 };

/** The sum of the groups at their levels: linear sRGB, 1 for 1 cd/m² of white. */
export function mixedRgb({ groups, rgb }: ShownWorld, levels: Levels): Float32Array {
  const out = new Float32Array(rgb[0]!.length);
  for (const [group, name] of groups.entries()) {
    const level = levels[name] ?? 1;
    const own = rgb[group]!;
    if (level !== 0) for (let at = 0; at < out.length; at += 1) out[at]! += level * own[at]!;
  }
  return out;
}

/** cd/m² of each pixel of linear sRGB. */
export const luminances = (rgb: Float32Array): Float32Array =>
  Float32Array.from(
    { length: rgb.length / 3 },
    (_, at) =>
      LUMINANCE[0] * rgb[3 * at]! +
      LUMINANCE[1] * rgb[3 * at + 1]! +
      LUMINANCE[2] * rgb[3 * at + 2]!,
  );

/** Red, green, blue and alpha of a picture, bright parts nearly white. */
export function shownPixels(rgb: Float32Array): Uint8ClampedArray<ArrayBuffer> {
  const sorted = luminances(rgb).toSorted();
  const bright = sorted[Math.floor(BRIGHT.share * (sorted.length - 1))]! || sorted.at(-1)! || 1;
  const scale = BRIGHT.shownAs / bright;
  return painted(rgb.length / 3, (at) => [
    linearToSrgb(scale * rgb[3 * at]!),
    linearToSrgb(scale * rgb[3 * at + 1]!),
    linearToSrgb(scale * rgb[3 * at + 2]!),
  ]);
}

/** Near is bright; on a logarithmic scale. Where nothing stands it is black. */
export function depthPixels(depth: Float32Array): Uint8ClampedArray<ArrayBuffer> {
  const { near, far } = depthRange(depth);
  const span = Math.log(far / near) || 1;
  return painted(depth.length, (at) => {
    const here = depth[at]!;
    const grey = Number.isFinite(here) ? 255 - 215 * (Math.log(here / near) / span) : 0;
    return [grey, grey, grey];
  });
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
export const idPixels = (ids: Uint16Array): Uint8ClampedArray<ArrayBuffer> =>
  painted(ids.length, (at) => {
    const id = ids[at]!;
    return id === 0 ? [0, 0, 0] : [0, 1, 2].map((part) => 60 + ((id * [97, 57, 151][part]!) % 180));
  });

/** x, y and z of the normal as red, green and blue. */
export const normalPixels = (normals: Float32Array): Uint8ClampedArray<ArrayBuffer> =>
  painted(normals.length / 3, (at) => {
    const own = normals.subarray(3 * at, 3 * at + 3);
    return own.every((part) => part === 0)
      ? [0, 0, 0]
      : Array.from(own, (part) => 127.5 * (part + 1));
  });

function painted(
  pixels: number,
  colourOf: (at: number) => readonly number[],
): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(4 * pixels);
  for (let at = 0; at < pixels; at += 1) {
    out.set(colourOf(at), 4 * at);
    out[4 * at + 3] = 255;
  }
  return out;
}

import { exp } from '../quantities/elementary.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { channelAt, uniform, type Lens, type PixelArray, type SceneInView } from './lens.ts';
import { sidesOf, type PixelSide } from './pixel-shape.ts';

/** Parts of a pixel along a side: as few as fit the box, but not more than this. */
const MOST_PARTS = 20;
const FEWEST_PARTS = 4;
/** Parts in a standard deviation of the diffusion. */
const PARTS_PER_SPREAD = 2;
/** How near the ends of the box lie to ends of parts, parts. */
const ROUNDING = 1e-6;
/** Standard deviations that diffusion moves light, and steps in each of them. */
const [DIFFUSED, STEPS] = [5, 16];
/** Parts of pixels that are held at once. */
const MOST_HELD = 4e6;

/**
 * Forms a picture on pixels that count light unevenly: pixels are cut into parts, a sharp picture
 * is formed on these, and each pixel collects what parts it counts, also in its neighbours.
 *
 * @param form forms a picture on whole pixels.
 * @see docs/reference/sensor-depth.md#aperture-and-diffusion
 */
export async function formShaped(
  form: Lens['formImage'],
  { scene, pixels }: { readonly scene: SceneInView; readonly pixels: PixelArray },
  host: Parameters<Lens['formImage']>[2],
  context: Parameters<Lens['formImage']>[3],
): Promise<Float32Array> {
  const { grid, receptors } = pixels;
  const { rows, columns, pitch, shape, offset = [0, 0] } = grid;
  const sides = sidesOf(shape, pitch);
  const parts = Math.max(...sides.map(partsOf));
  const [across, down] = sides.map((side) => weightsOf(side, parts)) as [Weights, Weights];
  const out = sharedFloat32(rows * columns);
  const wide = (columns + 2 * across.beyond) * parts;
  const height = Math.max(1, Math.floor(MOST_HELD / wide / parts) - 2 * down.beyond);
  for (let from = 0; from < rows; from += height) {
    const to = Math.min(rows, from + height);
    const fine = {
      rows: (to - from + 2 * down.beyond) * parts,
      columns: wide,
      pitch: pitch / parts,
      offset: [offset[0] * parts, (offset[1] + (from + to - rows) / 2) * parts] as const,
    };
    for (const [channel, response] of receptors.responses.entries()) {
      const watch = { ...context, progress: () => undefined };
      const light = await form(scene, { grid: fine, receptors: uniform(response) }, host, watch);
      const lines = collectAlong(light, across, parts, columns);
      for (let row = from; row < to; row += 1)
        for (let column = 0; column < columns; column += 1) {
          if (channelAt(receptors.layout, row, column) !== channel) continue;
          let sum = 0;
          for (
            let k = 0, at = (row - from) * parts * columns + column;
            k < down.values.length;
            k += 1
          )
            sum += down.values[k]! * lines[at + k * columns]!;
          out[row * columns + column] = sum;
        }
    }
    context.progress(to / rows);
  }
  return out;
}

/** Parts of a pixel along a side: enough for the diffusion, and such that the box ends at them. */
function partsOf({ share, spread }: PixelSide): number {
  const least = spread === 0 ? 1 : PARTS_PER_SPREAD / spread;
  for (let parts = FEWEST_PARTS; parts < MOST_PARTS; parts += 1) {
    const end = (parts * (1 - share)) / 2;
    if (parts >= least && Math.abs(end - Math.round(end)) < ROUNDING) return parts;
  }
  return MOST_PARTS;
}

interface Weights {
  /** Pixels to each side that count. */
  readonly beyond: number;
  /** Per part, from the first of the pixel that is `beyond` before. */
  readonly values: Float64Array;
}

/**
 * Shares of the light of parts that a pixel counts, along a side. Light is even within a part and
 * is counted evenly, which blurs as much as a diffusion of (parts² · 6)^-½ pixels: it is left out
 * of the diffusion.
 */
function weightsOf({ share, spread }: PixelSide, parts: number): Weights {
  const left = Math.sqrt(Math.max(0, spread * spread - 1 / (6 * parts * parts)));
  const steps = left === 0 ? 0 : DIFFUSED * STEPS;
  const reach = share / 2 + DIFFUSED * left;
  const beyond = Math.max(0, Math.ceil(reach - 0.5));
  const values = new Float64Array((2 * beyond + 1) * parts);
  let total = 0;
  for (let step = -steps; step <= steps; step += 1) {
    const weight = exp(-0.5 * (step / STEPS) ** 2);
    const [low, high] = [-1, 1].map(
      (end) => (beyond + 0.5 + (left * step) / STEPS + (end * share) / 2) * parts,
    ) as [number, number];
    for (let k = Math.max(0, Math.floor(low)); k < Math.min(values.length, high); k += 1)
      values[k]! += weight * (Math.min(k + 1, high) - Math.max(k, low));
    total += weight * (high - low);
  }
  return { beyond, values: values.map((value) => value / total) };
}

/** What the pixels of each row of parts count: lines[row * columns + pixel]. */
function collectAlong(
  light: Float32Array,
  { values }: Weights,
  parts: number,
  columns: number,
): Float64Array {
  const wide = columns * parts + values.length - parts;
  const lines = new Float64Array((light.length / wide) * columns);
  for (let at = 0, from = 0; at < lines.length; from += wide)
    for (let column = 0; column < columns; column += 1, at += 1) {
      let sum = 0;
      for (let k = 0, i = from + column * parts; k < values.length; k += 1, i += 1)
        sum += values[k]! * light[i]!;
      lines[at] = sum;
    }
  return lines;
}

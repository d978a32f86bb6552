import type { GpuTask } from '../session.ts';
import { GAUSSIAN_CUBICS } from './random.ts';
import { settingsWords, type ShaderSettings } from './settings.ts';
import { PIXELS_PER_GROUP } from './shader.ts';

/** A multiple of 32; so many workgroups are allowed, and so many samples fit in any buffer. */
const MOST_PIXELS = 2 ** 23;

/** From light, or electrons, to codes. */
export interface Conversion {
  /** A shader, and the constants that it needs besides `HAS_VOLTS`. */
  readonly code: string;
  readonly constants?: Readonly<Record<string, number>>;
  readonly settings: ShaderSettings;
  readonly firstPixel: number;
  /** Light, or electrons, of pixels from..to. */
  readonly light: (from: number, to: number) => GPUBuffer;
  /** What it binds beside light, for pixels from..to. */
  readonly beside: (from: number, to: number) => Float32Array;
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
  readonly full: Uint8Array;
}

/**
 * Converts pixels `from`..`to`.
 *
 * @param more adds commands, and names what else is read; it gets the buffers of the light and of
 *   the result.
 * @returns a bit per pixel that the twin must decide.
 */
export async function convertPart(
  task: GpuTask,
  conversion: Conversion,
  [from, to]: readonly [number, number],
  more: (light: GPUBuffer, unsure: GPUBuffer) => Parameters<GpuTask['read']>[0] = () => [],
): Promise<Uint32Array> {
  const { code, constants, settings, firstPixel, light, beside, raw, volts, full } = conversion;
  const pixels = to - from;
  const unsure = new Uint32Array(Math.ceil(pixels / 32));
  const [rawOut, fullOut, unsureOut, voltsOut] = [
    task.empty(pixels * 2),
    task.empty(unsure.byteLength),
    task.empty(unsure.byteLength),
    task.empty(volts ? pixels * 4 : 4),
  ];
  const lightIn = light(from, to);
  task.dispatch(
    { code },
    {
      constants: { ...constants, HAS_VOLTS: volts ? 1 : 0 },
      buffers: [
        task.upload(settingsWords(settings, firstPixel + from, pixels)),
        lightIn,
        task.keep(GAUSSIAN_CUBICS),
        task.upload(beside(from, to)),
        ...[rawOut, fullOut, unsureOut, voltsOut],
      ],
      groups: [Math.ceil(pixels / PIXELS_PER_GROUP)],
    },
  );
  await task.read([
    { from: rawOut, to: raw.subarray(from, to) },
    { from: fullOut, to: full.subarray(from / 8, Math.ceil(to / 8)) },
    { from: unsureOut, to: unsure },
    ...(volts ? [{ from: voltsOut, to: volts.subarray(from, to) }] : []),
    ...more(lightIn, unsureOut),
  ]);
  return unsure;
}

/**
 * Computes pixels in parts that fit.
 *
 * @param compute returns a bit per pixel that is unsure.
 * @param decide is called for each of these.
 */
export async function inParts(
  pixels: number,
  compute: (from: number, to: number) => Promise<Uint32Array>,
  decide: (pixel: number) => void,
): Promise<void> {
  for (let from = 0; from < pixels; from += MOST_PIXELS) {
    const unsure = await compute(from, Math.min(pixels, from + MOST_PIXELS));
    for (const [word, bits] of unsure.entries())
      for (let left = bits; left !== 0; left &= left - 1)
        decide(from + 32 * word + (31 - Math.clz32(left & -left)));
  }
}

/** Converts one pixel by a twin, which gets planes of one pixel. */
export function decideByTwin(
  { raw, volts, full }: Pick<Conversion, 'raw' | 'volts' | 'full'>,
  pixel: number,
  twin: (planes: Pick<Conversion, 'raw' | 'volts' | 'full'>) => void,
): void {
  const one = new Uint8Array(1);
  twin({
    raw: raw.subarray(pixel, pixel + 1),
    volts: volts?.subarray(pixel, pixel + 1),
    full: one,
  });
  const bit = 1 << (pixel & 7);
  full[pixel >> 3] = (full[pixel >> 3]! & ~bit) | (one[0]! === 0 ? 0 : bit);
}

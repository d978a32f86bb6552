import { philox } from '../../../random/philox.ts';

/** The two random words of each pixel from one stream. */
export interface PixelWords {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** Pixels that go through the steps together, in double precision. */
export interface Batch {
  readonly pixels: number;
  /** Light, or electrons of it. */
  readonly light: Float32Array;
  /** Electrons per second of each pixel in the dark; undefined where all have the same. */
  readonly darkRates: Float32Array | undefined;
  /** Electrons that join after the pattern of the pixels. */
  readonly joining: Float32Array | undefined;
  /** Response of each pixel over the mean one's, minus 1; undefined where it is drawn. */
  readonly response?: Float32Array | undefined;
  readonly electrons: Float64Array;
  readonly volts: Float64Array;
  readonly codes: Uint16Array;
  /** 1 where a pixel is full. */
  readonly full: Uint8Array;
  /** The same words whenever a step asks for them. */
  readonly words: (stream: number, seed: number) => PixelWords;
}

/** Pixels of a batch at most; a multiple of eight. */
export const BATCH_PIXELS = 1024;

/** Memory that one batch after the other uses. */
const electrons = new Float64Array(BATCH_PIXELS);
const volts = new Float64Array(BATCH_PIXELS);
const codes = new Uint16Array(BATCH_PIXELS);
const full = new Uint8Array(BATCH_PIXELS);
const words: PixelWords[] = [];

/** What a batch is made of; planes of its pixels alone. */
export type BatchInput = Pick<Batch, 'light' | 'darkRates' | 'joining' | 'response'>;

/** A batch of at most `BATCH_PIXELS` pixels, until the next one is made. */
export function batchOf(input: BatchInput, firstPixel: number): Batch {
  const pixels = input.light.length;
  const drawn: { readonly stream: number; readonly seed: number }[] = [];
  return {
    ...input,
    pixels,
    electrons,
    volts,
    codes,
    full: full.fill(0, 0, pixels),
    words: (stream, seed) => {
      const at = drawn.findIndex((one) => one.stream === stream && one.seed === seed);
      if (at >= 0) return words[at]!;
      const made = (words[drawn.length] ??= {
        first: new Uint32Array(BATCH_PIXELS),
        second: new Uint32Array(BATCH_PIXELS),
      });
      drawn.push({ stream, seed });
      drawWords(stream, seed, firstPixel, {
        first: made.first.subarray(0, pixels),
        second: made.second.subarray(0, pixels),
      });
      return made;
    },
  };
}

/**
 * Draws the words of pixels. Eight pixels share four blocks of each random stream, one per SIMD
 * lane: pixel i uses block 4(i >> 3) + (i & 3), words 0 and 1 for the first four of the eight,
 * words 2 and 3 for the others.
 */
export function drawWords(
  stream: number,
  seed: number,
  firstPixel: number,
  { first, second }: PixelWords,
): void {
  const block = new Uint32Array(4);
  for (let i = 0; i < first.length; i += 1) {
    const pixel = firstPixel + i;
    const word = (pixel >>> 1) & 2;
    // The pixel four before has brought them.
    if (word === 2 && i >= 4) continue;
    philox([4 * (pixel >>> 3) + (pixel & 3), 0, stream, 0], [seed, 0], block);
    first[i] = block[word]!;
    second[i] = block[word + 1]!;
    if (word === 0 && i + 4 < first.length) {
      first[i + 4] = block[2]!;
      second[i + 4] = block[3]!;
    }
  }
}

/** Pixels of one colour in frames of the same scene. */
export interface PixelSet {
  /** Number of pixels of the colour in a frame. */
  readonly count: number;
  /** Indices of these pixels in a frame. */
  readonly indices: Uint32Array;
}

/** Two frames of the same even light. Codes. */
export interface PairStatistics {
  readonly pixels: number;
  readonly mean: number;
  /** Variance in time of a pixel, codes². */
  readonly temporalVariance: number;
}

/** Mean and temporal variance of a pair of frames. @see EMVA 1288 release 4.0, equations 15 and 18; docs/reference/measuring.md#emva1288 */
export function pairStatistics(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  { indices, count }: PixelSet,
): PairStatistics {
  let [sum1, sum2, squares] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const [a, b] = [one[indices[i]!]!, other[indices[i]!]!];
    sum1 += a;
    sum2 += b;
    squares += (a - b) ** 2;
  }
  return {
    pixels: count,
    mean: (sum1 + sum2) / (2 * count),
    temporalVariance: squares / (2 * count) - ((sum1 - sum2) / count) ** 2 / 2,
  };
}

/** Mean frame of many, with the temporal variance of a pixel. */
export interface FrameStack {
  readonly frames: number;
  /** Mean of each pixel of the set, codes. */
  readonly means: Float64Array;
  /** Mean over the pixels of their variance from frame to frame, codes². */
  readonly temporalVariance: number;
}

/** Adds frames one after the other, so that only one need be in memory. */
export class FrameStacker {
  readonly #pixels: PixelSet;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  #frames = 0;

  constructor(pixels: PixelSet) {
    this.#pixels = pixels;
    this.#sums = new Float64Array(pixels.count);
    this.#squares = new Float64Array(pixels.count);
  }

  add(frame: ArrayLike<number>): void {
    const { indices, count } = this.#pixels;
    for (let i = 0; i < count; i += 1) {
      const code = frame[indices[i]!]!;
      this.#sums[i]! += code;
      this.#squares[i]! += code * code;
    }
    this.#frames += 1;
  }

  /** At least two frames must have been added. Codes are whole and below 2^16, so that their squares sum up exactly. */
  stack(): FrameStack {
    const frames = this.#frames;
    let variance = 0;
    const means = this.#sums.map((sum, i) => {
      variance += (this.#squares[i]! - sum ** 2 / frames) / (frames - 1);
      return sum / frames;
    });
    return { frames, means, temporalVariance: variance / this.#pixels.count };
  }
}

/**
 * Variance among the pixels without what time adds to their means, codes²; may come out slightly negative where there is none.
 *
 * @see EMVA 1288 release 4.0, equation 39
 */
export function spatialVariance({ means, frames, temporalVariance }: FrameStack): number {
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return squares / (means.length - 1) - temporalVariance / frames;
}

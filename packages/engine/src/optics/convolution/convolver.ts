import { cos, sin } from '../../quantities/elementary.ts';
/**
 * Convolves a square tile of a source with kernels, by multiplying their spectra. The order of the
 * numbers in a spectrum is each implementation's own: spectra made by one convolver are of use only
 * to convolvers of the same path and the same `n`.
 *
 * One convolution: `transformSource`, `clear` each sum, `convolve` once per corner of the tile,
 * `inverseTransform` of each sum.
 */
export interface Convolver {
  /** Which implementation this is. */
  readonly path: 'SIMD' | 'plain';
  /** Slots for kernels that it has, see `ConvolverSize`. */
  readonly slots: number;
  /** Numbers from one row of a plane to the next. */
  readonly stride: number;
  /**
   * Takes a source and transforms it along its columns.
   *
   * @param source side x side: source[row * side + column].
   * @param phase row of the samples inside the pixels, see `ConvolverSize.phases`.
   */
  readonly transformSource: (source: Float32Array, phase: number) => void;
  /** Sets a sum to zero. */
  readonly clear: (output: number) => void;
  /**
   * Copies the first `spectrumLength(n)` numbers of `spectra`, the spectrum of a kernel, into a
   * slot.
   */
  readonly loadSlot: (slot: number, spectra: Float32Array) => void;
  /**
   * Weighs the source with its nearness to one corner of the tile, convolves it with kernels in
   * slots, and adds the results to sums.
   */
  readonly convolve: (corner: TileCorner, uses: readonly KernelUse[]) => void;
  /**
   * Transforms a sum back; its spectrum is destroyed.
   *
   * @returns n x n: plane[row * stride + column], rows and columns modulo n; valid until the next
   * call.
   */
  readonly inverseTransform: (output: number) => Float32Array;
  /**
   * Makes the spectra of weighted sums of kernels, scaled so that a convolution needs no further
   * factor.
   *
   * @param kernels (2·reach + 1)² numbers each, as many kernels as a row of weights has numbers.
   * @param weights one row per sum.
   * @param transposed exchanges rows and columns of the sums.
   * @param out receives the spectra, one after another.
   */
  readonly kernelSpectra: (
    kernels: Float32Array,
    weights: readonly Float64Array[],
    transposed: boolean,
    out: Float32Array,
  ) => void;
}

/** A corner of a tile, and how the kernels there follow from those in the slots. */
export interface TileCorner {
  readonly right: boolean;
  readonly down: boolean;
  /** Column of the source's samples inside the pixels, see `ConvolverSize.phases`. */
  readonly phase: number;
  /** Mirrors the kernels along x. */
  readonly mirrored: boolean;
  /** Rotates the kernels by 180 degrees. */
  readonly conjugated: boolean;
}

/** A kernel and the sum to which its convolution is added. */
export interface KernelUse {
  readonly output: number;
  readonly slot: number;
}

/** Sizes that a convolver is made for. */
export interface ConvolverSize {
  /** Transforms are n x n; a power of two. */
  readonly n: number;
  /** Tiles are side x side, at most 3n/4; kernels reach (n − side)/2 to each side. */
  readonly side: number;
  /** Sums that are kept apart. */
  readonly outputs: number;
  /** Kernels that are held at once. */
  readonly slots: number;
  /**
   * Samples per pixel along a side: phase k of a source lies (k + ½)/phases of a pixel from its
   * left or upper side.
   */
  readonly phases: number;
  /** The kernels of all corners are the same, and the upper left one takes the whole source. */
  readonly isEven?: boolean;
}

/**
 * Nearness of each sample of a phase to the upper or left side of a tile, followed by that to the
 * lower or right side: the two sum to one.
 *
 * @param side of the tile, pixels.
 */
export function nearness(
  { side, phases, isEven }: Pick<ConvolverSize, 'side' | 'phases' | 'isEven'>,
  phase: number,
): Float32Array {
  if (isEven) return Float32Array.from({ length: 2 * side }, (_, i) => Number(i < side));
  const place = (phase + 0.5) / phases;
  return Float32Array.from({ length: 2 * side }, (_, i) =>
    i < side ? (side - i - place) / side : (i - side + place) / side,
  );
}

/** Count of numbers in the spectrum of an n x n plane. */
export const spectrumLength = (n: number): number => n * (n + 8);

/** cos(2πk/n) for k from 0 to n − 1, then −sin(2πk/n). */
export const twiddlesOf = (n: number): Float32Array =>
  Float32Array.from({ length: 2 * n }, (_, k) =>
    k < n ? cos((2 * Math.PI * k) / n) : -sin((2 * Math.PI * (k - n)) / n),
  );

/** Bit-reversed index of each row; n is a power of two. */
export function bitReversed(n: number): Int32Array {
  const order = new Int32Array(n);
  for (let row = 1; row < n; row += 1)
    order[row] = (order[row >> 1]! >> 1) | (row & 1 ? n >> 1 : 0);
  return order;
}

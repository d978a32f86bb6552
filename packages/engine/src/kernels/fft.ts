/** Convolves a square tile of a picture with kernels by way of spectra, whose order of numbers is each convolver's own. */
export interface Convolver {
  readonly path: 'SIMD' | 'plain';
  /**
   * Transforms a source, values[row * side + column], along its columns.
   *
   * @param phase row of the source's samples inside the pixels, see `ConvolverSize.phases`.
   */
  readonly transformSource: (values: Float32Array, phase: number) => void;
  /** Sets a sum to zero. */
  readonly clear: (output: number) => void;
  /** Copies the spectrum of a kernel, which begins at `at`, into a slot. */
  readonly loadSlot: (slot: number, spectra: Float32Array, at: number) => void;
  /** Convolves the source, weighted with its nearness to one corner of the tile: adds spectrum · kernel to sums. */
  readonly convolve: (corner: TileCorner, uses: readonly KernelUse[]) => void;
  /** The plane of a sum, whose spectrum is destroyed: plane[row * stride + column], valid until the next call. */
  readonly inverseTransform: (output: number) => Float32Array;
  readonly stride: number;
  /**
   * Spectra of weighted sums of kernels, scaled so that a convolution needs no further factor.
   *
   * @param kernels (2·reach + 1)² numbers each, one after another from `from` on, as many as a row of weights.
   * @param weights per sum; each sum's spectrum follows the one before in `out`, from `at` on.
   * @param transposed turns the sums over along the diagonal.
   */
  readonly kernelSpectra: (
    kernels: Float32Array,
    from: number,
    weights: readonly Float64Array[],
    transposed: boolean,
    out: Float32Array,
    at: number,
  ) => void;
}

/** A corner of a tile, and how the kernels there follow from those that are stored. */
export interface TileCorner {
  readonly right: boolean;
  readonly down: boolean;
  /** Column of the source's samples inside the pixels, see `ConvolverSize.phases`. */
  readonly phase: number;
  /** Mirrors the kernels along x. */
  readonly mirrored: boolean;
  /** Turns the kernels by 180 degrees. */
  readonly conjugated: boolean;
}

/** The slot of the kernel that serves a sum. */
export interface KernelUse {
  readonly output: number;
  readonly slot: number;
}

/** Sizes of a convolver: transforms of n x n, tiles of `side` x `side` (at most 3n/4) with kernels that reach (n − side)/2, sums, and slots for kernels. */
export interface ConvolverSize {
  readonly n: number;
  readonly side: number;
  readonly outputs: number;
  readonly slots: number;
  /** Samples per pixel along a side: phase k of a source lies (k + ½)/phases of a pixel from its left or upper side. */
  readonly phases: number;
}

/**
 * Nearness of each sample of a phase to the upper or left side of a tile, followed by that to the lower or right side: the two sum to one.
 *
 * @param side of the tile, pixels.
 */
export function nearness(side: number, phases: number, phase: number): Float32Array {
  const place = (phase + 0.5) / phases;
  return Float32Array.from({ length: 2 * side }, (_, i) =>
    i < side ? (side - i - place) / side : (i - side + place) / side,
  );
}

export const spectrumLength = (n: number): number => n * (n + 8);

/** cos(2πk/n), then −sin(2πk/n). */
export const twiddlesOf = (n: number): Float32Array =>
  Float32Array.from({ length: 2 * n }, (_, k) =>
    k < n ? Math.cos((2 * Math.PI * k) / n) : -Math.sin((2 * Math.PI * (k - n)) / n),
  );

/** Bit-reversed index of each row. */
export function bitReversed(n: number): Int32Array {
  const order = new Int32Array(n);
  for (let row = 1; row < n; row += 1)
    order[row] = (order[row >> 1]! >> 1) | (row & 1 ? n >> 1 : 0);
  return order;
}

/**
 * The plain twin of the kernel in assembly/fft.ts. A spectrum holds n rows of n/2 + 4 columns, real parts first, then imaginary ones: rows
 * are frequencies along x in bit-reversed order, columns frequencies along y.
 */
export function plainConvolver({ n, side, outputs, slots, phases }: ConvolverSize): Convolver {
  const half = n / 2;
  const width = half + 4;
  const imaginary = n * width;
  const twiddles = twiddlesOf(n);
  const order = bitReversed(n);
  const source = new Float32Array(side * side);
  const plane = new Float32Array(n * n);
  const spectrum = new Float32Array(spectrumLength(n));
  const [sums, held] = [outputs, slots].map((count) =>
    Array.from({ length: count }, () => new Float32Array(spectrumLength(n))),
  ) as [Float32Array[], Float32Array[]];
  const weights = Array.from({ length: phases }, (_, phase) => nearness(side, phases, phase));
  let rowPhase = 0;

  /** Radix-2 stages over columns of complex numbers; back is forth with the stages turned round. */
  const columns = (
    data: Float32Array,
    re: number,
    im: number,
    stride: number,
    count: number,
    isBack: boolean,
  ): void => {
    for (let stage = 0; 2 << stage <= n; stage += 1) {
      const length = isBack ? 2 << stage : n >> stage;
      const down = (length / 2) * stride;
      for (let j = 0; j < length / 2; j += 1) {
        const cosine = twiddles[(j * n) / length]!;
        const sine = isBack ? -twiddles[n + (j * n) / length]! : twiddles[n + (j * n) / length]!;
        for (let row = j; row < n; row += length) {
          for (
            let column = 0, r = re + row * stride, i = im + row * stride;
            column < count;
            column += 1, r += 1, i += 1
          ) {
            const [ar, ai] = [data[r]!, data[i]!];
            let [br, bi] = [data[r + down]!, data[i + down]!];
            if (isBack) [br, bi] = [br * cosine - bi * sine, br * sine + bi * cosine];
            data[r] = ar + br;
            data[i] = ai + bi;
            const [dr, di] = [ar - br, ai - bi];
            data[r + down] = isBack ? dr : dr * cosine - di * sine;
            data[i + down] = isBack ? di : dr * sine + di * cosine;
          }
        }
      }
    }
  };

  /** Spectrum of `plane`, which is destroyed. */
  const forth = (): void => {
    columns(plane, 0, half, n, half, false);
    for (let y = 0; y < width; y += 1) {
      const up = order[y % n]! * n;
      const down = order[(n - (y % n)) % n]! * n;
      for (let x = 0; x < half; x += 1) {
        const [ur, ui, dr, di] = [
          plane[up + x]!,
          plane[up + half + x]!,
          plane[down + x]!,
          plane[down + half + x]!,
        ];
        const left = x * width + y;
        const right = (x + half) * width + y;
        spectrum[left] = ur + dr;
        spectrum[left + imaginary] = ui - di;
        spectrum[right] = ui + di;
        spectrum[right + imaginary] = dr - ur;
      }
    }
    columns(spectrum, 0, imaginary, width, width, false);
  };

  /** sum += spectrum · kernel. */
  const multiplyAdd = (
    sum: Float32Array,
    kernel: Float32Array,
    mirrored: boolean,
    conjugated: boolean,
  ): void => {
    const sign = conjugated ? -1 : 1;
    for (let frequency = 0; frequency < n; frequency += 1) {
      const row = order[frequency]! * width;
      const other = mirrored ? order[(n - frequency) % n]! * width : row;
      for (let column = 0; column < width; column += 1) {
        const [sr, si] = [spectrum[row + column]!, spectrum[imaginary + row + column]!];
        const [kr, ki] = [kernel[other + column]!, sign * kernel[other + imaginary + column]!];
        sum[row + column]! += sr * kr - si * ki;
        sum[imaginary + row + column]! += sr * ki + si * kr;
      }
    }
  };

  return {
    path: 'plain',
    stride: n,
    transformSource: (values, phase) => {
      source.set(values);
      rowPhase = phase;
    },
    clear: (output) => {
      sums[output]!.fill(0);
    },
    loadSlot: (slot, spectra, at) => {
      held[slot]!.set(spectra.subarray(at, at + spectrum.length));
    },
    convolve: ({ right, down, phase, mirrored, conjugated }, uses) => {
      const across = weights[phase]!.subarray(right ? side : 0);
      const along = weights[rowPhase]!.subarray(down ? side : 0);
      plane.fill(0);
      for (let row = 0; row < side; row += 1)
        for (let column = 0; column < side; column += 1)
          plane[row * n + column] =
            source[row * side + column]! * Math.fround(across[column]! * along[row]!);
      forth();
      for (const { output, slot } of uses)
        multiplyAdd(sums[output]!, held[slot]!, mirrored, conjugated);
    },
    inverseTransform: (output) => {
      const sum = sums[output]!;
      columns(sum, 0, imaginary, width, width, true);
      for (let y = 0; y <= half; y += 1) {
        const up = order[y]! * n;
        const down = order[(n - y) % n]! * n;
        for (let x = 0; x < half; x += 1) {
          const left = x * width + y;
          const right = (x + half) * width + y;
          const [lr, li, rr, ri] = [
            sum[left]!,
            sum[left + imaginary]!,
            sum[right]!,
            sum[right + imaginary]!,
          ];
          if (down !== up) {
            plane[down + x] = lr + ri;
            plane[down + half + x] = rr - li;
          }
          plane[up + x] = lr - ri;
          plane[up + half + x] = li + rr;
        }
      }
      columns(plane, 0, half, n, half, true);
      return plane;
    },
    kernelSpectra: (kernels, from, weights, transposed, out, at) => {
      const reach = (n - side) / 2;
      const wide = 2 * reach + 1;
      const size = wide * wide;
      const scale = 1 / (4 * n * n);
      for (const [index, bands] of weights.entries()) {
        const sum = new Float64Array(size);
        for (const [band, weight] of bands.entries())
          if (weight !== 0)
            for (let i = 0, k = from + band * size; i < size; i += 1, k += 1)
              sum[i]! += weight * kernels[k]!;
        plane.fill(0);
        for (let row = 0; row < wide; row += 1) {
          const line = ((row - reach + n) % n) * n;
          for (let column = 0; column < wide; column += 1)
            plane[line + ((column - reach + n) % n)] = transposed
              ? sum[column * wide + row]!
              : sum[row * wide + column]!;
        }
        forth();
        for (let i = 0, to = at + index * spectrum.length; i < spectrum.length; i += 1, to += 1)
          out[to] = spectrum[i]! * scale;
      }
    },
  };
}

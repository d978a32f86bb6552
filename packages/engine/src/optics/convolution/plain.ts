import {
  bitReversed,
  nearness,
  spectrumLength,
  twiddlesOf,
  type Convolver,
  type ConvolverSize,
  type TileCorner,
} from './convolver.ts';

/**
 * Tables of a transform of n x n; a spectrum has n rows of `width` columns, and its imaginary parts
 * begin at `imaginary`.
 */
interface Transform {
  readonly n: number;
  readonly width: number;
  readonly imaginary: number;
  readonly twiddles: Float32Array;
  readonly order: Int32Array;
}

/**
 * n rows of complex numbers in one array, `stride` numbers apart: `count` real parts from `re` on,
 * as many imaginary ones from `im` on.
 */
interface ComplexRows {
  readonly data: Float32Array;
  readonly re: number;
  readonly im: number;
  readonly stride: number;
  readonly count: number;
}

/**
 * Transforms every column of complex rows in place by radix-2 stages: natural order in and
 * bit-reversed order out, or the inverse.
 */
function transformColumns(
  { n, twiddles }: Transform,
  { data, re, im, stride, count }: ComplexRows,
  isInverse: boolean,
): void {
  for (let stage = 0; 2 << stage <= n; stage += 1) {
    const length = isInverse ? 2 << stage : n >> stage;
    const down = (length / 2) * stride;
    for (let j = 0; j < length / 2; j += 1) {
      const cosine = twiddles[(j * n) / length]!;
      const sine = isInverse ? -twiddles[n + (j * n) / length]! : twiddles[n + (j * n) / length]!;
      for (let row = j; row < n; row += length) {
        for (
          let column = 0, r = re + row * stride, i = im + row * stride;
          column < count;
          column += 1, r += 1, i += 1
        ) {
          const [ar, ai] = [data[r]!, data[i]!];
          let [br, bi] = [data[r + down]!, data[i + down]!];
          if (isInverse) [br, bi] = [br * cosine - bi * sine, br * sine + bi * cosine];
          data[r] = ar + br;
          data[i] = ai + bi;
          const [dr, di] = [ar - br, ai - bi];
          data[r + down] = isInverse ? dr : dr * cosine - di * sine;
          data[i + down] = isInverse ? di : dr * sine + di * cosine;
        }
      }
    }
  }
}

/**
 * The left half of a plane as real parts and its right half as imaginary parts: one complex
 * transform does both.
 */
const halvesOf = ({ n }: Transform, plane: Float32Array): ComplexRows => ({
  data: plane,
  re: 0,
  im: n / 2,
  stride: n,
  count: n / 2,
});

const rowsOf = ({ imaginary, width }: Transform, spectrum: Float32Array): ComplexRows => ({
  data: spectrum,
  re: 0,
  im: imaginary,
  stride: width,
  count: width,
});

/** Spectrum of a real plane, which is destroyed. */
function forwardTransform(transform: Transform, plane: Float32Array, spectrum: Float32Array): void {
  const { n, width, imaginary, order } = transform;
  const half = n / 2;
  transformColumns(transform, halvesOf(transform, plane), false);
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
  transformColumns(transform, rowsOf(transform, spectrum), false);
}

/** Real plane of a spectrum, which is destroyed. */
function inverseTransform(transform: Transform, spectrum: Float32Array, plane: Float32Array): void {
  const { n, width, imaginary, order } = transform;
  const half = n / 2;
  transformColumns(transform, rowsOf(transform, spectrum), true);
  for (let y = 0; y <= half; y += 1) {
    const up = order[y]! * n;
    const down = order[(n - y) % n]! * n;
    for (let x = 0; x < half; x += 1) {
      const left = x * width + y;
      const right = (x + half) * width + y;
      const [lr, li, rr, ri] = [
        spectrum[left]!,
        spectrum[left + imaginary]!,
        spectrum[right]!,
        spectrum[right + imaginary]!,
      ];
      if (down !== up) {
        plane[down + x] = lr + ri;
        plane[down + half + x] = rr - li;
      }
      plane[up + x] = lr - ri;
      plane[up + half + x] = li + rr;
    }
  }
  transformColumns(transform, halvesOf(transform, plane), true);
}

/** sum += spectrum · kernel. */
function multiplyAdd(
  { n, width, imaginary, order }: Transform,
  sum: Float32Array,
  spectrum: Float32Array,
  kernel: Float32Array,
  { mirrored, conjugated }: Pick<TileCorner, 'mirrored' | 'conjugated'>,
): void {
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
}

/** Sum of kernels of `size` numbers each, one after another, each times its weight. */
function weightedSum(kernels: Float32Array, size: number, weights: Float64Array): Float64Array {
  const sum = new Float64Array(size);
  for (const [band, weight] of weights.entries())
    if (weight !== 0)
      for (let i = 0, k = band * size; i < size; i += 1, k += 1) sum[i]! += weight * kernels[k]!;
  return sum;
}

/**
 * Lays a kernel of (2·reach + 1)² numbers on a plane of n x n with its middle in the corner: what
 * lies left of it wraps round.
 */
function wrapKernel(
  kernel: Float64Array,
  reach: number,
  transposed: boolean,
  plane: Float32Array,
  n: number,
): void {
  const wide = 2 * reach + 1;
  plane.fill(0);
  for (let row = 0; row < wide; row += 1) {
    const line = ((row - reach + n) % n) * n;
    for (let column = 0; column < wide; column += 1)
      plane[line + ((column - reach + n) % n)] = transposed
        ? kernel[column * wide + row]!
        : kernel[row * wide + column]!;
  }
}

/**
 * The plain twin of the kernel in assembly/fft.ts. A spectrum holds n rows of n/2 + 4 columns, real
 * parts first, then imaginary ones: rows are frequencies along x in bit-reversed order, columns
 * frequencies along y.
 */
export function plainConvolver(size: ConvolverSize): Convolver {
  const { n, side, outputs, slots, phases } = size;
  const width = n / 2 + 4;
  const transform: Transform = {
    n,
    width,
    imaginary: n * width,
    twiddles: twiddlesOf(n),
    order: bitReversed(n),
  };
  const source = new Float32Array(side * side);
  const plane = new Float32Array(n * n);
  const spectrum = new Float32Array(spectrumLength(n));
  const [sums, held] = [outputs, slots].map((count) =>
    Array.from({ length: count }, () => new Float32Array(spectrumLength(n))),
  ) as [Float32Array[], Float32Array[]];
  const weights = Array.from({ length: phases }, (_, phase) => nearness(size, phase));
  let rowPhase = 0;
  return {
    path: 'plain',
    slots,
    stride: n,
    transformSource: (values, phase) => {
      source.set(values);
      rowPhase = phase;
    },
    clear: (output) => {
      sums[output]!.fill(0);
    },
    loadSlot: (slot, spectra) => {
      held[slot]!.set(spectra.subarray(0, spectrum.length));
    },
    convolve: (corner, uses) => {
      const across = weights[corner.phase]!.subarray(corner.right ? side : 0);
      const along = weights[rowPhase]!.subarray(corner.down ? side : 0);
      plane.fill(0);
      for (let row = 0; row < side; row += 1)
        for (let column = 0; column < side; column += 1)
          plane[row * n + column] =
            source[row * side + column]! * Math.fround(across[column]! * along[row]!);
      forwardTransform(transform, plane, spectrum);
      for (const { output, slot } of uses)
        multiplyAdd(transform, sums[output]!, spectrum, held[slot]!, corner);
    },
    inverseTransform: (output) => {
      inverseTransform(transform, sums[output]!, plane);
      return plane;
    },
    kernelSpectra: (kernels, rows, transposed, out) => {
      const reach = (n - side) / 2;
      const scale = 1 / (4 * n * n);
      for (const [index, row] of rows.entries()) {
        const sum = weightedSum(kernels, (2 * reach + 1) ** 2, row);
        wrapKernel(sum, reach, transposed, plane, n);
        forwardTransform(transform, plane, spectrum);
        out.set(
          spectrum.map((value) => value * scale),
          index * spectrum.length,
        );
      }
    },
  };
}

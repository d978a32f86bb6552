import { placeBlocks, type KernelExports } from '../../kernels/kernel-memory.ts';
import {
  bitReversed,
  nearness,
  spectrumLength,
  twiddlesOf,
  type Convolver,
  type ConvolverSize,
} from './convolver.ts';

/** @see assembly/fft.ts */
export interface FftExports extends KernelExports {
  readonly forwardTransform: (
    plane: number,
    stride: number,
    n: number,
    spectrum: number,
    twiddles: number,
    order: number,
  ) => void;
  readonly inverseTransform: (
    spectrum: number,
    n: number,
    plane: number,
    stride: number,
    twiddles: number,
    order: number,
  ) => void;
  readonly addWeighted: (sum: number, kernels: number, count: number, bytes: number) => void;
  readonly wrapKernel: (
    kernel: number,
    reach: number,
    transposed: boolean,
    plane: number,
    stride: number,
    n: number,
  ) => void;
  readonly scale: (data: number, factor: number, bytes: number) => void;
  readonly transformAlongY: (
    source: number,
    side: number,
    weights: number,
    plane: number,
    stride: number,
    n: number,
    out: number,
    twiddles: number,
    order: number,
  ) => void;
  readonly convolveAlongX: (
    rows: number,
    side: number,
    weights: number,
    n: number,
    twiddles: number,
    order: number,
    group: number,
    uses: number,
    count: number,
    mirrored: boolean,
    conjugated: boolean,
  ) => void;
}

/**
 * Floats between rows of a plane beyond its columns: rows a power of two apart would compete for
 * the same cache lines.
 */
const ROW_PADDING = 4;

/** Bytes of columns that go through all stages together, as in assembly/fft.ts. */
const GROUP = 64;

/**
 * Sums of kernels that are computed together, and bands whose kernels are in the memory at a time.
 */
const [MOST_SUMS, MOST_BANDS] = [16, 8];

/**
 * Where everything lies in a kernel's memory, in bytes, and the sizes that follow from a
 * convolver's.
 */
type Layout = ReturnType<typeof layOut>;

/** Lays out a kernel's memory and fills in its tables. */
function layOut(kernel: FftExports, size: ConvolverSize) {
  const { n, side, outputs, slots, phases } = size;
  const stride = Math.max(n, (3 * n) / 2) + ROW_PADDING;
  const length = spectrumLength(n);
  const reach = (n - side) / 2;
  const kernelSize = (2 * reach + 1) ** 2;
  // The kernel reads and writes whole vectors, beyond the end of the numbers.
  const padded = Math.ceil(kernelSize / 16) * 16;
  // The first stage takes sources of half or three quarters of a transform: smaller ones are padded
  // with zeros.
  const span = side <= n / 2 ? n / 2 : (3 * n) / 4;
  const alongY = span * (n + 8);
  const [
    source,
    weights,
    plane,
    bothRows,
    group,
    useList,
    spectrum,
    twiddles,
    order,
    bandKernels,
    bandList,
    kernelSums,
    ...rest
  ] = placeBlocks(kernel, [
    span * span * 4,
    2 * span * phases * 4,
    n * stride * 4,
    2 * alongY * 4,
    2 * n * GROUP,
    2 * outputs * 4,
    length * 4,
    2 * n * 4,
    n * 4,
    (MOST_BANDS * kernelSize + 16) * 4,
    2 * MOST_BANDS * 4,
    MOST_SUMS * padded * 4,
    ...Array.from({ length: outputs + slots }, () => length * 4),
  ]);
  const { buffer } = kernel.memory;
  new Float32Array(buffer, twiddles, 2 * n).set(twiddlesOf(n));
  new Int32Array(buffer, order, n).set(bitReversed(n));
  const weightsOf = (phase: number): number => weights + phase * 2 * span * 4;
  for (let phase = 0; phase < phases; phase += 1) {
    const view = new Float32Array(buffer, weightsOf(phase), 2 * span);
    const both = nearness(size, phase);
    view.set(both.subarray(0, side));
    view.set(both.subarray(side), span);
  }
  return {
    n,
    side,
    span,
    reach,
    kernelSize,
    padded,
    length,
    stride,
    alongY,
    source,
    weightsOf,
    plane,
    bothRows,
    group,
    useList,
    spectrum,
    twiddles,
    order,
    bandKernels,
    bandList,
    kernelSums,
    sums: rest.slice(0, outputs),
    held: rest.slice(outputs),
  };
}

/** Convolutions in SIMD. */
export function simdConvolver(kernel: FftExports, size: ConvolverSize): Convolver {
  const layout = layOut(kernel, size);
  const { n, side, span, length, stride, sums, held, source, plane, twiddles, order } = layout;
  const { buffer } = kernel.memory;
  const sourceView = new Float32Array(buffer, source, span * span);
  const useView = new Int32Array(buffer, layout.useList, 2 * size.outputs);
  const planeView = new Float32Array(buffer, plane, n * stride);
  return {
    path: 'SIMD',
    slots: size.slots,
    stride,
    transformSource: (values, phase) => {
      if (span === side) sourceView.set(values);
      else
        for (let row = 0; row < side; row += 1)
          sourceView.set(values.subarray(row * side, (row + 1) * side), row * span);
      kernel.transformAlongY(
        source,
        span,
        layout.weightsOf(phase),
        plane,
        stride * 4,
        n,
        layout.bothRows,
        twiddles,
        order,
      );
    },
    clear: (output) => {
      new Float32Array(buffer, sums[output], length).fill(0);
    },
    loadSlot: (slot, spectra) => {
      new Float32Array(buffer, held[slot], length).set(spectra.subarray(0, length));
    },
    convolve: ({ right, down, phase, mirrored, conjugated }, uses) => {
      for (const [k, { output, slot }] of uses.entries())
        useView.set([sums[output]!, held[slot]!], 2 * k);
      kernel.convolveAlongX(
        layout.bothRows + (down ? layout.alongY * 4 : 0),
        span,
        layout.weightsOf(phase) + (right ? span * 4 : 0),
        n,
        twiddles,
        order,
        layout.group,
        layout.useList,
        uses.length,
        mirrored,
        conjugated,
      );
    },
    inverseTransform: (output) => {
      kernel.inverseTransform(sums[output]!, n, plane, stride * 4, twiddles, order);
      return planeView;
    },
    kernelSpectra: kernelTransformer(kernel, layout),
  };
}

/**
 * `Convolver.kernelSpectra`: several sums at a time, so that each kernel is read into the memory
 * once for all of them.
 */
function kernelTransformer(kernel: FftExports, layout: Layout): Convolver['kernelSpectra'] {
  const { n, reach, kernelSize, padded, length, bandKernels, bandList, kernelSums } = layout;
  const { plane, spectrum, twiddles, order } = layout;
  const { buffer } = kernel.memory;
  const stride = layout.stride * 4;
  const spectrumView = new Float32Array(buffer, spectrum, length);
  const bandView = new Float32Array(buffer, bandKernels, MOST_BANDS * kernelSize);
  const sumsView = new Float32Array(buffer, kernelSums, MOST_SUMS * padded);

  /** Adds the kernels in the memory, as many as there are weights, to a sum. */
  const addWeighted = (sum: number, weights: Float64Array): void => {
    const used = Array.from(weights.keys()).filter((band) => weights[band] !== 0);
    if (used.length === 0) return;
    new Int32Array(buffer, bandList, used.length).set(
      used.map((band) => bandKernels + band * kernelSize * 4),
    );
    new Float32Array(buffer, bandList + used.length * 4, used.length).set(
      used.map((band) => weights[band]!),
    );
    kernel.addWeighted(kernelSums + sum * padded * 4, bandList, used.length, padded * 4);
  };

  return (kernels, weights, transposed, out) => {
    for (let index = 0; index < weights.length; index += MOST_SUMS) {
      const batch = weights.slice(index, index + MOST_SUMS);
      sumsView.fill(0);
      for (let first = 0; first < batch[0]!.length; first += MOST_BANDS) {
        const last = Math.min(batch[0]!.length, first + MOST_BANDS);
        bandView.set(kernels.subarray(first * kernelSize, last * kernelSize));
        for (const [sum, row] of batch.entries()) addWeighted(sum, row.subarray(first, last));
      }
      for (let sum = 0; sum < batch.length; sum += 1) {
        kernel.wrapKernel(kernelSums + sum * padded * 4, reach, transposed, plane, stride, n);
        kernel.forwardTransform(plane, stride, n, spectrum, twiddles, order);
        kernel.scale(spectrum, 1 / (4 * n * n), length * 4);
        out.set(spectrumView, (index + sum) * length);
      }
    }
  };
}

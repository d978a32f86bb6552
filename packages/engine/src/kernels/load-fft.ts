import type { Host } from '../host.ts';
import { loadOnce } from '../load-once.ts';
import {
  bitReversed,
  nearness,
  plainConvolver,
  spectrumLength,
  twiddlesOf,
  type Convolver,
  type ConvolverSize,
} from './fft.ts';
import { compileKernel } from './instantiate-kernel.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';

/** @see assembly/fft.ts */
interface FftExports extends KernelExports {
  readonly forth: (
    plane: number,
    stride: number,
    n: number,
    spectrum: number,
    twiddles: number,
    order: number,
  ) => void;
  readonly back: (
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
  readonly forthAlong: (
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
  readonly forthAcross: (
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

/** Floats between rows of a plane beyond its columns: rows a power of two apart would fight for the same cache lines. */
const ROW_PADDING = 4;

/** Bytes of columns that go through all stages together, as in assembly/fft.ts. */
const GROUP = 64;

/** Sums of kernels made in one walk over the bands, and bands taken at a time. */
const [MOST_SUMS, MOST_BANDS] = [16, 8];

/** Compiled once per thread and source of kernels; convolvers by their size. */
const modules = new WeakMap<Host['loadKernel'], Promise<WebAssembly.Module | undefined>>();
const convolvers = new WeakMap<
  Host['loadKernel'],
  Map<string, { readonly slots: number; readonly convolver: Promise<Convolver> }>
>();

/** The fast convolver where WebAssembly with SIMD is to be had, its plain twin elsewhere. */
export function loadConvolver(
  { loadKernel }: Pick<Host, 'loadKernel'>,
  size: ConvolverSize,
): Promise<Convolver> {
  const bySize =
    convolvers.get(loadKernel) ??
    new Map<string, { readonly slots: number; readonly convolver: Promise<Convolver> }>();
  convolvers.set(loadKernel, bySize);
  const key = `${size.n} ${size.side} ${size.outputs} ${size.phases}`;
  const known = bySize.get(key);
  if (known && known.slots >= size.slots) return known.convolver;
  const loading = { slots: size.slots, convolver: build(loadKernel, size) };
  bySize.set(key, loading);
  // A load that fails is forgotten, so that the next call tries again.
  loading.convolver.catch(() => {
    if (bySize.get(key) === loading) bySize.delete(key);
  });
  return loading.convolver;
}

async function build(loadKernel: Host['loadKernel'], size: ConvolverSize): Promise<Convolver> {
  const module = await loadOnce(modules, loadKernel, () => compileKernel(loadKernel, 'fft'));
  if (!module) return plainConvolver(size);
  const instance = await WebAssembly.instantiate(module, {});
  return wrap(instance.exports as unknown as FftExports, size);
}

function wrap(kernel: FftExports, { n, side, outputs, slots, phases }: ConvolverSize): Convolver {
  const stride = Math.max(n, (3 * n) / 2) + ROW_PADDING;
  const length = spectrumLength(n);
  const reach = (n - side) / 2;
  const size = (2 * reach + 1) ** 2;
  // Vectors may run over the end.
  const padded = Math.ceil(size / 16) * 16;
  // The first stage takes half or three quarters of a transform: what a source is smaller stays black.
  const span = side <= n / 2 ? n / 2 : (3 * n) / 4;
  const rows = span * (n + 8);
  const [
    source = 0,
    weights = 0,
    plane = 0,
    bothRows = 0,
    group = 0,
    useList = 0,
    spectrum = 0,
    twiddles = 0,
    order = 0,
    bandKernels = 0,
    bandList = 0,
    kernelSums = 0,
    ...rest
  ] = placeBlocks(kernel, [
    span * span * 4,
    2 * span * phases * 4,
    n * stride * 4,
    2 * rows * 4,
    2 * n * GROUP,
    2 * outputs * 4,
    length * 4,
    2 * n * 4,
    n * 4,
    (MOST_BANDS * size + 16) * 4,
    2 * MOST_BANDS * 4,
    MOST_SUMS * padded * 4,
    ...Array.from({ length: outputs + slots }, () => length * 4),
  ]);
  const sums = rest.slice(0, outputs);
  const held = rest.slice(outputs);
  const { buffer } = kernel.memory;
  new Float32Array(buffer, twiddles, 2 * n).set(twiddlesOf(n));
  new Int32Array(buffer, order, n).set(bitReversed(n));
  const weightsOf = (phase: number): number => weights + phase * 2 * span * 4;
  for (let phase = 0; phase < phases; phase += 1) {
    const view = new Float32Array(buffer, weightsOf(phase), 2 * span);
    const both = nearness(side, phases, phase);
    view.set(both.subarray(0, side));
    view.set(both.subarray(side), span);
  }
  const sourceView = new Float32Array(buffer, source, span * span);
  const useView = new Int32Array(buffer, useList, 2 * outputs);
  const planeView = new Float32Array(buffer, plane, n * stride);
  const spectrumView = new Float32Array(buffer, spectrum, length);
  const bandView = new Float32Array(buffer, bandKernels, MOST_BANDS * size);
  const sumsView = new Float32Array(buffer, kernelSums, MOST_SUMS * padded);
  return {
    path: 'SIMD',
    stride,
    transformSource: (values, phase) => {
      if (span === side) sourceView.set(values);
      else
        for (let row = 0; row < side; row += 1)
          sourceView.set(values.subarray(row * side, (row + 1) * side), row * span);
      kernel.forthAlong(
        source,
        span,
        weightsOf(phase),
        plane,
        stride * 4,
        n,
        bothRows,
        twiddles,
        order,
      );
    },
    clear: (output) => {
      new Float32Array(buffer, sums[output], length).fill(0);
    },
    loadSlot: (slot, spectra, at) => {
      new Float32Array(buffer, held[slot], length).set(spectra.subarray(at, at + length));
    },
    convolve: ({ right, down, phase, mirrored, conjugated }, uses) => {
      for (const [k, { output, slot }] of uses.entries())
        useView.set([sums[output]!, held[slot]!], 2 * k);
      kernel.forthAcross(
        bothRows + (down ? rows * 4 : 0),
        span,
        weightsOf(phase) + (right ? span * 4 : 0),
        n,
        twiddles,
        order,
        group,
        useList,
        uses.length,
        mirrored,
        conjugated,
      );
    },
    inverseTransform: (output) => {
      kernel.back(sums[output]!, n, plane, stride * 4, twiddles, order);
      return planeView;
    },
    kernelSpectra: (kernels, from, weighting, transposed, out, at) => {
      for (let index = 0; index < weighting.length; index += MOST_SUMS) {
        const batch = weighting.slice(index, index + MOST_SUMS);
        sumsView.fill(0);
        for (let first = 0; first < batch[0]!.length; first += MOST_BANDS) {
          const last = Math.min(batch[0]!.length, first + MOST_BANDS);
          bandView.set(kernels.subarray(from + first * size, from + last * size));
          for (const [k, bands] of batch.entries()) {
            const used = Array.from({ length: last - first }, (_, band) => band).filter(
              (band) => bands[first + band] !== 0,
            );
            if (used.length === 0) continue;
            new Int32Array(buffer, bandList, used.length).set(
              used.map((band) => bandKernels + band * size * 4),
            );
            new Float32Array(buffer, bandList + used.length * 4, used.length).set(
              used.map((band) => bands[first + band]!),
            );
            kernel.addWeighted(kernelSums + k * padded * 4, bandList, used.length, padded * 4);
          }
        }
        for (let k = 0; k < batch.length; k += 1) {
          kernel.wrapKernel(kernelSums + k * padded * 4, reach, transposed, plane, stride * 4, n);
          kernel.forth(plane, stride * 4, n, spectrum, twiddles, order);
          kernel.scale(spectrum, 1 / (4 * n * n), length * 4);
          out.set(spectrumView, at + (index + k) * length);
        }
      }
    },
  };
}

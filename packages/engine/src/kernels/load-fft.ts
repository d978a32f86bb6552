import type { Host } from '../host.ts';
import { bitReversed, plainConvolver, spectrumLength, twiddlesOf, type Convolver, type ConvolverSize } from './fft.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';

/** @see assembly/fft.ts */
interface FftExports extends KernelExports {
  readonly forth: (plane: number, stride: number, n: number, spectrum: number, twiddles: number, order: number) => void;
  readonly back: (spectrum: number, n: number, plane: number, stride: number, twiddles: number, order: number) => void;
  readonly multiplyAdd: (sum: number, source: number, kernel: number, n: number, order: number, mirrored: boolean, conjugated: boolean) => void;
  readonly addScaled: (sum: number, source: number, weight: number, bytes: number) => void;
  readonly wrapKernel: (kernel: number, reach: number, transposed: boolean, plane: number, stride: number, n: number) => void;
  readonly scale: (data: number, factor: number, bytes: number) => void;
  readonly place: (source: number, side: number, across: number, along: number, plane: number, stride: number, n: number) => void;
}

/** Floats between rows of a plane beyond its columns: rows a power of two apart would fight for the same cache lines. */
const ROW_PADDING = 4;

/** Sums of kernels made in one walk over the bands. */
const MOST_SUMS = 16;

/** Compiled once per thread and source of kernels; convolvers by their size. */
const modules = new WeakMap<Host['loadKernel'], Promise<WebAssembly.Module | undefined>>();
const convolvers = new WeakMap<Host['loadKernel'], Map<string, Promise<Convolver>>>();

/** The fast convolver where WebAssembly with SIMD is to be had, its plain twin elsewhere. */
export function loadConvolver({ loadKernel }: Pick<Host, 'loadKernel'>, size: ConvolverSize): Promise<Convolver> {
  const known = convolvers.get(loadKernel) ?? new Map<string, Promise<Convolver>>();
  convolvers.set(loadKernel, known);
  const key = `${size.n} ${size.side} ${size.outputs}`;
  const convolver = known.get(key) ?? build(loadKernel, size);
  known.set(key, convolver);
  return convolver;
}

async function build(loadKernel: Host['loadKernel'], size: ConvolverSize): Promise<Convolver> {
  const compiled = modules.get(loadKernel) ?? compile(loadKernel);
  modules.set(loadKernel, compiled);
  const module = await compiled;
  if (!module) return plainConvolver(size);
  const instance = await WebAssembly.instantiate(module, {});
  return wrap(instance.exports as unknown as FftExports, size);
}

async function compile(loadKernel: Host['loadKernel']): Promise<WebAssembly.Module | undefined> {
  const bytes = await loadKernel('fft');
  return bytes && WebAssembly.validate(bytes as BufferSource) ? WebAssembly.compile(bytes as BufferSource) : undefined;
}

function wrap(kernel: FftExports, { n, side, outputs }: ConvolverSize): Convolver {
  const stride = n + ROW_PADDING;
  const length = spectrumLength(n);
  const reach = (n - side) / 2;
  const size = (2 * reach + 1) ** 2;
  // Vectors of four may run over the end.
  const padded = Math.ceil(size / 4) * 4;
  const [source = 0, across = 0, along = 0, plane = 0, spectrum = 0, other = 0, twiddles = 0, order = 0, kernelAt = 0, kernelSums = 0, ...sums] = placeBlocks(kernel, [
    side * side * 4, side * 4, side * 4, n * stride * 4, length * 4, length * 4, 2 * n * 4, n * 4, padded * 4, MOST_SUMS * padded * 4, ...Array.from({ length: outputs }, () => length * 4),
  ]);
  const { buffer } = kernel.memory;
  new Float32Array(buffer, twiddles, 2 * n).set(twiddlesOf(n));
  new Int32Array(buffer, order, n).set(bitReversed(n));
  const acrossView = new Float32Array(buffer, across, side);
  const alongView = new Float32Array(buffer, along, side);
  const planeView = new Float32Array(buffer, plane, n * stride);
  const spectrumView = new Float32Array(buffer, spectrum, length);
  const oneKernel = new Float32Array(buffer, kernelAt, size);
  const otherView = new Float32Array(buffer, other, length);
  return {
    path: 'SIMD', source: new Float32Array(buffer, source, side * side), stride,
    transform: (columnWeights, rowWeights) => {
      acrossView.set(columnWeights);
      alongView.set(rowWeights);
      kernel.place(source, side, across, along, plane, stride * 4, n);
      kernel.forth(plane, stride * 4, n, spectrum, twiddles, order);
    },
    clear: (output) => { new Float32Array(buffer, sums[output], length).fill(0); },
    multiplyAdd: (output, spectra, at, mirrored, conjugated) => {
      otherView.set(spectra.subarray(at, at + length));
      kernel.multiplyAdd(sums[output]!, spectrum, other, n, order, mirrored, conjugated);
    },
    plane: (output) => {
      kernel.back(sums[output]!, n, plane, stride * 4, twiddles, order);
      return planeView;
    },
    kernelSpectra: (kernels, from, weights, transposed, out, at) => {
      for (let index = 0; index < weights.length; index += MOST_SUMS) {
        const batch = weights.slice(index, index + MOST_SUMS);
        new Float32Array(buffer, kernelSums, MOST_SUMS * padded).fill(0);
        for (let band = 0; band < batch[0]!.length; band += 1) {
          if (batch.every((bands) => bands[band] === 0)) continue;
          oneKernel.set(kernels.subarray(from + band * size, from + (band + 1) * size));
          for (const [k, bands] of batch.entries()) if (bands[band] !== 0) kernel.addScaled(kernelSums + k * padded * 4, kernelAt, bands[band]!, padded * 4);
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

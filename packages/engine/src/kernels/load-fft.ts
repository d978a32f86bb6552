import type { Host } from '../host.ts';
import { bitReversed, plainConvolver, spectrumLength, twiddlesOf, type Convolver, type ConvolverSize } from './fft.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';

/** @see assembly/fft.ts */
interface FftExports extends KernelExports {
  readonly forth: (plane: number, stride: number, n: number, spectrum: number, twiddles: number, order: number) => void;
  readonly back: (spectrum: number, n: number, plane: number, stride: number, twiddles: number, order: number) => void;
  readonly multiplyAdd: (sum: number, source: number, kernel: number, n: number, order: number, mirrored: boolean, conjugated: boolean) => void;
  readonly place: (source: number, side: number, across: number, along: number, plane: number, stride: number, n: number) => void;
}

/** Floats between rows of a plane beyond its columns: rows a power of two apart would fight for the same cache lines. */
const ROW_PADDING = 4;

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
  const [source = 0, across = 0, along = 0, plane = 0, spectrum = 0, other = 0, twiddles = 0, order = 0, ...sums] = placeBlocks(kernel, [
    side * side * 4, side * 4, side * 4, n * stride * 4, length * 4, length * 4, 2 * n * 4, n * 4, ...Array.from({ length: outputs }, () => length * 4),
  ]);
  const { buffer } = kernel.memory;
  new Float32Array(buffer, twiddles, 2 * n).set(twiddlesOf(n));
  new Int32Array(buffer, order, n).set(bitReversed(n));
  const acrossView = new Float32Array(buffer, across, side);
  const alongView = new Float32Array(buffer, along, side);
  const planeView = new Float32Array(buffer, plane, n * stride);
  const spectrumView = new Float32Array(buffer, spectrum, length);
  const otherView = new Float32Array(buffer, other, length);
  return {
    path: 'SIMD', source: new Float32Array(buffer, source, side * side), stride,
    transform: (columnWeights, rowWeights) => {
      acrossView.set(columnWeights);
      alongView.set(rowWeights);
      kernel.place(source, side, across, along, plane, stride * 4, n);
      kernel.forth(plane, stride * 4, n, spectrum, twiddles, order);
    },
    clear: (output) => { new Float32Array(buffer, sums[output]!, length).fill(0); },
    multiplyAdd: (output, spectra, at, mirrored, conjugated) => {
      otherView.set(spectra.subarray(at, at + length));
      kernel.multiplyAdd(sums[output]!, spectrum, other, n, order, mirrored, conjugated);
    },
    plane: (output) => {
      kernel.back(sums[output]!, n, plane, stride * 4, twiddles, order);
      return planeView;
    },
    kernelSpectrum: (given, out, at) => {
      for (let row = 0; row < n; row += 1) planeView.set(given.subarray(row * n, (row + 1) * n), row * stride);
      kernel.forth(plane, stride * 4, n, spectrum, twiddles, order);
      const scale = 1 / (4 * n * n);
      for (let i = 0; i < length; i += 1) out[at + i] = spectrumView[i]! * scale;
    },
  };
}

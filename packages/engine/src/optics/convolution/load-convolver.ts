import type { Host } from '../../host.ts';
import { compileKernel } from '../../kernels/instantiate-kernel.ts';
import { loadOnce } from '../../load-once.ts';
import type { Convolver, ConvolverSize } from './convolver.ts';
import { plainConvolver } from './plain.ts';
import { simdConvolver, type FftExports } from './simd.ts';

/** The compiled kernel, one per thread and source of kernels. */
const modules = new WeakMap<Host['loadKernel'], Promise<WebAssembly.Module | undefined>>();
/** Convolvers by their size without slots, per thread and source of kernels. */
const convolvers = new WeakMap<Host['loadKernel'], Map<string, Promise<Convolver>>>();

/**
 * A convolver of a size, with at least as many slots: in SIMD where the host has the kernel and
 * WebAssembly has SIMD, else its plain twin. Later calls get the same convolver, so its sums and
 * slots hold what the caller before left in them.
 */
export async function loadConvolver(
  { loadKernel }: Pick<Host, 'loadKernel'>,
  size: ConvolverSize,
): Promise<Convolver> {
  const bySize = convolvers.get(loadKernel) ?? new Map<string, Promise<Convolver>>();
  convolvers.set(loadKernel, bySize);
  const key = `${size.n} ${size.side} ${size.outputs} ${size.phases} ${size.isEven === true}`;
  const load = () => loadOnce(bySize, key, () => makeConvolver(loadKernel, size));
  const convolver = await load();
  if (convolver.slots >= size.slots) return convolver;
  bySize.delete(key);
  return load();
}

async function makeConvolver(
  loadKernel: Host['loadKernel'],
  size: ConvolverSize,
): Promise<Convolver> {
  const module = await loadOnce(modules, loadKernel, () => compileKernel(loadKernel, 'fft'));
  if (!module) return plainConvolver(size);
  const { exports } = await WebAssembly.instantiate(module, {});
  return simdConvolver(exports as unknown as FftExports, size);
}

import type { Host } from '../../host.ts';
import { loadConvolver } from '../../kernels/load-fft.ts';

/** Spectra of the kernels of one node; plain data, so that it can go to another thread. */
export interface FoldKernelsPart {
  /** Kernels of unit sum per band, (2·reach + 1)² each, from `from` on. */
  readonly pointSpreads: Float32Array;
  readonly from: number;
  /** True when they belong to the node on the other side of the diagonal. */
  readonly transposed: boolean;
  readonly reach: number;
  readonly n: number;
  /** Weight of each band in each kernel of this node. */
  readonly weights: readonly Float64Array[];
  /** Shared; receives the kernels' spectra one after another from `at` on. */
  readonly out: Float32Array;
  readonly at: number;
}

/** Sums a node's point spread functions over the bands, once per kernel, and transforms the sums. */
export async function foldKernels(
  { pointSpreads, from, transposed, reach, n, weights, out, at }: FoldKernelsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const convolver = await loadConvolver(host, { n, side: n - 2 * reach, outputs: 1, slots: 0 });
  convolver.kernelSpectra(pointSpreads, from, weights, transposed, out, at);
}

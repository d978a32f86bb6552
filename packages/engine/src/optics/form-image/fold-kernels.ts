import type { Host } from '../../host.ts';
import { loadConvolver } from '../convolution/load-convolver.ts';
import { spectrumLength } from '../convolution/convolver.ts';

/** Spectra of the kernels of one node; plain data, so that it can go to another thread. */
export interface FoldKernelsPart {
  /** See `PointSpreadTable`; the node's begin at `from`. */
  readonly pointSpreads: Float32Array;
  readonly from: number;
  /** True when they belong to the node on the other side of the diagonal. */
  readonly transposed: boolean;
  readonly reach: number;
  readonly oversampling: number;
  readonly n: number;
  /** Weight of each band in each kernel of this node. */
  readonly weights: readonly Float64Array[];
  /** Shared; receives the kernels' spectra, phase after phase and kernel after kernel, from `at` on. */
  readonly out: Float32Array;
  readonly at: number;
}

/** Sums a node's point spread functions over the bands, once per kernel and phase, and transforms the sums. */
export async function foldKernels(
  { pointSpreads, from, transposed, reach, oversampling, n, weights, out, at }: FoldKernelsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const convolver = await loadConvolver(host, {
    n,
    side: n - 2 * reach,
    outputs: 1,
    slots: 0,
    phases: 1,
  });
  const bands = weights[0]!.length;
  const size = bands * (2 * reach + 1) ** 2;
  for (let down = 0; down < oversampling; down += 1) {
    for (let across = 0; across < oversampling; across += 1) {
      // In the diagonal's mirror image the two directions of a phase change places too.
      const phase = transposed ? across * oversampling + down : down * oversampling + across;
      const to = at + (down * oversampling + across) * weights.length * spectrumLength(n);
      convolver.kernelSpectra(
        pointSpreads.subarray(from + phase * size),
        weights,
        transposed,
        out.subarray(to),
      );
    }
  }
}

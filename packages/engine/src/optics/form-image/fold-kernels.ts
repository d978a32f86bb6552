import type { Host } from '../../host.ts';
import { loadConvolver } from '../convolution/load-convolver.ts';
import { spectrumLength } from '../convolution/convolver.ts';

/** The kernels of one node to make spectra of; plain data, so that another thread can get it. */
export interface FoldKernelsPart {
  /** See `PointSpreadTable`; those of the node begin at `from`. */
  readonly pointSpreads: Float32Array;
  readonly from: number;
  /** Whether they are those of the node's mirror image in the diagonal. */
  readonly transposed: boolean;
  readonly reach: number;
  readonly oversampling: number;
  readonly n: number;
  /** Weight of each band, per kernel. */
  readonly weights: readonly Float64Array[];
  /**
   * Shared memory; receives the spectra from `at` on, phase after phase, in each phase kernel after
   * kernel.
   */
  readonly out: Float32Array;
  readonly at: number;
}

/**
 * Sums the point spread functions of a node over the bands, for each kernel and phase, and
 * transforms the sums.
 */
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
      // Mirroring in the diagonal exchanges the two directions of a phase too.
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

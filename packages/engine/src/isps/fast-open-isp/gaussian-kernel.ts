import { exp } from '../../quantities/elementary.ts';
/**
 * 5x5 gaussian weights, row by row, scaled so that the middle is 1024, whole.
 *
 * @see docs/reference/isp.md#gaussian-kernel.
 */
export function gaussianKernel(sigma: number): Int32Array {
  const weights = Array.from({ length: 25 }, (_, i) =>
    exp(-(((i % 5) - 2) ** 2 + (Math.trunc(i / 5) - 2) ** 2) / (2 * sigma ** 2)),
  );
  // Divided twice, first by the sum, as the reference does: the rounding of both divisions affects
  // the result.
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => weight / total);
  const largest = Math.max(...shares);
  return Int32Array.from(shares, (share) => Math.trunc((1024 * share) / largest));
}

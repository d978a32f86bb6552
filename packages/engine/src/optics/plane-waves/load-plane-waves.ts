import type { Host } from '../../host.ts';
import { instantiateKernel } from '../../kernels/instantiate-kernel.ts';
import { loadOnce } from '../../load-once.ts';
import { plainPlaneWaves, type PlaneWaves } from './plane-waves.ts';
import { simdPlaneWaves, type PointSpreadExports } from './simd.ts';

const loaded = new WeakMap<Host['loadKernel'], Promise<PlaneWaves>>();

/**
 * Sums of plane waves in SIMD where the host has the kernel and WebAssembly has SIMD, else their
 * plain twins. Loaded once per thread and source of kernels.
 */
export const loadPlaneWaves = ({ loadKernel }: Pick<Host, 'loadKernel'>): Promise<PlaneWaves> =>
  loadOnce(loaded, loadKernel, async () => {
    const kernel = await instantiateKernel<PointSpreadExports>(loadKernel, 'point-spread');
    return kernel ? simdPlaneWaves(kernel) : plainPlaneWaves;
  });

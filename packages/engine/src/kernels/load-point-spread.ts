import type { Host } from '../host.ts';
import { pointSpread } from '../optics/point-spread/point-spread.ts';

export type PointSpreadKernel = (...args: Parameters<typeof pointSpread>) => Float64Array | Float32Array;

export function loadPointSpread(_host: Pick<Host, 'loadKernel'>): Promise<PointSpreadKernel> {
  return Promise.resolve(pointSpread);
}

import { describe, expect, it } from 'vitest';
import { builtKernel } from '../../references/isp/built-kernel.ts';
import type { Host } from '../host.ts';
import { loadConvolver } from '../optics/convolution/load-convolver.ts';
import { loadPlaneWaves } from '../optics/plane-waves/load-plane-waves.ts';
import { loadReadOut } from '../sensors/read-out/read-out-pixels.ts';

const size = { n: 64, side: 48, outputs: 1, slots: 1, phases: 1 };
const loaders: Readonly<Record<string, (host: Pick<Host, 'loadKernel'>) => Promise<object>>> = {
  'read-out': loadReadOut,
  'point-spread': loadPlaneWaves,
  fft: (host) => loadConvolver(host, size),
};

describe.each(Object.entries(loaders))('loading %s', (_name, load) => {
  it('tries again after the kernel could not be read, and then keeps it', async () => {
    let fails = true;
    const host = {
      loadKernel: (name: string) =>
        fails ? Promise.reject(new Error('disk is busy')) : builtKernel(name),
    };
    await expect(load(host)).rejects.toThrow('disk is busy');
    fails = false;
    const loaded = await load(host);
    expect(await load(host)).toBe(loaded);
  });
});

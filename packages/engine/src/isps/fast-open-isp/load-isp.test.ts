import { expect, it } from 'vitest';
import { builtKernel } from '../../../references/isp/built-kernel.ts';
import { loadIsp } from './load-isp.ts';

it('tries again after kernels could not be read', async () => {
  let fails = true;
  const host = {
    loadKernel: (name: string) =>
      fails ? Promise.reject(new Error('disk is busy')) : builtKernel(name),
  };
  await expect(loadIsp(host)).rejects.toThrow('disk is busy');
  fails = false;
  const isp = await loadIsp(host);
  expect(isp.path).toBe('SIMD');
  expect(await loadIsp(host)).toBe(isp);
});

import { runIsp } from '@lumenloom/engine';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { builtKernel } from '../../engine/references/isp/built-kernel.ts';
import { hashOf, mosaicOf, syntheticCases } from '../../engine/references/isp/golden-case.ts';
import { endParallel, nodeHost } from '../src/index.ts';
import { ispParametersOf } from '../../engine/src/proof/isp-case.ts';
import { parallelOn } from '../src/parallel.ts';

/** Large enough that helper threads take part. */
const large = syntheticCases().find(({ name }) => name === 'ui-default-650x450')!;

afterAll(async () => {
  await endParallel();
});

// Helper threads inherit the environment when they start, so each case starts its own threads.
// `here` is the setting of this thread.
describe.each([
  { here: 'SIMD', elsewhere: 'SIMD' },
  { here: 'plain', elsewhere: 'plain' },
  { here: 'SIMD', elsewhere: 'plain' },
] as const)('$here here, $elsewhere on helper threads', ({ here, elsewhere }) => {
  test.each([1, 2, 3])('the reference picture on %i threads', async (threads) => {
    const kernels = here === 'SIMD' ? (name: string) => builtKernel(name) : async () => undefined;
    vi.stubEnv('LUMENLOOM_SIMD', elsewhere === 'plain' ? 'off' : 'on');
    await endParallel();
    const host = {
      ...nodeHost(threads),
      loadKernel: kernels,
      parallel: parallelOn(threads, { loadKernel: kernels }),
    };
    const { image, report } = await runIsp(
      mosaicOf(large),
      ispParametersOf(large.ui_params),
      host,
      {
        stopped: () => false,
        log: () => undefined,
        progress: () => undefined,
      },
    );
    expect(report.path).toBe(here);
    expect(hashOf(image.data)).toBe(large.final_rgb.sha256);
  });
});

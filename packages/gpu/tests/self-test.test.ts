import { describe, expect, it } from 'vitest';
import type { OpenedGpu } from '../src/open-gpu.ts';
import { selfTest } from '../src/self-test.ts';
import type { GpuTask } from '../src/session.ts';
import { openOwnGpu, skipped, testGpu } from './adapter.ts';

type Read = Parameters<GpuTask['read']>[0];

/** A GPU that changes what is read. */
const changing = (gpu: OpenedGpu, change: (arrays: readonly Read[number]['to'][]) => void) => {
  const { session } = gpu;
  const run: typeof session.run = (work) =>
    session.run((task) => {
      const read = task.read.bind(task);
      task.read = async (wanted) => {
        await read(wanted);
        change(wanted.map(({ to }) => to));
      };
      return work(task);
    });
  return { ...gpu, session: { run } } as unknown as OpenedGpu;
};

describe.skipIf(skipped)(`the self-test${skipped ? ` (${skipped})` : ''}`, () => {
  it('accepts a GPU that computes as the processor does', async () => {
    expect(await selfTest(testGpu())).toBeUndefined();
  });

  it('refuses wrong integers', async () => {
    const wrong = changing(testGpu(), ([, integers]) => {
      (integers as Uint32Array)[999]! ^= 1;
    });
    expect(await selfTest(wrong)).toBe(
      `The GPU ${testGpu().name} is not used: its self-test gave wrong integers.`,
    );
  });

  it.each([
    ['a value that is a little off', (value: number) => value + 1e-3],
    ['a value that is not a number', () => NaN],
  ])('refuses %s', async (_, change) => {
    const wrong = changing(testGpu(), ([waves]) => {
      const values = waves as Float32Array;
      values[5000] = change(values[5000]!);
    });
    expect(await selfTest(wrong)).toContain('its self-test gave wrong sums of waves.');
  });

  it('refuses a GPU that is lost', async () => {
    const own = (await openOwnGpu())!;
    own.session.close();
    await own.session.device.lost;
    expect(await selfTest(own)).toMatch(
      /is not used: its self-test failed\. The GPU was lost: .*\.$/,
    );
  });
});

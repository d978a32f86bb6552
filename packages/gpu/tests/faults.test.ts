import { DeviceError } from '@lumenloom/engine/accelerate';
import { describe, expect, it } from 'vitest';
import type { OpenedGpu } from '../src/open-gpu.ts';
import { openOwnGpu, skipped } from './adapter.ts';

/** How often the shader adds 1. */
const TURNS = 300_000;
/** Adds 1 to each of 64 values, many times. */
const SLOW = `
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) {
  for (var i = 0u; i < ${TURNS}u; i += 1u) { values[at] += 1u; }
}`;

const slow = ({ session }: OpenedGpu, begun: () => void = () => undefined) =>
  session.run(async (task) => {
    const buffer = task.upload(new Uint32Array(64));
    task.dispatch({ code: SLOW }, { buffers: [buffer], groups: [1] });
    const values = new Uint32Array(64);
    const read = task.read([{ from: buffer, to: values }]);
    begun();
    await read;
    return values[63];
  });
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.skipIf(skipped)(`faults of a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it('lost in the middle of a task: that task and all later ones fail with the reason', async () => {
    const gpu = (await openOwnGpu())!;
    const failure = await failureOf(
      slow(gpu, () => {
        gpu.session.close();
      }),
    );
    expect(failure).toBeInstanceOf(DeviceError);
    const lost = {
      name: 'DeviceError',
      message: expect.stringMatching(/^The GPU was lost: /) as string,
    };
    expect(failure).toMatchObject(lost);
    expect(gpu.session.lost).toBeDefined();
    expect(await failureOf(slow(gpu))).toMatchObject(lost);
  });

  it('a command that it refuses fails that task alone', async () => {
    const gpu = (await openOwnGpu())!;
    const refused = await failureOf(
      gpu.session.run(async (task) => {
        const buffer = task.upload(new Uint32Array(64));
        task.dispatch({ code: SLOW }, { buffers: [buffer], groups: [1e6] });
        await task.read([{ from: buffer, to: new Uint32Array(64) }]);
      }),
    );
    expect(refused).toBeInstanceOf(DeviceError);
    expect(gpu.session.lost).toBeUndefined();
    expect((refused as Error).message).toMatch(/^The GPU refused a command: /);
    expect(await slow(gpu)).toBe(TURNS);
    gpu.session.close();
  });

  it('too little memory fails that task alone, and says so', async () => {
    const gpu = (await openOwnGpu())!;
    const { device } = gpu.session;
    const pop = device.popErrorScope.bind(device);
    // SwiftShader has as much memory as the machine, so the answer of the device is replaced.
    device.popErrorScope = async () => {
      await pop();
      return new GPUOutOfMemoryError('no block of that size');
    };
    expect(await failureOf(slow(gpu))).toMatchObject({
      name: 'DeviceError',
      message: 'The GPU has too little free memory.',
    });
    expect(gpu.session.lost).toBeUndefined();
    device.popErrorScope = pop;
    expect(await slow(gpu)).toBe(TURNS);
    gpu.session.close();
  });

  it('two tasks at once give what they give one after the other', async () => {
    const gpu = (await openOwnGpu())!;
    expect(await Promise.all([slow(gpu), slow(gpu)])).toEqual([TURNS, TURNS]);
    gpu.session.close();
  });

  it('a mistake in a task is no fault of the GPU', async () => {
    const gpu = (await openOwnGpu())!;
    const mistake = new TypeError('a mistake');
    expect(await failureOf(gpu.session.run(() => Promise.reject(mistake)))).toBe(mistake);
    gpu.session.close();
  });
});

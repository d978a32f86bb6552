import { describe, expect, it } from 'vitest';
import { skipped, testGpu } from './adapter.ts';

const ADD_ONE = `
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&values)) { values[id.x] += 1u; }
}`;

describe.skipIf(skipped)(`a session${skipped ? ` (${skipped})` : ''}`, () => {
  it('runs tasks one after the other', async () => {
    const { session } = testGpu();
    const addOne = (values: Uint32Array) =>
      session.run(async (task) => {
        const buffer = task.upload(values);
        task.dispatch({ code: ADD_ONE }, { buffers: [buffer], groups: [1] });
        await task.read([{ from: buffer, to: values }]);
        return values;
      });
    const results = await Promise.all([addOne(Uint32Array.of(1, 2)), addOne(Uint32Array.of(7))]);
    expect(results).toEqual([Uint32Array.of(2, 3), Uint32Array.of(8)]);
  });

  it('takes the buffers of a part back once, also where its task ends before the part', async () => {
    const { session } = testGpu();
    let release = (): void => undefined;
    const stopped = session.run((task) => {
      release = task.startPart();
      task.empty(1600);
      return Promise.reject(new Error('stopped'));
    });
    await expect(stopped).rejects.toThrow('stopped');
    release();
    await session.run((task) => {
      expect(task.empty(1600)).not.toBe(task.empty(1600));
      return Promise.resolve();
    });
  });
});

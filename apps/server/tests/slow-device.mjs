/**
 * Stops a run while a GPU works for it, and closes the runner of another one: the program prints
 * how each has ended. In the threads of the runner it is the module that runs a task.
 */
import { isMainThread } from 'node:worker_threads';
import { JobRunner } from '../dist/simulation/job-runner.js';
import { countDeviceWork } from '../dist/simulation/run-flags.js';

const WEBGPU = new URL('../../../tools/gpu/node_modules/webgpu/index.js', import.meta.url);

/** Takes seconds on SwiftShader. */
const SLOW = `
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) {
  for (var i = 0u; i < 2000000u; i += 1u) { values[at] += 1u; }
}`;

/** Without a look at the flags, as work of a device that has begun. */
async function workSlowly() {
  const { create, globals } = await import(WEBGPU.href);
  Object.assign(globalThis, globals);
  globalThis.instance = create([]);
  const adapter = await globalThis.instance.requestAdapter();
  const device = await adapter.requestDevice();
  const module = device.createShaderModule({ code: SLOW });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const values = device.createBuffer({ size: 256, usage: 0x80 | 0x4 });
  const copy = device.createBuffer({ size: 256, usage: 0x1 | 0x8 });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = [{ binding: 0, resource: { buffer: values } }];
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(values, 0, copy, 0, 256);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(1);
}

/** A task of the runner. */
export default async function task({ flags, port }) {
  const work = countDeviceWork(flags, workSlowly);
  port.postMessage('begun\n');
  await work;
  // A run that hears no Stop: its thread must be ended.
  await new Promise(() => undefined);
}

/** Runs a task, and calls `then` when it works. */
async function run(runner, signal, then) {
  const lines = [];
  await runner.run(undefined, {
    signal,
    emit: (line) => {
      lines.push(line);
      if (line === 'begun\n') then();
    },
  });
}

if (isMainThread) {
  const options = {
    jobWorker: new URL(import.meta.url),
    concurrency: 1,
    warmThreads: 0,
    threadsPerRun: 1,
    device: 'webgpu',
    maximumSeconds: 60,
    reportFault: (error) => console.log(`fault: ${error}`),
  };
  const runner = new JobRunner(options);
  const ending = new AbortController();
  await run(runner, ending.signal, () => ending.abort());
  console.log('stopped');
  const closing = new JobRunner(options);
  let closed = Promise.resolve();
  await run(closing, new AbortController().signal, () => {
    closed = closing.close();
  });
  await closed;
  await runner.close();
  console.log('closed');
}

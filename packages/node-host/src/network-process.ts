/**
 * The process that runs networks, apart from all others: ending a thread inside ONNX Runtime would take its whole process along, and so would
 * damaged weights at their worst (docs/decisions/006). It holds one network, the one that was loaded last, and ends with whoever started it.
 */
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import type { Tensor } from '@lumenloom/engine';

/** What it is asked. */
export type NetworkRequest =
  | { readonly id: number; readonly type: 'load'; readonly file: string; readonly threads: number }
  | {
      readonly id: number;
      readonly type: 'run';
      readonly inputs: Readonly<Record<string, Tensor>>;
    };

/** What it answers to that: inputs with their sizes, or outputs; or why not, in ONNX Runtime's own words. */
export type NetworkAnswer = { readonly id: number; readonly peakRssBytes: number } & (
  | { readonly inputs: Readonly<Record<string, readonly (number | undefined)[]>> }
  | { readonly outputs: Readonly<Record<string, Tensor>> }
  | { readonly problem: string }
);
type Content =
  | { readonly inputs: Readonly<Record<string, readonly (number | undefined)[]>> }
  | { readonly outputs: Readonly<Record<string, Tensor>> };

let session: InferenceSession | undefined;

async function load(file: string, threads: number): Promise<Content> {
  await session?.release();
  session = undefined;
  session = await InferenceSession.create(file, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Memory goes back after each picture instead of staying at its peak.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // What goes wrong is thrown as well.
    logSeverityLevel: 4,
  });
  return {
    inputs: Object.fromEntries(
      session.inputMetadata.map((input) => [
        input.name,
        input.isTensor
          ? input.shape.map((side) => (typeof side === 'number' && side > 0 ? side : undefined))
          : [],
      ]),
    ),
  };
}

async function run(inputs: Readonly<Record<string, Tensor>>): Promise<Content> {
  const feeds = Object.entries(inputs).map(
    ([name, { shape, data }]) =>
      [
        name,
        data instanceof Float32Array
          ? new OnnxTensor('float32', data, shape)
          : new OnnxTensor('int64', data, shape),
      ] as const,
  );
  const outputs = await session!.run(Object.fromEntries(feeds));
  return {
    outputs: Object.fromEntries(
      Object.entries(outputs).flatMap(([name, { dims, data }]) =>
        data instanceof Float32Array || data instanceof BigInt64Array
          ? [[name, { shape: dims, data }] as const]
          : [],
      ),
    ),
  };
}

process.on('message', (request: NetworkRequest) => {
  void (request.type === 'load' ? load(request.file, request.threads) : run(request.inputs))
    .catch((error: unknown) => ({ problem: (error as Error).message }))
    .then((content) => {
      const answer: NetworkAnswer = {
        id: request.id,
        peakRssBytes: process.resourceUsage().maxRSS * 1024,
        ...content,
      };
      // Who asked may be gone by now.
      process.send!(answer, undefined, undefined, (error) => {
        if (error) process.exit();
      });
    });
});
process.on('disconnect', () => process.exit());

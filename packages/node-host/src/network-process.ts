/**
 * A separate process that runs networks, because ending a thread inside ONNX Runtime ends the whole
 * process, and damaged weights can crash it (docs/decisions/006). It holds the network that was
 * loaded last, and exits when its parent disconnects.
 */
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import type { Tensor } from '@lumenloom/engine';

/** Requests to the process. */
export type NetworkRequest =
  | { readonly id: number; readonly type: 'load'; readonly file: string; readonly threads: number }
  | {
      readonly id: number;
      readonly type: 'run';
      readonly inputs: Readonly<Record<string, Tensor>>;
    };

/**
 * Answers of the process: inputs with their sizes, or outputs, or the error message of ONNX
 * Runtime.
 */
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
    // Frees memory after each picture instead of keeping the peak allocated.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Fatal errors only; all others are thrown as well.
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
      // The parent may have ended in the meantime.
      process.send!(answer, undefined, undefined, (error) => {
        if (error) process.exit();
      });
    });
});
process.on('disconnect', () => process.exit());

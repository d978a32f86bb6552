/**
 * A separate process that runs networks, because ending a thread inside ONNX Runtime ends the whole
 * process, and damaged weights can crash it (docs/decisions/006). It holds the network that was
 * loaded last, and ends with the thread that started it. With a number of bytes and one of seconds
 * as its arguments it ends when it occupies more, or computes longer for one answer.
 */
import { open } from 'node:fs/promises';
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import type { Finding, Network, NetworkQuestion, OnnxFile, Tensor } from '@lumenloom/engine';
import { collectGarbageSoon, keepGarbage } from './collect-garbage.ts';
import { peakRssBytes } from './peak-memory.ts';
import { watchProcess } from './watch-process.ts';

/** Requests to the process. */
export type NetworkRequest =
  | { readonly id: number; readonly type: 'read'; readonly file: string }
  | {
      readonly id: number;
      readonly type: 'load';
      readonly file: string;
      readonly threads: number;
      /** Whether WebGPU runs what it can. */
      readonly onGpu?: boolean;
    }
  | {
      readonly id: number;
      readonly type: 'run';
      readonly inputs: Readonly<Record<string, Tensor>>;
    }
  | { readonly id: number; readonly type: 'find'; readonly question: NetworkQuestion };

/**
 * Answers of the process: what the file says, or inputs with their sizes, or outputs, or a finding,
 * or the error message of ONNX Runtime or, in a sentence, of the reader.
 */
export type NetworkAnswer = { readonly id: number; readonly peakRssBytes: number } & Content;
type Inputs = Network['inputs'];
type Content =
  | { readonly read: OnnxFile }
  | { readonly inputs: Inputs }
  | { readonly outputs: Readonly<Record<string, Tensor>> }
  | { readonly finding: Finding }
  | { readonly problem: string };

// Node 24 has arrays of 16-bit floats. The JavaScript of ONNX Runtime would put tensors into them,
// and its native part takes these as empty. Without them it keeps the bits in 16-bit integers, as
// our tensors do.
Reflect.deleteProperty(globalThis, 'Float16Array');

let session: InferenceSession | undefined;

/** Protocol buffers cannot be larger. */
const LARGEST_FILE = 2 ** 31 - 1;

async function read(file: string): Promise<Content> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > LARGEST_FILE) return { problem: 'The file is larger than ONNX files can be, 2 GB.' };
    const { readOnnx } = await import('@lumenloom/engine/quick');
    return { read: readOnnx(await handle.readFile()) };
  } finally {
    await handle.close();
  }
}

async function load(file: string, threads: number, onGpu = false): Promise<Content> {
  await session?.release();
  session = undefined;
  session = await InferenceSession.create(file, {
    executionProviders: onGpu ? ['webgpu', 'cpu'] : ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Frees memory after each picture instead of keeping the peak allocated.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Fatal errors only; all others are thrown as well.
    logSeverityLevel: 4,
  });
  return { inputs: inputsOf(session) };
}

const inputsOf = ({ inputMetadata }: InferenceSession): Inputs =>
  Object.fromEntries(
    inputMetadata.map((input) => [
      input.name,
      input.isTensor
        ? input.shape.map((side) => (typeof side === 'number' && side > 0 ? side : undefined))
        : [],
    ]),
  );

/** The tensor of ONNX Runtime: the array says the type. */
function toOnnx({ shape, data, type }: Tensor): OnnxTensor {
  if (data instanceof Float32Array) return new OnnxTensor('float32', data, shape);
  if (data instanceof BigInt64Array) return new OnnxTensor('int64', data, shape);
  if (data instanceof Uint16Array) return new OnnxTensor(type ?? 'float16', data, shape);
  if (data instanceof Int16Array) return new OnnxTensor('int16', data, shape);
  if (data instanceof Int8Array) return new OnnxTensor('int8', data, shape);
  if (data instanceof Uint8Array) return new OnnxTensor('uint8', data, shape);
  if (data instanceof Int32Array) return new OnnxTensor('int32', data, shape);
  return new OnnxTensor('float64', data, shape);
}

const TYPES: readonly string[] = [
  'float32',
  'float16',
  'float64',
  'int32',
  'int64',
  'uint8',
  'int8',
  'uint16',
  'int16',
  'bool',
];

/** Undefined for outputs of types that nobody reads. */
function fromOnnx({ dims, data, type }: OnnxTensor): Tensor | undefined {
  if (!TYPES.includes(type)) return undefined;
  return { shape: dims, data: data as Tensor['data'], ...(type === 'uint16' && { type }) };
}

/** @param wanted outputs; all where it is absent. */
async function run(
  inputs: Readonly<Record<string, Tensor>>,
  wanted?: readonly string[],
): Promise<Readonly<Record<string, Tensor>>> {
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([name, tensor]) => [name, toOnnx(tensor)]),
  );
  const outputs = wanted ? await session!.run(feeds, wanted) : await session!.run(feeds);
  return Object.fromEntries(
    // In the order of the file.
    session!.outputNames.flatMap((name) => {
      const tensor = outputs[name] && fromOnnx(outputs[name]);
      return tensor ? [[name, tensor] as const] : [];
    }),
  );
}

async function find(question: NetworkQuestion): Promise<Content> {
  const { findInPicture } = await import('@lumenloom/engine/quick');
  return { finding: await findInPicture({ inputs: inputsOf(session!), run }, question) };
}

async function answer(request: NetworkRequest): Promise<Content> {
  if (request.type === 'read') return read(request.file);
  if (request.type === 'load') return load(request.file, request.threads, request.onGpu);
  if (request.type === 'find') return find(request.question);
  return { outputs: await run(request.inputs) };
}

const [bytes, processorSeconds] = process.argv.slice(2).map(Number);
const watched = watchProcess({ bytes, processorSeconds });
process.on('message', (request: NetworkRequest) => {
  keepGarbage();
  void watched
    .then((began) => {
      began();
      return answer(request);
    })
    .catch((error: unknown) => ({ problem: (error as Error).message }))
    .then((content) => {
      const message: NetworkAnswer = {
        id: request.id,
        peakRssBytes: peakRssBytes(),
        ...content,
      };
      // The parent may have ended in the meantime.
      process.send!(message, undefined, undefined, (error) => {
        if (error) process.exit();
      });
      collectGarbageSoon();
    });
});

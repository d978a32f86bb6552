import type { Device } from './device.ts';
import type { StageMemory } from './stage-memory.ts';
import type { WorldRenderer } from './worlds.ts';

/** An 8-bit picture: rgb[(row * columns + column) * 3 + channel]. */
export interface RgbImage {
  readonly rows: number;
  readonly columns: number;
  readonly rgb: Uint8Array;
}

/**
 * Input or output of a network, in row-major order. A Uint16Array holds the bits of 16-bit floats,
 * a Uint8Array bytes or truth values.
 */
export interface Tensor {
  readonly shape: readonly number[];
  /** Numbers of 16 bits are those of floats unless this says that they are whole. */
  readonly type?: 'uint16';
  readonly data:
    | Float32Array
    | Float64Array
    | Uint16Array
    | Int16Array
    | Int8Array
    | BigInt64Array
    | Int32Array
    | Uint8Array;
}

/** Says whether the run shall stop; asked at least once per part of the work. */
interface Watch {
  stopped(): boolean;
}

/** The type of the numbers in a network's weights: 32-bit or 16-bit floats, or 8-bit integers. */
export type Precision = 'fp32' | 'fp16' | 'quantized';

/** The file of a network's weights. */
export interface WeightsFile {
  /** Below the network's folder. */
  readonly path: string;
  readonly precision: Precision;
  /** Hexadecimal. */
  readonly sha256: string;
  /**
   * Where the same hash is written: in models/list.json, or, where that has none, in the record of
   * the first fetch.
   */
  readonly hashIs: 'listed' | 'recorded at first fetch' | 'unknown';
}

/**
 * Work that may run on another thread. A part is plain data; the job writes only to that part's own
 * piece of the shared arrays in it. `pipeline/jobs.ts` lists every job. Its type is the type of a
 * method, because TypeScript then accepts any job where `Job<object>` is expected.
 */
export type Job<Part extends object> = {
  run(part: Part, host: Pick<Host, 'loadKernel'>): void | Promise<void>;
}['run'];

/** A trained network, ready to run. */
export interface Network {
  /** The parsed JSON files beside the weights; undefined where a file is missing. */
  readonly config: unknown;
  readonly preprocessor: unknown;
  readonly weights: WeightsFile;
  /** Shapes of its inputs by name; undefined for a size that is not fixed. */
  readonly inputs: Readonly<Record<string, readonly (number | undefined)[]>>;
  /** Milliseconds that loading took; 0 when it was in memory already. */
  readonly loadMs: number;
  /**
   * @throws SimulationError 'bad-model' when it rejects these inputs or fails, 'cancelled' when
   * stopped.
   */
  readonly run: (
    inputs: Readonly<Record<string, Tensor>>,
    watch: Watch,
  ) => Promise<Readonly<Record<string, Tensor>>>;
}

/** A network from the user's own file, ready to run. */
export interface OpenedNetwork extends Pick<Network, 'loadMs'> {
  /**
   * @param question a NetworkQuestion (networks/find-in-picture.ts), which knows what a picture is
   *   and may take memory and time: a host answers it in a process with limits.
   * @returns its Finding.
   * @throws SimulationError 'bad-model' when it cannot process the picture, 'cancelled' when
   *   stopped.
   */
  readonly find: (question: { readonly picture: RgbImage }, watch: Watch) => Promise<unknown>;
}

/**
 * The services that the engine needs from its environment. `packages/node-host` implements it for
 * Node.
 */
export interface Host {
  /** Number of threads that `parallel` uses. */
  readonly threads: number;
  /**
   * Runs a job over all parts, on all threads. Parts write to different memory, so the result is
   * the same for any number of threads. Asks `stopped` before each part; calls `done` with the
   * number of finished parts.
   *
   * @throws SimulationError 'cancelled' when stopped.
   */
  readonly parallel: <Part extends object>(
    job: Job<Part>,
    parts: readonly NoInfer<Part>[],
    watch: Watch & { done?(count: number): void },
  ) => Promise<void>;
  /** Does some of the work of `parallel` in its place; absent where only processors compute. */
  readonly device?: Device | undefined;
  /** A picture that comes with the product, by its name in the scene list. */
  readonly loadImage: (name: string) => Promise<RgbImage>;
  /**
   * Bytes of the WebAssembly kernel of that name; undefined makes the engine run its plain twin.
   */
  readonly loadKernel: (name: string) => Promise<Uint8Array | undefined>;
  /**
   * The network of an algorithm, by its name in the choice list; undefined when its files are
   * missing. Absent where networks cannot run.
   *
   * @param device runs what it can of the network.
   * @throws SimulationError 'bad-model' when the files cannot be used, 'cancelled' when stopped;
   *   DeviceError when the network fails on the device, here or later.
   */
  readonly loadNetwork?: (
    name: string,
    watch: Watch,
    device?: Device,
  ) => Promise<Network | undefined>;
  /**
   * Opens a network from the user's own file with that SHA-256; absent where networks cannot run.
   *
   * @throws SimulationError 'bad-model' when the file cannot be used, 'cancelled' when stopped.
   */
  readonly openNetwork?: (
    network: { readonly file: string; readonly sha256: string },
    watch: Watch,
  ) => Promise<OpenedNetwork>;
  /**
   * Keeps tables that take long to compute, by a key that depends on all their inputs; absent where
   * nothing is kept.
   */
  readonly cache?: {
    readonly get: (key: string) => Promise<Uint8Array | undefined>;
    readonly set: (key: string, bytes: Uint8Array) => Promise<void>;
  };
  /** Renders worlds; absent where none are. */
  readonly worlds?: WorldRenderer;
  /** Keeps results of earlier runs; absent where nothing is kept. */
  readonly memory?: StageMemory | undefined;
  /** Milliseconds since some fixed moment. */
  readonly now: () => number;
}

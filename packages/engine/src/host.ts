import type { JobName, JobPart } from './pipeline/jobs.ts';

/** An 8-bit picture as a decoder gives it: rgb[(row * columns + column) * 3 + channel]. */
export interface RgbImage { readonly rows: number; readonly columns: number; readonly rgb: Uint8Array }

/** What the engine needs from where it runs; `packages/node-host` is the one for Node. */
export interface Host {
  /** Threads that `parallel` uses. */
  readonly threads: number;
  /**
   * Runs one pure job over parts that write to disjoint pieces of shared memory, so the outcome is the same for any number of threads.
   * Asks `stopped` before each part; calls `done` with the count of finished parts.
   *
   * @throws SimulationError 'cancelled' when stopped.
   */
  readonly parallel: <Name extends JobName>(name: Name, parts: readonly JobPart<Name>[], watch: { stopped(): boolean; done?(count: number): void }) => Promise<void>;
  /** A picture that comes with the product, by its name in the scene list. */
  readonly loadImage: (name: string) => Promise<RgbImage>;
  /** Bytes of the WebAssembly kernels of that name; undefined runs their plain twins. */
  readonly loadKernel: (name: string) => Promise<Uint8Array | undefined>;
  /** Keeps tables that take long to make, by a name that changes with whatever they depend on; absent where nothing is kept. */
  readonly cache?: {
    readonly get: (key: string) => Promise<Uint8Array | undefined>;
    readonly set: (key: string, bytes: Uint8Array) => Promise<void>;
  };
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

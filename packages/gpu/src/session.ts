import { DeviceError } from '@lumenloom/engine/accelerate';

/** A WGSL module whose entry is `main`. */
export interface Shader {
  readonly code: string;
}

/** One run of a shader. */
export interface Dispatch {
  /** Values of the shader's `override` declarations. */
  readonly constants?: Readonly<Record<string, number>>;
  /** Storage buffers of group 0, from binding 0 on. */
  readonly buffers: readonly GPUBuffer[];
  /** Workgroups along x, y and z. */
  readonly groups: readonly [number, number?, number?];
}

/** A compiled shader, and the layout of its buffers. */
interface Compiled {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroupLayout;
}

type Bytes = ArrayBufferView;

/** Flags of GPUBufferUsage and of GPUMapMode, as the WebGPU specification numbers them. */
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [0x1, 0x4, 0x8, 0x80];
const MOST_POOLED_BYTES = 2 ** 30;
const MOST_KEPT_BYTES = 2 ** 28;

/**
 * A WebGPU device with its compiled shaders and its memory. Only one task uses it at a time,
 * because error scopes of a device are a stack.
 */
export class GpuSession {
  readonly device: GPUDevice;
  /** Why the device cannot be used any more; undefined as long as it can. */
  lost: string | undefined;
  /** By code, and by the constants as text. */
  readonly #pipelines = new Map<string, Map<string, Compiled>>();
  /** Copies of arrays that never change, see `GpuTask.keep`; the last used last. */
  readonly #kept = new Map<Bytes, GPUBuffer>();
  /** What works have left of arrays; a copy once it was fetched. */
  readonly left = new WeakMap<Bytes, { readonly buffer: GPUBuffer; readonly isCopy: boolean }>();
  /** Kept copies that are to be destroyed. */
  #ended: GPUBuffer[] = [];
  /** Buffers of ended tasks, the last freed last. */
  readonly #free: GPUBuffer[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(device: GPUDevice) {
    this.device = device;
    void device.lost.then(({ message, reason }) => {
      this.lost = message || reason;
    });
  }

  /**
   * Runs a task when those before it have ended.
   *
   * @throws DeviceError where the device is lost, has too little memory, or refuses a command.
   */
  async run<Result>(task: (work: GpuTask) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#runNow(task));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #runNow<Result>(task: (work: GpuTask) => Promise<Result>): Promise<Result> {
    this.#refuseLost();
    for (const buffer of this.#ended) buffer.destroy();
    this.#ended = [];
    for (const filter of FILTERS) this.device.pushErrorScope(filter);
    const work = new GpuTask(this);
    let result: Result | undefined;
    let failure: unknown;
    try {
      result = await task(work);
    } catch (error) {
      failure = error;
    }
    const refused = await Promise.all(FILTERS.map(() => this.device.popErrorScope())).catch(
      () => [],
    );
    this.takeBack(work.end());
    this.#refuseLost();
    const [error] = refused.filter((one) => one !== null);
    // What was to be kept may not have been made.
    if (error || failure) this.#endKept();
    if (error) throw new DeviceError(sentenceOf(error));
    if (failure instanceof DOMException) throw new DeviceError(sentenceOf(failure));
    if (failure) throw failure as Error;
    return result as Result;
  }

  #endKept(): void {
    this.#ended.push(...this.#kept.values());
    this.#kept.clear();
  }

  #refuseLost(): void {
    if (this.lost !== undefined)
      throw new DeviceError(`The GPU was lost: ${this.lost}.`.replace(/\.\.$/, '.'));
  }

  /** The compiled form of a shader; compiled once for each set of constants. */
  compiled({ code }: Shader, constants: Readonly<Record<string, number>> = {}): Compiled {
    const known = this.#pipelines.get(code) ?? new Map<string, Compiled>();
    this.#pipelines.set(code, known);
    const key = JSON.stringify(constants);
    let compiled = known.get(key);
    if (!compiled) {
      const module = this.device.createShaderModule({ code });
      const pipeline = this.device.createComputePipeline({
        layout: 'auto',
        compute: { module, entryPoint: 'main', constants },
      });
      compiled = { pipeline, group: pipeline.getBindGroupLayout(0) };
      known.set(key, compiled);
    }
    return compiled;
  }

  /** The buffer that `make` has made for an array; those not used for long are given back. */
  keep(array: Bytes, make: () => GPUBuffer): GPUBuffer {
    const buffer = this.#kept.get(array) ?? make();
    this.#kept.delete(array);
    this.#kept.set(array, buffer);
    let bytes = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [oldest, { size }] of this.#kept) {
      if (bytes <= MOST_KEPT_BYTES || oldest === array) break;
      bytes -= size;
      // Commands of this task may use it: the next one destroys it.
      this.#ended.push(this.#kept.get(oldest)!);
      this.#kept.delete(oldest);
    }
    return buffer;
  }

  /** A buffer of at least so many bytes, with any content. */
  take(bytes: number, usage = STORAGE | COPY_SRC | COPY_DST): GPUBuffer {
    const size = Math.max(16, Math.ceil(bytes / 4) * 4);
    const at = this.#free.findLastIndex((buffer) => buffer.size === size && buffer.usage === usage);
    if (at >= 0) return this.#free.splice(at, 1)[0]!;
    return this.device.createBuffer({ size, usage });
  }

  /** Keeps buffers for tasks to come, as far as there is room. */
  takeBack(buffers: readonly GPUBuffer[]): void {
    this.#free.push(...buffers);
    let bytes = this.#free.reduce((sum, { size }) => sum + size, 0);
    while (bytes > MOST_POOLED_BYTES) {
      const oldest = this.#free.shift()!;
      bytes -= oldest.size;
      oldest.destroy();
    }
  }

  /** Gives the memory of the device back. */
  close(): void {
    this.device.destroy();
  }
}

const FILTERS = ['validation', 'out-of-memory', 'internal'] as const;

const sentenceOf = (error: GPUError | DOMException): string =>
  'GPUOutOfMemoryError' in globalThis && error instanceof GPUOutOfMemoryError
    ? 'The GPU has too little free memory.'
    : `The GPU refused a command: ${error.message}`;

/** Commands and memory of one task on a device. */
export class GpuTask {
  readonly #session: GpuSession;
  /** Buffers of each part, of which the last one is at work. */
  readonly #parts: GPUBuffer[][] = [[]];
  #commands: GPUCommandEncoder;
  /** Runs of shaders that follow each other are in one pass, in which they keep their order. */
  #pass: GPUComputePassEncoder | undefined;

  constructor(session: GpuSession) {
    this.#session = session;
    this.#commands = session.device.createCommandEncoder();
  }

  /** For commands that are no runs of shaders. */
  get #encoder(): GPUCommandEncoder {
    this.#pass?.end();
    this.#pass = undefined;
    return this.#commands;
  }

  get limits(): GPUSupportedLimits {
    return this.#session.device.limits;
  }

  /** A buffer of at least so many bytes with any content, which lives as long as the task. */
  empty(bytes: number): GPUBuffer {
    const buffer = this.#session.take(bytes);
    this.#parts.at(-1)!.push(buffer);
    return buffer;
  }

  /**
   * Begins a part of the task.
   *
   * @returns gives the buffers back that are made until the next part begins; call it when all
   * commands that use them are done.
   */
  startPart(): () => void {
    const buffers: GPUBuffer[] = [];
    this.#parts.push(buffers);
    return () => {
      this.#session.takeBack(buffers.splice(0));
    };
  }

  /** A buffer of zeros. */
  zeros(bytes: number): GPUBuffer {
    const buffer = this.empty(bytes);
    this.#encoder.clearBuffer(buffer);
    return buffer;
  }

  /** A buffer with a copy of an array; its bytes are made a multiple of four. */
  upload(array: Bytes): GPUBuffer {
    const buffer = this.empty(array.byteLength);
    this.write(buffer, array);
    return buffer;
  }

  /** A buffer with a copy of an array that never changes, which later tasks find again. */
  keep(array: Bytes): GPUBuffer {
    return this.keepMade(array, array.byteLength, (buffer) => {
      this.write(buffer, array);
    });
  }

  /**
   * A buffer that an array which never changes determines, and that later tasks find again.
   *
   * @param make adds the commands that fill it.
   */
  keepMade(array: Bytes, bytes: number, make: (buffer: GPUBuffer) => void): GPUBuffer {
    return this.#session.keep(array, () => {
      const buffer = this.#session.take(bytes);
      make(buffer);
      return buffer;
    });
  }

  /**
   * The buffer in which works gather what they add to an array: zeros where none has left anything
   * of it. It stays when the task ends.
   */
  leave(array: Bytes): GPUBuffer {
    const { left } = this.#session;
    const known = left.get(array);
    if (known && !known.isCopy) return known.buffer;
    const buffer = known?.buffer ?? this.#session.take(array.byteLength);
    this.#encoder.clearBuffer(buffer);
    left.set(array, { buffer, isCopy: false });
    return buffer;
  }

  /** The buffer with what works have left of an array, or a new one with a copy of it. */
  held(array: Bytes): GPUBuffer {
    return this.#session.left.get(array)?.buffer ?? this.upload(array);
  }

  /** A stretch of a buffer: a copy, unless it is the whole one. */
  part(buffer: GPUBuffer, from: number, bytes: number): GPUBuffer {
    if (from === 0 && bytes === buffer.size) return buffer;
    const copy = this.empty(bytes);
    this.#encoder.copyBufferToBuffer(buffer, from, copy, 0, bytes);
    return copy;
  }

  /** Adds to arrays what is left of them; the buffers are copies of what was left from then on. */
  async fetch(arrays: readonly Float32Array[]): Promise<void> {
    const { left } = this.#session;
    const wanted = arrays.flatMap((array) => {
      const known = left.get(array);
      return known && !known.isCopy ? [{ array, from: known.buffer }] : [];
    });
    await this.#map(
      wanted.map(({ from, array }) => ({ from, bytes: array.byteLength })),
      (index, mapped) => {
        const { array, from } = wanted[index]!;
        const more = new Float32Array(mapped, 0, array.length);
        for (let i = 0; i < array.length; i += 1) array[i]! += more[i]!;
        left.set(array, { buffer: from, isCopy: true });
      },
    );
  }

  /** Gives the buffers of arrays back that were left. */
  release(arrays: readonly Bytes[]): void {
    const { left } = this.#session;
    for (const array of arrays) {
      const known = left.get(array);
      if (known) this.#session.takeBack([known.buffer]);
      left.delete(array);
    }
  }

  /** Copies an array to a buffer, before all commands that are not submitted yet. */
  write(buffer: GPUBuffer, array: Bytes, at = 0): void {
    const { queue } = this.#session.device;
    const { buffer: memory, byteOffset, byteLength } = array;
    // The npm package takes no shared memory.
    if (memory instanceof ArrayBuffer && byteLength % 4 === 0)
      queue.writeBuffer(buffer, at, memory, byteOffset, byteLength);
    else {
      const copy = new Uint8Array(Math.ceil(byteLength / 4) * 4);
      copy.set(new Uint8Array(memory as ArrayBuffer, byteOffset, byteLength));
      queue.writeBuffer(buffer, at, copy);
    }
  }

  /** Adds runs of shaders, one after another; each sees what those before it have written. */
  dispatch(shader: Shader, { constants, buffers, groups }: Dispatch): void {
    const { pipeline, group: layout } = this.#session.compiled(shader, constants);
    const group = this.#session.device.createBindGroup({
      layout,
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    this.#pass ??= this.#commands.beginComputePass();
    this.#pass.setPipeline(pipeline);
    this.#pass.setBindGroup(0, group);
    this.#pass.dispatchWorkgroups(...(groups as [number, number?, number?]));
  }

  /** Submits all commands. */
  submit(): void {
    const { queue } = this.#session.device;
    queue.submit([this.#encoder.finish()]);
    this.#commands = this.#session.device.createCommandEncoder();
  }

  /** Ends when the device has done all that was submitted. */
  async done(): Promise<void> {
    await this.#session.device.queue.onSubmittedWorkDone();
  }

  /**
   * Submits all commands, waits for them, and copies buffers into arrays of as many bytes or fewer.
   */
  async read(wanted: readonly { readonly from: GPUBuffer; readonly to: Bytes }[]): Promise<void> {
    await this.#map(
      wanted.map(({ from, to }) => ({ from, bytes: to.byteLength })),
      (index, mapped) => {
        const { to } = wanted[index]!;
        new Uint8Array(to.buffer as ArrayBuffer, to.byteOffset, to.byteLength).set(
          new Uint8Array(mapped, 0, to.byteLength),
        );
      },
    );
  }

  /** Submits all commands, waits for them, and shows the first bytes of buffers. */
  async #map(
    wanted: readonly { readonly from: GPUBuffer; readonly bytes: number }[],
    show: (index: number, mapped: ArrayBuffer) => void,
  ): Promise<void> {
    const copies = wanted.map(({ from, bytes }) => {
      const copy = this.#session.take(bytes, MAP_READ | COPY_DST);
      this.#encoder.copyBufferToBuffer(from, 0, copy, 0, Math.ceil(bytes / 4) * 4);
      return copy;
    });
    this.submit();
    await Promise.all(
      copies.map(async (copy, index) => {
        await copy.mapAsync(MAP_READ);
        show(index, copy.getMappedRange());
        copy.unmap();
        this.#session.takeBack([copy]);
      }),
    );
  }

  /** Ends the task. @returns its buffers. */
  end(): readonly GPUBuffer[] {
    // A part that is released after the end of its task must not give its buffers back twice.
    return this.#parts.flatMap((buffers) => buffers.splice(0));
  }
}

import { allocateShared } from '../images/shared-array.ts';

/** Memory of the planes between modules: what one module is done with, a later one takes. */
export interface PlaneMemory {
  readonly bytes: (length: number) => Uint8Array;
  readonly codes: (length: number) => Uint16Array;
  readonly signed: (length: number) => Int16Array;
  /** Gives a plane's memory back; nothing may use it any more. */
  readonly release: (plane: Uint8Array | Uint16Array | Int16Array) => void;
}

/** Shared memory, so that threads write to the planes. Planes begin with whatever lay there before. */
export function planeMemory(): PlaneMemory {
  const free: ArrayBufferLike[] = [];
  const take = (bytes: number): ArrayBufferLike => {
    const fitting = free
      .filter((buffer) => buffer.byteLength >= bytes)
      .toSorted((a, b) => a.byteLength - b.byteLength)[0];
    if (!fitting) return allocateShared(bytes);
    free.splice(free.indexOf(fitting), 1);
    return fitting;
  };
  return {
    bytes: (length) => new Uint8Array(take(length), 0, length),
    codes: (length) => new Uint16Array(take(length * 2), 0, length),
    signed: (length) => new Int16Array(take(length * 2), 0, length),
    release: ({ buffer }) => {
      free.push(buffer);
    },
  };
}

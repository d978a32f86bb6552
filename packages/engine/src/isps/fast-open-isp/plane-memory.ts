import { allocateShared } from '../../images/shared-array.ts';
import { newPlane, type PlaneName, type Planes } from './planes.ts';

/** Memory for planes, which is reused once a plane is no longer needed. */
export interface PlaneMemory {
  readonly allocate: <Name extends PlaneName>(name: Name, pixels: number) => Planes[Name];
  /** Returns the memory of a plane, which must not be used any more. */
  readonly release: (plane: Planes[PlaneName]) => void;
}

/** Shared memory, so that all threads can write to a plane. A new plane is not cleared. */
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
    allocate: (name, pixels) => newPlane(name, pixels, take),
    release: ({ buffer }) => {
      free.push(buffer);
    },
  };
}

import { allocateShared } from '../images/shared-array.ts';
import { newPlane, type PlaneName, type Planes } from './planes.ts';

/** Memory of the planes between steps: what one step is done with, a later one takes. */
export interface PlaneMemory {
  readonly allocate: <Name extends PlaneName>(name: Name, pixels: number) => Planes[Name];
  /** Gives a plane's memory back; nothing may use it any more. */
  readonly release: (plane: Planes[PlaneName]) => void;
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
    allocate: (name, pixels) => newPlane(name, pixels, take),
    release: ({ buffer }) => {
      free.push(buffer);
    },
  };
}

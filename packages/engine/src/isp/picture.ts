import { planeMemory } from './plane-memory.ts';
import { PLANES, type PlaneName, type Planes } from './planes.ts';

/** Rows and columns of a picture. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** The picture on its way through the chain: the planes that it has at this point. */
export interface Picture {
  size: () => Size;
  has: (name: PlaneName) => boolean;
  /** @throws Error when it has not all of them: a step is missing in the `needs` of another. */
  planes: <Name extends PlaneName>(names: readonly Name[]) => Pick<Planes, Name>;
  /**
   * Planes for a step to write to.
   *
   * @param overwrite names of those that are the picture's own ones; never the raw, which is the caller's.
   */
  targets: (
    names: readonly PlaneName[],
    size: Size,
    overwrite: readonly PlaneName[],
  ) => Partial<Planes>;
  /** Takes what a step wrote; the memory of planes that this replaces, or whose form it ends, is used again. */
  replace: (written: Partial<Planes>, size: Size) => void;
}

/** @param raw the mosaic, which is never written to. */
export function newPicture(raw: Uint16Array, size: Size): Picture {
  const memory = planeMemory();
  let present: Partial<Planes> = { bayer: raw };
  let current = size;
  const ownPlane = (name: PlaneName) => (present[name] === raw ? undefined : present[name]);
  return {
    size: () => current,
    has: (name) => present[name] !== undefined,
    planes: <Name extends PlaneName>(names: readonly Name[]) => {
      const missing = names.find((name) => present[name] === undefined);
      if (missing) throw new Error(`The picture has no plane ${missing} at this point.`);
      return Object.fromEntries(names.map((name) => [name, present[name]])) as Pick<Planes, Name>;
    },
    targets: (names, { rows, columns }, overwrite) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          (overwrite.includes(name) && ownPlane(name)) || memory.allocate(name, rows * columns),
        ]),
      ),
    replace: (written, writtenSize) => {
      const forms = (Object.keys(written) as PlaneName[]).map((name) => PLANES[name].form);
      const kept: Partial<Record<PlaneName, Planes[PlaneName]>> = {};
      for (const [name, plane] of Object.entries(present) as [PlaneName, Planes[PlaneName]][]) {
        if (written[name] === plane) continue;
        if (!(name in written) && forms.includes(PLANES[name].form)) kept[name] = plane;
        else if (plane !== raw) memory.release(plane);
      }
      present = { ...kept, ...written } as Partial<Planes>;
      current = writtenSize;
    },
  };
}

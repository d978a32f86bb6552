import { planeMemory } from './plane-memory.ts';
import { PLANES, type PlaneName, type Planes } from './planes.ts';

/** Rows and columns of a picture. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** The picture between two steps: the planes that it has at this point. */
export interface Picture {
  size: () => Size;
  has: (name: PlaneName) => boolean;
  /** @throws Error when a plane is missing, because a module does not name another one in its `needs`. */
  planes: <Name extends PlaneName>(names: readonly Name[]) => Pick<Planes, Name>;
  /**
   * Planes for a step to write to.
   *
   * @param overwrite planes that the step may overwrite in place. The raw mosaic is never overwritten, because it belongs to the caller.
   */
  targets: (
    names: readonly PlaneName[],
    size: Size,
    overwrite: readonly PlaneName[],
  ) => Partial<Planes>;
  /** Puts the planes that a step wrote into the picture. The memory of planes that are replaced, or that belong to the previous form, is reused. */
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

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
  /**
   * @throws Error when a plane is missing, because a module does not name another one in its
   * `needs`.
   */
  planes: <Name extends PlaneName>(names: readonly Name[]) => Pick<Planes, Name>;
  /**
   * Planes for a step to write to.
   *
   * @param overwrite planes that the step may overwrite in place. The raw mosaic, which belongs to
   * the caller, and planes that were kept are never overwritten.
   */
  targets: (
    names: readonly PlaneName[],
    size: Size,
    overwrite: readonly PlaneName[],
  ) => Partial<Planes>;
  /**
   * Puts the planes that a step wrote into the picture. The memory of planes that are replaced, or
   * that belong to the previous form, is reused.
   */
  replace: (written: Partial<Planes>, size: Size) => void;
  /** What its planes occupy. */
  bytes: () => number;
  /** The picture as it is. Its planes are not written to any more. */
  keep: () => KeptPicture;
}

/** Planes of a picture, which are not written to. */
export interface KeptPicture {
  readonly planes: Partial<Planes>;
  readonly size: Size;
}

/**
 * @param start planes that are never written to: the mosaic, or what was kept of an earlier
 *   picture.
 */
export function newPicture(start: KeptPicture): Picture {
  const memory = planeMemory();
  let present = start.planes;
  let current = start.size;
  /** Planes that are never written to. */
  const kept = new Set(Object.values(present));
  const ownPlane = (name: PlaneName) => {
    const plane = present[name];
    return plane && kept.has(plane) ? undefined : plane;
  };
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
      const left: Partial<Record<PlaneName, Planes[PlaneName]>> = {};
      for (const [name, plane] of Object.entries(present) as [PlaneName, Planes[PlaneName]][]) {
        if (written[name] === plane) continue;
        if (!(name in written) && forms.includes(PLANES[name].form)) left[name] = plane;
        else if (!kept.has(plane)) memory.release(plane);
      }
      present = { ...left, ...written } as Partial<Planes>;
      current = writtenSize;
    },
    bytes: () => Object.values(present).reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    keep: () => {
      for (const plane of Object.values(present)) kept.add(plane);
      return { planes: present, size: current };
    },
  };
}

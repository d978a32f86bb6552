import type { StarShape } from './star-shape.ts';
import { type Vec3, cross, normalize } from './vector.ts';

/** Where a body stands: world point = centre + size * (columns of the frame times local point). */
export interface Placement {
  readonly centre: Vec3;
  readonly size: number;
  /** The body's x, y and z axes as unit vectors in the world. */
  readonly axisX: Vec3;
  readonly axisY: Vec3;
  readonly axisZ: Vec3;
}

/**
 * Turns a body so that its axis points along `up` and its own x axis is turned by `spin` (radians)
 * round that axis, with its centre at `centre`.
 */
export function place(centre: Vec3, up: Vec3, spin: number, size: number): Placement {
  const axisY = normalize(up);
  const reference: Vec3 = Math.abs(axisY[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1];
  const side = normalize(cross(axisY, reference));
  const front = cross(side, axisY);
  const c = Math.cos(spin);
  const s = Math.sin(spin);
  const axisX: Vec3 = [
    side[0] * c + front[0] * s,
    side[1] * c + front[1] * s,
    side[2] * c + front[2] * s,
  ];
  return { centre, size, axisX, axisY, axisZ: cross(axisX, axisY) };
}

/** Where a body lies: its place on a horizontal surface and how it is turned; see `place`. */
export interface Standing {
  readonly x: number;
  readonly z: number;
  /** Height of the surface, cm. */
  readonly floor: number;
  readonly up: Vec3;
  readonly spin: number;
  readonly size: number;
}

/** Like `place`, but sets the height so that the lowest point of the body touches the surface. */
export function placeOnTable(
  shape: StarShape,
  { x, z, floor, up, spin, size }: Standing,
): Placement {
  const raised = place([x, 0, z], up, spin, size);
  let lowest = Infinity;
  const steps = 240;
  for (let i = 0; i <= steps; i++) {
    const polar = (Math.PI * i) / steps;
    for (let j = 0; j < 2 * steps; j++) {
      const around = (Math.PI * j) / steps;
      const lx = Math.sin(polar) * Math.cos(around);
      const ly = Math.cos(polar);
      const lz = Math.sin(polar) * Math.sin(around);
      const height = raised.axisX[1] * lx + raised.axisY[1] * ly + raised.axisZ[1] * lz;
      if (height < 0) lowest = Math.min(lowest, height * shape.radius(lx, ly, lz, 1) * size);
    }
  }
  return { ...raised, centre: [x, floor - lowest, z] };
}

/** The world position of a point given in the body's own frame. */
export function toWorld(placement: Placement, local: Vec3): Vec3 {
  const { centre, size, axisX, axisY, axisZ } = placement;
  const along = (i: 0 | 1 | 2): number =>
    centre[i] + size * (axisX[i] * local[0] + axisY[i] * local[1] + axisZ[i] * local[2]);
  return [along(0), along(1), along(2)];
}

import type { Vector } from '../document/world-document.ts';
import { dot, squareTo, subtract, unit } from '../pose/vector.ts';

/** A meeting or sample in the frame of a lamp: where, the normal that shines, and how far. */
export interface ShinePoint {
  readonly position: Vector;
  readonly normal: Vector;
}

/** The area of a lamp in its own frame. */
export interface LightShape {
  readonly area: number;
  /** A point, evenly by area. */
  place(one: number, two: number): ShinePoint;
  /** The nearest meeting of a ray within its limits. */
  meet(
    origin: Vector,
    towards: Vector,
    from: number,
    to: number,
  ): (ShinePoint & { readonly distance: number }) | undefined;
  /** Cd on the axis for 1 cd/m² there; null where the axis has no meaning. */
  readonly axisArea: number | null;
  /** m, from its origin: of a ball round it. */
  readonly radius: number;
}

const FORWARD: Vector = [0, 0, -1];

const at = (origin: Vector, towards: Vector, distance: number): Vector => [
  origin[0] + towards[0] * distance,
  origin[1] + towards[1] * distance,
  origin[2] + towards[2] * distance,
];

/** Where a ray crosses the plane z = 0. */
function onPlane(
  origin: Vector,
  towards: Vector,
  from: number,
  to: number,
): { readonly distance: number; readonly position: Vector } | undefined {
  const distance = -origin[2] / towards[2];
  return distance > from && distance < to
    ? { distance, position: at(origin, towards, distance) }
    : undefined;
}

export const rectangleShape = ([width, height]: readonly [number, number]): LightShape => ({
  area: width * height,
  axisArea: width * height,
  radius: Math.hypot(width, height) / 2,
  place: (one, two) => ({
    position: [(one - 0.5) * width, (two - 0.5) * height, 0],
    normal: FORWARD,
  }),
  meet: (origin, towards, from, to) => {
    const met = onPlane(origin, towards, from, to);
    if (!met) return undefined;
    const [x, y] = met.position;
    return Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2
      ? { ...met, normal: FORWARD }
      : undefined;
  },
});

/** A disc, or a ring with a hole. */
export const ringShape = (inner: number, outer: number): LightShape => ({
  area: Math.PI * (outer * outer - inner * inner),
  axisArea: Math.PI * (outer * outer - inner * inner),
  radius: outer,
  place: (one, two) => {
    const radius = Math.sqrt(inner * inner + one * (outer * outer - inner * inner));
    const angle = 2 * Math.PI * two;
    return {
      position: [radius * Math.cos(angle), radius * Math.sin(angle), 0],
      normal: FORWARD,
    };
  },
  meet: (origin, towards, from, to) => {
    const met = onPlane(origin, towards, from, to);
    if (!met) return undefined;
    const squared = met.position[0] ** 2 + met.position[1] ** 2;
    return squared <= outer * outer && squared >= inner * inner
      ? { ...met, normal: FORWARD }
      : undefined;
  },
});

/** Both roots of t² + 2 b t + c. */
function roots(a: number, b: number, c: number): readonly number[] {
  const discriminant = b * b - a * c;
  if (!(discriminant >= 0) || a === 0) return [];
  const q = -(b + Math.sign(b || 1) * Math.sqrt(discriminant));
  const both = [q / a, q === 0 ? 0 : c / q];
  return both[0]! < both[1]! ? both : [both[1]!, both[0]!];
}

/** A rod along x without ends. */
export const lineShape = (radius: number, length: number): LightShape => ({
  area: 2 * Math.PI * radius * length,
  axisArea: 2 * radius * length,
  radius: Math.hypot(radius, length / 2),
  place: (one, two) => {
    const angle = 2 * Math.PI * one;
    const normal: Vector = [0, Math.cos(angle), Math.sin(angle)];
    return {
      position: [(two - 0.5) * length, radius * normal[1], radius * normal[2]],
      normal,
    };
  },
  meet: (origin, towards, from, to) => {
    const [x, y, z] = origin;
    const [dx, dy, dz] = towards;
    const distance = roots(
      dy * dy + dz * dz,
      y * dy + z * dz,
      y * y + z * z - radius * radius,
    ).find((one) => one > from && one < to && Math.abs(x + one * dx) <= length / 2);
    if (distance === undefined) return undefined;
    const position = at(origin, towards, distance);
    return { distance, position, normal: unit([0, position[1], position[2]]) };
  },
});

/** The inside of a half sphere behind the origin, with a hole at its top (+z). */
export const domeShape = (radius: number, holeDegrees: number): LightShape => {
  const top = Math.cos((holeDegrees * Math.PI) / 180);
  const inwards = ([x, y, z]: Vector): Vector => unit([-x, -y, -z]);
  return {
    area: 2 * Math.PI * radius * radius * top,
    axisArea: null,
    radius,
    place: (one, two) => {
      const z = one * top;
      const [round, angle] = [Math.sqrt(1 - z * z) * radius, 2 * Math.PI * two];
      const position: Vector = [round * Math.cos(angle), round * Math.sin(angle), z * radius];
      return { position, normal: inwards(position) };
    },
    meet: (origin, towards, from, to) => {
      const distance = roots(
        dot(towards, towards),
        dot(origin, towards),
        dot(origin, origin) - radius * radius,
      ).find((one) => {
        const z = (origin[2] + one * towards[2]) / radius;
        return one > from && one < to && z >= 0 && z <= top;
      });
      if (distance === undefined) return undefined;
      const position = at(origin, towards, distance);
      return { distance, position, normal: inwards(position) };
    },
  };
};

/** A ball round the origin: its samples fill the cone that it fills. */
export class Ball {
  readonly radius: number;
  constructor(radius: number) {
    this.radius = radius;
  }

  /** 1 - cos of the half cone; 2 from inside: everywhere. */
  private cone(from: Vector): number {
    const squared = dot(from, from);
    const sine = (this.radius * this.radius) / squared;
    return sine >= 1 ? 2 : sine / (1 + Math.sqrt(1 - sine));
  }

  pdf(from: Vector): number {
    return 1 / (2 * Math.PI * this.cone(from));
  }

  /** A direction towards it. */
  towards(from: Vector, one: number, two: number): Vector {
    const axis = unit(subtract([0, 0, 0], from));
    const cosine = 1 - one * this.cone(from);
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const [x, y] = squareTo(axis);
    const [a, b] = [sine * Math.cos(2 * Math.PI * two), sine * Math.sin(2 * Math.PI * two)];
    return [0, 1, 2].map((k) => cosine * axis[k]! + a * x[k]! + b * y[k]!) as unknown as Vector;
  }

  meet(origin: Vector, towards: Vector, from: number, to: number): number | undefined {
    return roots(
      dot(towards, towards),
      dot(origin, towards),
      dot(origin, origin) - this.radius * this.radius,
    ).find((one) => one > from && one < to);
  }
}

import type { Paint } from './paint.ts';
import { add, cross, normalize, scale, type Vec3 } from './vector.ts';

/** A point of a sheet. */
export interface SheetPoint {
  readonly position: Vec3;
  /** Unit normal, outwards. */
  readonly normal: () => Vec3;
  /** Where its paint is asked: in the frame of the solid. */
  readonly painted: Vec3;
}

/** A surface over (u, v), 0..1 each: u to the right and v downwards as seen from outside. */
export interface Sheet {
  /** Where the corners of its mesh lie. */
  readonly us: readonly number[];
  readonly vs: readonly number[];
  /** Its rough size along u and v, which decides on the pixels of its texture. */
  readonly size: readonly [number, number];
  readonly at: (u: number, v: number) => SheetPoint;
}

/** A body made of sheets with one paint. */
export interface Solid {
  readonly sheets: readonly Sheet[];
  readonly paint: Paint;
  /** Pixels of its texture per unit of length. */
  readonly texels: number;
}

const TEXELS = 8;

/** Corners of so many equal cells. */
export const even = (cells: number): number[] =>
  Array.from({ length: cells + 1 }, (_, i) => i / cells);

const offset = (origin: Vec3, ...ways: readonly (readonly [Vec3, number])[]): Vec3 =>
  ways.reduce((sum, [axis, by]) => add(sum, scale(axis, by)), origin);

/** A rectangle: its middle, half its way to the right and half its way up; painted where it is. */
export function panel(middle: Vec3, right: Vec3, up: Vec3, paint: Paint, texels = TEXELS): Solid {
  const normal = normalize(cross(right, up));
  return {
    paint,
    texels,
    sheets: [
      {
        us: even(1),
        vs: even(1),
        size: [2 * Math.hypot(...right), 2 * Math.hypot(...up)],
        at: (u, v) => {
          const position = offset(middle, [right, 2 * u - 1], [up, 1 - 2 * v]);
          return { position, normal: () => normal, painted: position };
        },
      },
    ],
  };
}

/** A level floor from (x0, z0) to (x1, z1) at the height y, seen from above. */
export const floor = (
  [x0, z0]: readonly [number, number],
  [x1, z1]: readonly [number, number],
  y: number,
  paint: Paint,
  texels = TEXELS,
): Solid =>
  panel(
    [(x0 + x1) / 2, y, (z0 + z1) / 2],
    [(x1 - x0) / 2, 0, 0],
    [0, 0, (z0 - z1) / 2],
    paint,
    texels,
  );

/** Right, up and outward axis of each face of a box. */
const FACES: readonly (readonly [Vec3, Vec3, Vec3])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ],
  [
    [0, 0, -1],
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 1],
    [0, 1, 0],
    [-1, 0, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
];

const product = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];

/** A box with half sides `half`, turned by `turn` radians round the vertical, edges rounded. */
export function box(
  centre: Vec3,
  half: Vec3,
  paint: Paint,
  { turn = 0, bevel = 0, texels = TEXELS } = {},
): Solid {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const turned = ([x, y, z]: Vec3): Vec3 => [x * c + z * s, y, z * c - x * s];
  // Points in the ball round the corner of an inner box are rounded edges.
  const radius = Math.min(bevel, ...half);
  const inner = half.map((side) => side - radius) as unknown as Vec3;
  const limited = (value: number, limit: number): number =>
    Math.max(-limit, Math.min(limit, value));
  const place = (flat: Vec3, out: Vec3): SheetPoint => {
    const core: Vec3 = [
      limited(flat[0], inner[0]),
      limited(flat[1], inner[1]),
      limited(flat[2], inner[2]),
    ];
    const away: Vec3 = [flat[0] - core[0], flat[1] - core[1], flat[2] - core[2]];
    const normal = radius > 0 ? normalize(away) : out;
    const painted = radius > 0 ? offset(core, [normal, radius]) : flat;
    return { position: add(centre, turned(painted)), normal: () => turned(normal), painted };
  };
  return {
    paint,
    texels,
    sheets: FACES.map(([right, up, out]): Sheet => {
      const [width, height] = [
        Math.hypot(...product(half, right)),
        Math.hypot(...product(half, up)),
      ];
      return {
        us: rounded(radius / width),
        vs: rounded(radius / height),
        size: [2 * width, 2 * height],
        at: (u, v) =>
          place(
            offset(
              product(half, out),
              [product(half, right), 2 * u - 1],
              [product(half, up), 1 - 2 * v],
            ),
            out,
          ),
      };
    }),
  };
}

/** Corners across a face whose edges are rounded over a share of its half width. */
const rounded = (edge: number): number[] =>
  edge > 0
    ? [...[0, 1, 2, 3].map((i) => (i / 6) * edge), ...[3, 2, 1, 0].map((i) => 1 - (i / 6) * edge)]
    : even(1);

/** A ball; painted relative to its centre. `grown` makes its surface uneven. */
export function ball(
  centre: Vec3,
  radius: number,
  paint: Paint,
  { texels = TEXELS, cells = 24, grown = (_way: Vec3): number => 1 } = {},
): Solid {
  const spot = (u: number, v: number): Vec3 => {
    const [angle, polar] = [2 * Math.PI * (u - 0.5), Math.PI * v];
    const way: Vec3 = [
      Math.sin(polar) * Math.sin(angle),
      Math.cos(polar),
      Math.sin(polar) * Math.cos(angle),
    ];
    return scale(way, radius * grown(way));
  };
  return {
    paint,
    texels,
    sheets: [
      {
        us: even(2 * cells),
        vs: even(cells),
        size: [2 * Math.PI * radius, Math.PI * radius],
        at: (u, v) => {
          const painted = spot(u, v);
          return { position: add(centre, painted), normal: () => normalOf(spot, u, v), painted };
        },
      },
    ],
  };
}

/** The outward normal of a surface over (u, v). */
export function normalOf(spot: (u: number, v: number) => Vec3, u: number, v: number): Vec3 {
  const step = 1e-3;
  const inside = Math.min(1 - step, Math.max(step, v));
  const way = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const right = way(spot(u + step, inside), spot(u - step, inside));
  const down = way(spot(u, inside + step), spot(u, inside - step));
  const across = cross(down, right);
  return Math.hypot(...across) > 1e-12 ? normalize(across) : [0, 1, 0];
}

/**
 * A cone cut off at both ends, or a cylinder: from `base` along `axis`, radius `from` at the base
 * and `to` at `height`. Painted with y along the axis.
 */
export function frustum(
  base: Vec3,
  axis: Vec3,
  height: number,
  [from, to]: readonly [from: number, to: number],
  paint: Paint,
): Solid {
  const cells = 32;
  const up = normalize(axis);
  const side = normalize(cross(up, Math.abs(up[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0]));
  const front = cross(side, up);
  const shared = (painted: Vec3, normal: Vec3): SheetPoint => ({
    painted,
    position: offset(base, [side, painted[0]], [up, painted[1]], [front, painted[2]]),
    normal: () =>
      normalize(offset([0, 0, 0], [side, normal[0]], [up, normal[1]], [front, normal[2]])),
  });
  const cap = (y: number, radius: number, sign: number): Sheet => ({
    us: even(cells),
    vs: even(1),
    size: [2 * Math.PI * radius, radius],
    at: (u, v) => {
      const angle = sign * 2 * Math.PI * u;
      return shared([radius * v * Math.cos(angle), y, radius * v * Math.sin(angle)], [0, sign, 0]);
    },
  });
  const slope = (from - to) / height;
  return {
    paint,
    texels: TEXELS,
    sheets: [
      {
        us: even(cells),
        vs: even(1),
        size: [2 * Math.PI * Math.max(from, to), height],
        at: (u, v) => {
          const [c, s] = [Math.cos(2 * Math.PI * u), Math.sin(2 * Math.PI * u)];
          const radius = to + (from - to) * v;
          return shared([radius * c, height * (1 - v), radius * s], [c, slope, s]);
        },
      },
      ...(from > 0 ? [cap(0, from, -1)] : []),
      ...(to > 0 ? [cap(height, to, 1)] : []),
    ],
  };
}

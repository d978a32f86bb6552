import { fractalNoise } from '../noise.ts';
import { brass, metal, plain, setMatte, type Paint } from '../paint.ts';
import { fraction } from '../scalar.ts';
import { ball, box, floor, type Solid } from '../solids.ts';
import type { Still } from '../still.ts';
import { turned } from '../turned.ts';
import type { Vec3 } from '../vector.ts';

/** Side of a compartment, cm. */
const CELL = 7;
const COLUMNS = 5;
const ROWS = 4;
const TEETH = 20;

const STEEL = metal('steel', 0.42);
const BRASS = brass(0.42);
export const TRAY = plain([0.032, 0.05, 0.085], 0.04, 0.42);
export const CAPS: readonly Vec3[] = [
  [0.55, 0.05, 0.03],
  [0.62, 0.36, 0.02],
  [0.05, 0.3, 0.1],
  [0.03, 0.14, 0.5],
  [0.6, 0.6, 0.57],
];

/** A gear; tooth number `missing` is broken off. */
export const gear = (base: Vec3, turn: number, missing = -1): Solid =>
  turned(
    base,
    [
      [0.62, 0.9, false],
      [0.62, 0, false],
      [2.5, 0, true],
      [2.5, 0.9, true],
      [1.9, 0.9, false],
      [1.8, 0.72, false],
      [1.15, 0.72, false],
      [1.05, 0.9, false],
      [0.62, 0.9, false],
    ],
    BRASS,
    TEETH * 12,
    (angle) => {
      const place = fraction(((angle + turn) * TEETH) / (2 * Math.PI));
      const tooth = Math.floor(fraction((angle + turn) / (2 * Math.PI)) * TEETH);
      const height =
        tooth === missing ? 0 : Math.min(1, Math.max(0, (0.36 - Math.abs(place - 0.5)) / 0.14));
      return 0.87 + 0.2 * height;
    },
  );

export const nut = (base: Vec3, turn: number): Solid =>
  turned(
    base,
    [
      [1.15, 1.5, false],
      [1.15, 0, false],
      [2.05, 0, true],
      [2.05, 1.5, true],
      [1.15, 1.5, false],
    ],
    STEEL,
    180,
    (angle) =>
      (Math.cos(Math.PI / 6) /
        Math.cos(fraction((angle + turn) / (Math.PI / 3)) * (Math.PI / 3) - Math.PI / 6)) *
      1.12,
  );

export const bearing = (base: Vec3): Solid[] => [
  turned(
    base,
    [
      [1.9, 1.2, false],
      [1.9, 0, false],
      [2.5, 0, false],
      [2.5, 1.2, false],
      [1.9, 1.2, false],
    ],
    STEEL,
  ),
  turned(
    base,
    [
      [0.9, 1.2, false],
      [0.9, 0, false],
      [1.3, 0, false],
      [1.3, 1.2, false],
      [0.9, 1.2, false],
    ],
    STEEL,
  ),
  ...Array.from({ length: 9 }, (_, i) =>
    ball(
      [base[0] + 1.6 * Math.cos(i * 0.698), base[1] + 0.62, base[2] + 1.6 * Math.sin(i * 0.698)],
      0.38,
      metal('steel', 0.2),
    ),
  ),
];

export const cap = (base: Vec3, colour: Vec3): Solid =>
  turned(
    base,
    [
      [0, 0, false],
      [2.15, 0, false],
      [2.15, 0.45, false],
      [1.55, 0.6, false],
      [1.5, 2, false],
      [1.2, 2.05, false],
      [1.15, 1.7, false],
      [0, 1.65, false],
    ],
    plain(colour, 0.045, 0.3),
  );

/** A conveyor's rubber under the tray. */
export const belt: Paint = (x, _y, z, look) => {
  const grain = 1 + 0.12 * fractalNoise(x * 2.2, z * 2.2, 0.5, 3);
  setMatte(look, 0.075 * grain, 0.078 * grain, 0.08 * grain);
  look.coat = 0.03;
  look.roughness = 0.6;
};

function createSolids(): Solid[] {
  const [width, depth] = [COLUMNS * CELL, ROWS * CELL];
  const centre = (column: number, row: number): Vec3 => [
    (column + 0.5) * CELL - width / 2,
    0.3,
    (row + 0.5) * CELL - depth / 2,
  ];
  const wall = (at: number, isAcross: boolean): Solid =>
    isAcross
      ? box([0, 0.8, at], [width / 2 + 0.25, 0.8, 0.22], TRAY, { bevel: 0.12 })
      : box([at, 0.8, 0], [0.22, 0.8, depth / 2 + 0.25], TRAY, { bevel: 0.12 });
  return [
    floor([-60, -60], [60, 60], -0.4, belt),
    box([0, -0.05, 0], [width / 2 + 0.25, 0.35, depth / 2 + 0.25], TRAY),
    ...Array.from({ length: COLUMNS + 1 }, (_, i) => wall(i * CELL - width / 2, false)),
    ...Array.from({ length: ROWS + 1 }, (_, i) => wall(i * CELL - depth / 2, true)),
    ...Array.from({ length: COLUMNS }, (_, column) => [
      gear(centre(column, 0), column * 0.37, column === 3 ? 14 : -1),
      ...bearing(centre(column, 1)),
      // One nut is missing from the tray.
      ...(column === 1 ? [] : [nut(centre(column, 2), column * 0.5)]),
      cap(centre(column, 3), CAPS[column]!),
    ]).flat(),
  ];
}

/** Tubes behind a diffuser over the tray, and the light of the hall. */
export const inspectionLight = {
  lights: [
    {
      name: 'diffuser',
      type: 'rectangle',
      size: [0.58, 0.3],
      luminance: 310,
      position: [0.1, 0.46, -0.34],
      lookAt: { target: [0, 0, 0] },
    },
  ],
  environment: { uniform: { luminance: 26 } },
} as const satisfies Partial<Still>;

/** A tray of machined parts under an inspection light: one tooth is broken, one nut is missing. */
export const still: Still = {
  metres: 0.01,
  camera: { position: [-7, 47, 36], target: [0.4, 0, 0.2], frameHeight: 0.53 },
  white: 100,
  ...inspectionLight,
  createSolids,
};

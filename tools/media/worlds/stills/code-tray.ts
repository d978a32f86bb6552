/** Parts with printed 2-D codes in a tray; lengths in cm. */
import { hashUnit } from '../random.ts';
import { setMatte, type Paint } from '../paint.ts';
import { box, floor, type Solid } from '../solids.ts';
import type { Still } from '../still.ts';
import type { Vec3 } from '../vector.ts';
import { TRAY, bearing, belt, gear, inspectionLight, nut } from './parts.ts';

const [COLUMNS, ROWS, CELL] = [4, 3, 6];
/** Modules on a side, with a solid and a dashed border as in ECC 200, and the side of one. */
const [MODULES, MODULE] = [12, 0.2];
/** White around a code, in modules. */
const QUIET = 2;
const SIDE = (MODULES + 2 * QUIET) * MODULE;

function isDark(code: number, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= MODULES || row >= MODULES) return false;
  if (column === 0 || row === MODULES - 1) return true;
  if (row === 0) return column % 2 === 0;
  if (column === MODULES - 1) return row % 2 === 1;
  return hashUnit(code, column + MODULES * row) < 0.5;
}

/** A label of black modules on white, seen from above. */
const label =
  (code: number): Paint =>
  (x, y, z, look) => {
    const [column, row] = [x, z].map((place) => Math.floor(place / MODULE + MODULES / 2));
    const shade = y > 0 && isDark(code, column!, row!) ? 0.03 : 0.78;
    setMatte(look, shade, shade, shade * 0.97);
    look.coat = 0.02;
    look.roughness = 0.6;
  };

function inCell(cell: number): readonly Solid[] {
  const base: Vec3 = [
    ((cell % COLUMNS) - (COLUMNS - 1) / 2) * CELL,
    0.3,
    (Math.floor(cell / COLUMNS) - (ROWS - 1) / 2) * CELL,
  ];
  const turn = 0.5 * (hashUnit(7, cell) - 0.5);
  if (cell % 2 === 0)
    return [
      box([base[0], 0.75, base[2]], [SIDE / 2, 0.45, SIDE / 2], label(cell), {
        turn,
        bevel: 0.02,
        texels: 80,
      }),
    ];
  const part = [bearing(base), [gear(base, turn)], [nut(base, turn)]][cell % 3]!;
  return part;
}

const [HALF_WIDTH, HALF_DEPTH] = [(COLUMNS * CELL) / 2, (ROWS * CELL) / 2];

/** Seen from 40 cm, 37 degrees wide. */
export const still: Still = {
  metres: 0.01,
  white: 111,
  ...inspectionLight,
  camera: {
    position: [0, 38.5, 11],
    target: [0, 0.6, 0.3],
    frameHeight: 0.5,
  },
  createSolids: () => [
    floor([-60, -60], [60, 60], -0.4, belt),
    box([0, -0.05, 0], [HALF_WIDTH + 0.2, 0.35, HALF_DEPTH + 0.2], TRAY),
    ...Array.from({ length: COLUMNS + 1 }, (_, i) =>
      box([i * CELL - HALF_WIDTH, 0.6, 0], [0.16, 0.6, HALF_DEPTH + 0.2], TRAY, { bevel: 0.1 }),
    ),
    ...Array.from({ length: ROWS + 1 }, (_, i) =>
      box([0, 0.6, i * CELL - HALF_DEPTH], [HALF_WIDTH + 0.2, 0.6, 0.16], TRAY, { bevel: 0.1 }),
    ),
    ...Array.from({ length: COLUMNS * ROWS }, (_, cell) => inCell(cell)).flat(),
  ],
};

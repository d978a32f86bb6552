import { fractalNoise } from '../noise.ts';
import { metal, plain, setMatte, type Paint } from '../paint.ts';
import { fraction } from '../scalar.ts';
import { ball, box, floor, frustum, panel, type Solid } from '../solids.ts';
import type { Still } from '../still.ts';
import { turned } from '../turned.ts';
import type { Vec3 } from '../vector.ts';
import { paintWood } from '../wood.ts';

/** A room 4.4 m wide and 2.6 m high; all lengths in dm. */
const [LEFT, RIGHT, BACK, FRONT, CEILING] = [-22, 22, -21, 12, 26];
const WHITE: Vec3 = [0.74, 0.73, 0.71];
const OAK: Paint = (x, _y, z, look) => {
  paintWood(x * 4, z * 4, look);
  look.red *= 1.7;
  look.green *= 1.9;
  look.blue *= 2.1;
};
const BLACK = plain([0.02, 0.021, 0.023], 0.05, 0.3);

const plaster =
  ([red, green, blue]: Vec3): Paint =>
  (x, y, z, look) => {
    const mottle = 1 + 0.03 * fractalNoise((x + z) * 0.4, y * 0.4, 3, 3);
    setMatte(look, red * mottle, green * mottle, blue * mottle);
  };

/** Large pale tiles: straight lines that a wide lens bends. */
const tiles: Paint = (x, _y, z, look) => {
  const [column, row] = [Math.floor(x / 6), Math.floor(z / 6)];
  const joint = Math.min(fraction(x / 6), fraction(z / 6)) < 0.018;
  const tone = joint ? 0.2 : ((column + row) & 1) === 0 ? 0.52 : 0.4;
  const mottle = 1 + 0.06 * fractalNoise(x * 0.6, z * 0.6, 7, 3);
  setMatte(look, tone * mottle, tone * 0.97 * mottle, tone * 0.92 * mottle);
  look.coat = 0.04;
  look.roughness = 0.3;
};

/** A screen that is off would be dull: it shows stripes as a printed card would. */
const screen: Paint = (x, y, _z, look) => {
  const hues: readonly Vec3[] = [
    [0.5, 0.05, 0.04],
    [0.55, 0.3, 0.03],
    [0.5, 0.5, 0.05],
    [0.06, 0.4, 0.1],
    [0.04, 0.3, 0.5],
    [0.05, 0.08, 0.5],
  ];
  const isInside = Math.abs(x) < 4.1 && Math.abs(y) < 2.25;
  if (!isInside) setMatte(look, 0.02, 0.02, 0.022);
  else if (y > -0.9) setMatte(look, ...hues[Math.min(5, Math.floor(((x + 4.1) / 8.2) * 6))]!);
  else {
    const step = Math.floor(((x + 4.1) / 8.2) * 6) / 5;
    setMatte(look, 0.02 + 0.8 * step, 0.02 + 0.8 * step, 0.02 + 0.8 * step);
  }
  look.coat = 0.04;
  look.roughness = 0.25;
};

/** A head-mounted display with two camera eyes and its strap. */
function headset(x: number, y: number, z: number): Solid[] {
  const strap = turned(
    [x, y + 0.35, z - 1.1],
    [
      [1.08, 0.5, false],
      [1.08, 0, false],
      [1.18, 0, false],
      [1.18, 0.5, false],
      [1.08, 0.5, false],
    ],
    plain([0.12, 0.12, 0.13]),
    64,
  );
  return [
    box([x, y + 0.62, z], [1.1, 0.6, 0.5], plain([0.62, 0.63, 0.65], 0.05, 0.3), { bevel: 0.28 }),
    box([x, y + 0.62, z + 0.5], [0.95, 0.42, 0.08], BLACK, { bevel: 0.1 }),
    ball([x - 0.55, y + 0.62, z + 0.56], 0.2, plain([0.03, 0.05, 0.1], 0.2, 0.1)),
    ball([x + 0.55, y + 0.62, z + 0.56], 0.2, plain([0.03, 0.05, 0.1], 0.2, 0.1)),
    strap,
  ];
}

const COVERS: readonly Vec3[] = [
  [0.45, 0.06, 0.05],
  [0.06, 0.16, 0.4],
  [0.6, 0.5, 0.3],
  [0.08, 0.28, 0.14],
  [0.5, 0.28, 0.05],
  [0.2, 0.2, 0.22],
  [0.12, 0.34, 0.4],
  [0.5, 0.45, 0.42],
];
/** Books in a row along z. */
const books = (x: number, shelf: number, z: number): Solid[] =>
  COVERS.map((cover, i) => {
    const half = 1.25 + 0.12 * ((i * 5) % 4);
    return box([x, shelf + half, z + i * 0.72], [1.1, half, 0.3], plain(cover, 0.03), {
      bevel: 0.05,
    });
  });

const table = (x: number, z: number, half: Vec3, height: number): Solid[] => [
  box([x, height, z], [half[0], 0.2, half[2]], OAK, { bevel: 0.06, texels: 40 }),
  ...[-1, 1].flatMap((sx) =>
    [-1, 1].map((sz) =>
      box(
        [x + sx * (half[0] - 0.4), height / 2 - 0.1, z + sz * (half[2] - 0.4)],
        [0.22, height / 2 - 0.1, 0.22],
        plain([0.1, 0.1, 0.11]),
      ),
    ),
  ),
];

/** A desk with a screen, a headset, a mug and a lamp. */
const desk = (): Solid[] => [
  ...table(1, -16.5, [9, 0.2, 4], 7.4),
  box([1, 11.2, -18.5], [4.4, 2.5, 0.2], screen, { bevel: 0.05, texels: 40 }),
  box([1, 8.2, -18.7], [0.4, 0.9, 0.15], BLACK),
  box([1, 7.66, -18.4], [1.7, 0.06, 1], BLACK),
  box([0.6, 7.72, -15.2], [2.2, 0.12, 0.75], plain([0.6, 0.61, 0.62], 0.03)),
  ...headset(6.3, 7.6, -15.2),
  turned(
    [-5.6, 7.6, -15.4],
    [
      [0, 0, false],
      [0.42, 0, false],
      [0.45, 1, false],
      [0.38, 1, false],
      [0.36, 0.15, false],
      [0, 0.12, false],
    ],
    plain([0.62, 0.18, 0.06], 0.045, 0.25),
  ),
  frustum([-6.4, 7.6, -18], [0, 1, 0], 0.15, [0.9, 0.9], BLACK),
  frustum([-6.4, 7.6, -18], [0, 1, 0], 4.6, [0.09, 0.09], BLACK),
  frustum([-6.4, 11.6, -18], [0, 1, 0], 1.5, [1.5, 0.7], plain([0.7, 0.55, 0.1], 0.04)),
];

/** A swivel chair. */
const chair = (): Solid[] => [
  box([0.5, 4.7, -9.6], [2.1, 0.25, 2.1], plain([0.07, 0.2, 0.22]), { bevel: 0.2, turn: 0.5 }),
  box([-0.6, 8, -7.8], [2, 2.3, 0.22], plain([0.07, 0.2, 0.22]), { bevel: 0.2, turn: 0.5 }),
  frustum([0.5, 0.6, -9.6], [0, 1, 0], 4, [0.25, 0.25], metal('aluminium', 0.55)),
  ...[0, 1, 2, 3, 4].map((i) =>
    frustum(
      [0.5, 0.5, -9.6],
      [Math.cos(i * 1.257 + 0.4), 0.02, Math.sin(i * 1.257 + 0.4)],
      2.2,
      [0.17, 0.17],
      BLACK,
    ),
  ),
];

/** Shelves with books, a ball, a vase and boxes. */
const shelves = (): Solid[] => [
  ...[2, 7.5, 13, 18.5].map((y) =>
    box([19.8, y, -10], [2, 0.15, 7], OAK, { bevel: 0.05, texels: 24 }),
  ),
  ...[-17, -3].map((z) => box([19.8, 9.4, z], [2, 9.3, 0.15], OAK, { texels: 24 })),
  ...books(19.2, 7.65, -15.9),
  ball([19, 14.4, -6], 1.25, plain([0.55, 0.5, 0.1], 0.05, 0.2)),
  turned(
    [19, 13.15, -13],
    [
      [0, 0, false],
      [0.8, 0, false],
      [1.3, 1.2, false],
      [0.6, 2.6, false],
      [0.8, 3.2, false],
      [0.7, 3.2, false],
      [0, 2.8, false],
    ],
    plain([0.1, 0.24, 0.42], 0.05, 0.2),
  ),
  box([19.2, 3.4, -12.5], [1.4, 1.2, 2.6], plain([0.55, 0.44, 0.28])),
  box([19.2, 3.4, -6.5], [1.4, 1.2, 2.4], plain([0.3, 0.36, 0.34])),
];

/** A framed landscape on the back wall. */
const painting = (): Solid[] => [
  box([-13.5, 15.6, BACK + 0.15], [3.6, 2.6, 0.15], plain([0.03, 0.03, 0.03])),
  box([-13.5, 15.6, BACK + 0.33], [3.3, 2.3, 0.02], (x, y, _z, look) => {
    const isSky = y > -0.4 + 0.5 * Math.sin(x * 1.1);
    const isSun = Math.hypot(x - 1.3, y - 1.1) < 0.6;
    setMatte(
      look,
      ...((isSun
        ? [0.75, 0.4, 0.05]
        : isSky
          ? [0.35, 0.5, 0.62]
          : y > -1.3 + 0.3 * Math.sin(x * 2 + 1)
            ? [0.1, 0.25, 0.16]
            : [0.05, 0.12, 0.2]) as Vec3),
    );
  }),
];

/** A potted plant. */
const plant = (): Solid[] => [
  turned(
    [-17.8, 0, -17],
    [
      [0, 0, false],
      [1.5, 0, false],
      [2, 3, false],
      [1.75, 3, false],
      [1.6, 2.6, false],
      [0, 2.5, false],
    ],
    plain([0.6, 0.58, 0.55], 0.03),
  ),
  ...Array.from({ length: 9 }, (_, i) => {
    const [angle, lean] = [i * 2.4, 0.25 + 0.07 * i];
    return frustum(
      [-17.8, 2.5, -17],
      [lean * Math.cos(angle), 1, lean * Math.sin(angle)],
      7.5 - 0.3 * i,
      [0.5, 0.03],
      plain([0.05, 0.2 + 0.015 * (i % 3), 0.05], 0.04, 0.35),
    );
  }),
];

function createSolids(): Solid[] {
  const [middle, depth] = [(BACK + FRONT) / 2, (FRONT - BACK) / 2];
  return [
    floor([LEFT, BACK], [RIGHT, FRONT], 0, tiles, 16),
    panel([0, CEILING, middle], [RIGHT, 0, 0], [0, 0, depth], plaster([0.78, 0.78, 0.77])),
    panel([0, CEILING / 2, BACK], [RIGHT, 0, 0], [0, CEILING / 2, 0], plaster([0.5, 0.58, 0.6])),
    panel([LEFT, CEILING / 2, middle], [0, 0, -depth], [0, CEILING / 2, 0], plaster(WHITE)),
    panel(
      [RIGHT, CEILING / 2, middle],
      [0, 0, depth],
      [0, CEILING / 2, 0],
      plaster([0.72, 0.66, 0.58]),
    ),
    ...desk(),
    ...chair(),
    ...shelves(),
    ball([-11.5, 2.8, -10.5], 2.8, plain([0.02, 0.3, 0.3], 0.045, 0.28), { cells: 64 }),
    ...painting(),
    ...plant(),
    ...windowBars(),
  ];
}

/** The middle of the window in the left wall, half its size, and its cross of bars. */
const WINDOW: Vec3 = [LEFT + 0.25, 14.5, -4];
const windowBars = (): Solid[] =>
  [[0.12, 7.5, 0.3] as const, [0.12, 0.3, 7.5] as const].map((half) =>
    box([WINDOW[0] + 0.3, WINDOW[1], WINDOW[2]], half, plain(WHITE)),
  );

/** A workplace with a head-mounted display, in daylight from the left: seen 104° wide. */
export const still: Still = {
  metres: 0.1,
  camera: { position: [-0.5, 12.6, 3.5], target: [0.2, 9.6, -20], frameHeight: 1.92 },
  white: 80,
  lights: [
    {
      name: 'window',
      type: 'rectangle',
      size: [1.5, 1.5],
      luminance: 900,
      position: [WINDOW[0] / 10, WINDOW[1] / 10, WINDOW[2] / 10],
      lookAt: { target: [RIGHT / 10, 1.35, -0.46] },
    },
  ],
  environment: { uniform: { luminance: 34 } },
  createSolids,
};

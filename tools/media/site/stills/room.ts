import { createAreaLight } from '../../apple/area-light.ts';
import { fractalNoise } from '../../apple/noise.ts';
import { fraction } from '../../apple/scalar.ts';
import type { Still } from '../../apple/still.ts';
import { type SceneObject, setMatte } from '../../apple/surface.ts';
import type { Vec3 } from '../../apple/vector.ts';
import { paintWood } from '../../apple/wood.ts';
import { grouped } from './grouped.ts';
import { ball, box, frustum, plain, plane, type Paint } from './solids.ts';
import { turned } from './turned.ts';

/** A room 4.4 m wide and 2.6 m high; all lengths in dm. */
const [LEFT, RIGHT, BACK, CEILING] = [-22, 22, -21, 26];
const WHITE: Vec3 = [0.74, 0.73, 0.71];
const OAK: Paint = (x, _y, z, detailed, surface) => {
  paintWood(x * 4, z * 4, detailed, surface);
  surface.red *= 1.7;
  surface.green *= 1.9;
  surface.blue *= 2.1;
};
const BLACK = plain([0.02, 0.021, 0.023], 0.05, 0.3);

const plaster =
  ([red, green, blue]: Vec3): Paint =>
  (x, y, z, detailed, surface) => {
    const mottle = detailed ? 1 + 0.03 * fractalNoise((x + z) * 0.4, y * 0.4, 3, 3) : 1;
    setMatte(surface, red * mottle, green * mottle, blue * mottle);
  };

/** Large pale tiles: straight lines that a wide lens bends. */
const tiles: Paint = (x, _y, z, detailed, surface) => {
  const [column, row] = [Math.floor(x / 6), Math.floor(z / 6)];
  const joint = Math.min(fraction(x / 6), fraction(z / 6)) < 0.018;
  const tone = joint ? 0.2 : ((column + row) & 1) === 0 ? 0.52 : 0.4;
  const mottle = detailed ? 1 + 0.06 * fractalNoise(x * 0.6, z * 0.6, 7, 3) : 1;
  setMatte(surface, tone * mottle, tone * 0.97 * mottle, tone * 0.92 * mottle);
  surface.coat = 0.04;
  surface.roughness = 0.3;
};

/** A screen that is off would be dull: it shows stripes as a printed card would. */
const screen: Paint = (x, y, _z, _detailed, surface) => {
  const hues: readonly Vec3[] = [
    [0.5, 0.05, 0.04],
    [0.55, 0.3, 0.03],
    [0.5, 0.5, 0.05],
    [0.06, 0.4, 0.1],
    [0.04, 0.3, 0.5],
    [0.05, 0.08, 0.5],
  ];
  const isInside = Math.abs(x) < 4.1 && Math.abs(y) < 2.25;
  if (!isInside) setMatte(surface, 0.02, 0.02, 0.022);
  else if (y > -0.9) setMatte(surface, ...hues[Math.min(5, Math.floor(((x + 4.1) / 8.2) * 6))]!);
  else {
    const step = Math.floor(((x + 4.1) / 8.2) * 6) / 5;
    setMatte(surface, 0.02 + 0.8 * step, 0.02 + 0.8 * step, 0.02 + 0.8 * step);
  }
  surface.coat = 0.04;
  surface.roughness = 0.25;
};

/** A head-mounted display with two camera eyes and its strap. */
function headset(x: number, y: number, z: number): SceneObject {
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
  return grouped([x, y + 0.6, z - 0.4], 2.6, [
    box([x, y + 0.62, z], [1.1, 0.6, 0.5], plain([0.62, 0.63, 0.65], 0.05, 0.3), { bevel: 0.28 }),
    box([x, y + 0.62, z + 0.5], [0.95, 0.42, 0.08], BLACK, { bevel: 0.1 }),
    ball([x - 0.55, y + 0.62, z + 0.56], 0.2, plain([0.03, 0.05, 0.1], 0.2, 0.1)),
    ball([x + 0.55, y + 0.62, z + 0.56], 0.2, plain([0.03, 0.05, 0.1], 0.2, 0.1)),
    strap,
  ]);
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
const books = (x: number, shelf: number, z: number): SceneObject[] =>
  COVERS.map((cover, i) => {
    const half = 1.25 + 0.12 * ((i * 5) % 4);
    return box([x, shelf + half, z + i * 0.72], [1.1, half, 0.3], plain(cover, 0.03), {
      bevel: 0.05,
    });
  });

const table = (x: number, z: number, half: Vec3, height: number): SceneObject[] => [
  box([x, height, z], [half[0], 0.2, half[2]], OAK, { bevel: 0.06 }),
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
const desk = (): SceneObject =>
  grouped([1, 8, -16.5], 13, [
    ...table(1, -16.5, [9, 0.2, 4], 7.4),
    box([1, 11.2, -18.5], [4.4, 2.5, 0.2], screen, { bevel: 0.05 }),
    box([1, 8.2, -18.7], [0.4, 0.9, 0.15], BLACK),
    box([1, 7.66, -18.4], [1.7, 0.06, 1], BLACK),
    box([0.6, 7.72, -15.2], [2.2, 0.12, 0.75], plain([0.6, 0.61, 0.62], 0.03)),
    headset(6.3, 7.6, -15.2),
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
  ]);

/** A swivel chair. */
const chair = (): SceneObject =>
  grouped([0, 6, -9.5], 7, [
    box([0.5, 4.7, -9.6], [2.1, 0.25, 2.1], plain([0.07, 0.2, 0.22]), { bevel: 0.2, turn: 0.5 }),
    box([-0.6, 8, -7.8], [2, 2.3, 0.22], plain([0.07, 0.2, 0.22]), { bevel: 0.2, turn: 0.5 }),
    frustum([0.5, 0.6, -9.6], [0, 1, 0], 4, [0.25, 0.25], plain([0.3, 0.3, 0.31], 0.4, 0.3)),
    ...[0, 1, 2, 3, 4].map((i) =>
      frustum(
        [0.5, 0.5, -9.6],
        [Math.cos(i * 1.257 + 0.4), 0.02, Math.sin(i * 1.257 + 0.4)],
        2.2,
        [0.17, 0.17],
        BLACK,
      ),
    ),
  ]);

/** Shelves with books, a ball, a vase and boxes. */
const shelves = (): SceneObject =>
  grouped([18.5, 10, -10], 16, [
    ...[2, 7.5, 13, 18.5].map((y) => box([19.8, y, -10], [2, 0.15, 7], OAK, { bevel: 0.05 })),
    ...[-17, -3].map((z) => box([19.8, 9.4, z], [2, 9.3, 0.15], OAK)),
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
  ]);

/** A framed landscape on the back wall. */
const painting = (): SceneObject =>
  grouped([-14, 15.5, BACK + 0.4], 6, [
    box([-13.5, 15.6, BACK + 0.15], [3.6, 2.6, 0.15], plain([0.03, 0.03, 0.03])),
    box([-13.5, 15.6, BACK + 0.33], [3.3, 2.3, 0.02], (x, y, _z, _detailed, surface) => {
      const isSky = y > -0.4 + 0.5 * Math.sin(x * 1.1);
      const isSun = Math.hypot(x - 1.3, y - 1.1) < 0.6;
      setMatte(
        surface,
        ...((isSun
          ? [0.75, 0.4, 0.05]
          : isSky
            ? [0.35, 0.5, 0.62]
            : y > -1.3 + 0.3 * Math.sin(x * 2 + 1)
              ? [0.1, 0.25, 0.16]
              : [0.05, 0.12, 0.2]) as Vec3),
      );
    }),
  ]);

/** A potted plant. */
const plant = (): SceneObject =>
  grouped([-17.8, 6, -17], 9, [
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
  ]);

function createObjects(): SceneObject[] {
  return [
    plane([0, 0, 0], [0, 1, 0], tiles),
    plane([0, CEILING, 0], [0, -1, 0], plaster([0.78, 0.78, 0.77])),
    plane([0, 0, BACK], [0, 0, 1], plaster([0.5, 0.58, 0.6])),
    plane([LEFT, 0, 0], [1, 0, 0], plaster(WHITE)),
    plane([RIGHT, 0, 0], [-1, 0, 0], plaster([0.72, 0.66, 0.58])),
    desk(),
    chair(),
    shelves(),
    ball([-11.5, 2.8, -10.5], 2.8, plain([0.02, 0.3, 0.3], 0.045, 0.28)),
    painting(),
    plant(),
  ];
}

/** A workplace with a head-mounted display, in daylight from the left: seen 104° wide. */
export const still: Still = {
  camera: {
    position: [-0.5, 12.6, 3.5],
    target: [0.2, 9.6, -20],
    frameHeight: 1.92,
    focus: 30,
    lensRadius: 0.01,
  },
  exposure: 1.25,
  lighting: {
    lamp: createAreaLight({
      centre: [LEFT + 0.2, 14.5, -4],
      target: [RIGHT, 13.5, -4.6],
      width: 15,
      height: 15,
      shine: (u, v, light) => {
        const bar =
          Math.abs(fraction(u * 2 + 0.5) - 0.5) < 0.045 ||
          Math.abs(fraction(v * 2 + 0.5) - 0.5) < 0.045 ||
          Math.min(u, v, 1 - u, 1 - v) < 0.03;
        const strength = bar ? 0.5 : 7.5 + 3 * v;
        light.red = 0.97 * strength;
        light.green = strength;
        light.blue = 1.06 * strength;
      },
    }),
    surroundings: (_dx, dy, _dz, out) => {
      const level = 0.34 + 0.2 * dy;
      out.red = level * 1.04;
      out.green = level;
      out.blue = level * 0.94;
    },
  },
  createObjects,
};

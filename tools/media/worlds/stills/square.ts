import { fractalNoise } from '../noise.ts';
import { plain, setMatte, type Look, type Paint, type Painted } from '../paint.ts';
import { fraction, smoothstep } from '../scalar.ts';
import { ball, box, floor, frustum, panel, type Solid } from '../solids.ts';
import type { Still } from '../still.ts';
import type { Vec3 } from '../vector.ts';
import { car } from './car.ts';
import { coversWord } from './letters.ts';
import { tree } from './road.ts';

/**
 * Distance of the fronts from the camera, and the height of the ground floor and of each floor
 * above; all lengths in dm.
 */
const FRONT = -300;
const GROUND_FLOOR = 44;
const FLOOR = 32;
const FLOORS = 4;
/** Width of a bay with one window. */
const BAY = 26;

/**
 * Square slabs with dark bands, then a street along the fronts: straight lines in both directions.
 */
const ground: Paint = (x, _y, z, look) => {
  const grain = 1 + 0.1 * fractalNoise(x * 0.5, z * 0.5, 2.5, 3);
  const isPavement = z < -268;
  if (z < -196 && !isPavement) {
    const isLine =
      (z > -246 && z < -244.6 && fraction(x / 40) < 0.55) ||
      (z < -252 && Math.abs(fraction(x / 32 + 0.5) - 0.5) < 0.03);
    const tone = isLine ? 0.62 : 0.085;
    setMatte(look, tone * grain, tone * grain, tone * 1.02 * grain);
    return;
  }
  const isBand = !isPavement && Math.min(fraction(x / 36 + 0.5), fraction(z / 36)) < 0.11;
  const isSeam = Math.min(fraction(x / 6), fraction(z / 6)) < 0.03;
  const tone = (isBand ? 0.16 : 0.44) * (isSeam ? 0.62 : 1) * grain;
  setMatte(look, tone, tone * 0.95, tone * 0.86);
};

/**
 * Panes and frame of an upper window, its shaded reveal on top; `across` and `up` run over the bay
 * and the floor, 0..1.
 */
function paintWindow(across: number, up: number, look: Look): void {
  const bar =
    across < 0.34 ||
    across > 0.66 ||
    up < 0.2 ||
    Math.abs(across - 0.5) < 0.015 ||
    Math.abs(up - 0.58) < 0.012;
  if (up > 0.74) setMatte(look, 0.04, 0.04, 0.045);
  else if (bar) setMatte(look, 0.72, 0.72, 0.7);
  else {
    setMatte(look, 0.03, 0.037, 0.046);
    look.coat = 0.12;
    look.roughness = 0.1;
  }
}

/** A house front: shops below, a window in each bay of the floors above. */
const front =
  (wall: Vec3, left: number, height: number, sign?: string): Painted =>
  (x, y, _z, look) => {
    const up = y + height / 2;
    const mottle = 1 + 0.07 * fractalNoise(x * 0.15 + left, y * 0.15, 1.5, 3);
    setMatte(look, wall[0] * mottle, wall[1] * mottle, wall[2] * mottle);
    const across = fraction((x - left) / BAY);
    if (up < GROUND_FLOOR) {
      if (up > 3 && up < 27 && across > 0.12 && across < 0.88) {
        setMatte(look, 0.035, 0.04, 0.045);
        look.coat = 0.1;
        look.roughness = 0.1;
        if (across < 0.15 || across > 0.85 || up < 4.5) setMatte(look, 0.1, 0.08, 0.06);
      } else if (sign && coversWord(sign, x / 34 + 0.5, (up - 32.5) / 9))
        setMatte(look, 0.04, 0.05, 0.09);
      return;
    }
    const floor = fraction((up - GROUND_FLOOR) / FLOOR);
    if (up < height - 6 && across > 0.31 && across < 0.69 && floor > 0.16 && floor < 0.8)
      paintWindow(across, floor, look);
  };

/** Where a house begins and ends along the row, and its colours. */
interface House {
  readonly from: number;
  readonly to: number;
  readonly wall: Vec3;
  readonly stone: Vec3;
  readonly sign?: string;
}

/** A house with string courses, pilasters and a cornice that throw shadows. */
function house({ from, to, wall, stone, sign }: House): Solid[] {
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  const height = GROUND_FLOOR + FLOORS * FLOOR + 8;
  const trim = plain(stone);
  const painted = front(wall, -half, height, sign);
  const shown: Painted = (x, y, z, look) => painted(x - middle, y - height / 2, z, look);
  const bays = Math.round((to - from) / BAY);
  return [
    box([middle, height / 2, FRONT - 40], [half, height / 2, 39.9], plain(wall)),
    panel([middle, height / 2, FRONT], [half, 0, 0], [0, height / 2, 0], shown, 5),
    box([middle, height + 2, FRONT - 20], [half, 3, 24], trim),
    ...Array.from({ length: FLOORS }, (_, floor) =>
      box([middle, GROUND_FLOOR + floor * FLOOR, FRONT + 0.6], [half, 0.9, 1.4], trim),
    ),
    ...Array.from({ length: Math.floor(bays / 3) + 1 }, (_, i) =>
      box(
        [from + Math.min(2 * half - 1.6, Math.max(1.6, i * 3 * BAY)), height / 2, FRONT + 0.3],
        [1.6, height / 2, 1],
        trim,
      ),
    ),
  ];
}

/** A striped awning above a shop window. */
const awning = (x: number, colour: Vec3): Solid =>
  box([x, 29.5, FRONT + 6], [11.5, 0.6, 6.5], (px, _y, _z, look) => {
    if (fraction(px / 3.8) < 0.5) setMatte(look, ...colour);
    else setMatte(look, 0.74, 0.73, 0.7);
  });

const CROWNS: readonly (readonly [Vec3, number])[] = [
  [[0, 50, 0], 15],
  [[-10, 43, 3], 11],
  [[10, 44, -2], 12],
  [[2, 41, 9], 11],
  [[-3, 61, -2], 10],
];
/** Taller than in a street, and lighter. */
const squareTree = (x: number, z: number): Solid[] =>
  tree(x, z, { crowns: CROWNS, height: 38, leaf: [0.11, 0.2, 0.045] });

const streetLamp = (x: number, z: number): Solid[] => [
  frustum([x, 0, z], [0, 1, 0], 52, [1, 0.6], plain([0.05, 0.07, 0.06], 0.04, 0.4)),
  box([x, 54, z], [2.2, 2.6, 2.2], plain([0.75, 0.74, 0.68], 0.05, 0.3)),
  box([x, 57.2, z], [2.8, 0.6, 2.8], plain([0.05, 0.07, 0.06])),
];

/** A parasol over a round table. */
const parasol = (x: number, z: number, colour: Vec3): Solid[] => [
  frustum([x, 0, z], [0, 1, 0], 25, [0.35, 0.35], plain([0.6, 0.58, 0.54])),
  frustum([x, 21, z], [0, 1, 0], 5, [14, 0.5], plain(colour)),
  frustum([x, 7, z], [0, 1, 0], 0.4, [5, 5], plain([0.66, 0.65, 0.62], 0.04, 0.3)),
];

/** A stone trough with a round shrub. */
const planter = (x: number, z: number): Solid[] => [
  box([x, 3.5, z], [6, 3.5, 6], plain([0.42, 0.4, 0.37]), { bevel: 0.4 }),
  ball([x, 11, z], 5.8, (px, py, pz, look) => {
    const shade = 0.7 + 0.6 * fractalNoise(px * 1.2 + x, py * 1.2, pz * 1.2, 3);
    setMatte(look, 0.09 * shade, 0.19 * shade, 0.05 * shade);
  }),
];

const STONE: Vec3 = [0.62, 0.58, 0.5];

function createSolids(): Solid[] {
  return [
    floor([-180, -300], [180, 60], 0, ground, 3),
    floor([-700, -300], [-180, 60], 0, ground, 2),
    floor([180, -300], [700, 60], 0, ground, 2),
    ...house({ from: -117, to: 117, wall: [0.56, 0.47, 0.34], stone: STONE, sign: 'POST' }),
    ...house({ from: -507, to: -117, wall: [0.36, 0.16, 0.11], stone: STONE }),
    ...house({ from: 117, to: 507, wall: [0.5, 0.52, 0.5], stone: [0.68, 0.67, 0.64] }),
    awning(-52, [0.5, 0.05, 0.035]),
    awning(52, [0.5, 0.05, 0.035]),
    awning(-182, [0.04, 0.16, 0.3]),
    awning(182, [0.05, 0.24, 0.13]),
    awning(234, [0.05, 0.24, 0.13]),
    ...car({ x: -33, z: -243, colour: [0.03, 0.1, 0.32] }),
    ...car({ x: 31, z: -243, colour: [0.5, 0.03, 0.025] }),
    ...car({ x: 63, z: -243, colour: [0.66, 0.67, 0.68], away: true }),
    ...car({ x: -161, z: -243, colour: [0.62, 0.6, 0.52], away: true }),
    ...car({ x: 191, z: -243, colour: [0.04, 0.13, 0.09] }),
    ...squareTree(-96, -178),
    ...squareTree(102, -178),
    ...squareTree(-236, -150),
    ...squareTree(262, -160),
    ...streetLamp(-142, -120),
    ...streetLamp(142, -120),
    ...parasol(-86, -92, [0.6, 0.08, 0.05]),
    ...parasol(-126, -66, [0.72, 0.7, 0.64]),
    ...parasol(-70, -52, [0.05, 0.2, 0.4]),
    ...planter(66, -104),
    ...planter(98, -78),
    ...planter(72, -50),
    ...streetLamp(-52, -184),
    ...streetLamp(50, -184),
  ];
}

/** A clear sky, paler over the roofs. */
const noon: Painted = (_dx, dy, _dz, look) => {
  const up = smoothstep(0, 0.7, dy);
  setMatte(look, 0.68 - 0.44 * up, 0.8 - 0.36 * up, 0.98 - 0.14 * up);
};

/**
 * A square in the sun, seen from its middle 115° wide: the fronts are parallel to the picture, so
 * their lines are straight in it.
 */
export const still: Still = {
  metres: 0.1,
  camera: { position: [0, 30, 0], target: [0, 30, FRONT], frameHeight: 2.12 },
  white: 87,
  lights: [
    {
      name: 'sun',
      type: 'sun',
      diameterDegrees: 5,
      lux: 260,
      spectrum: { rgb: [1, 0.904, 0.745] },
      lookAt: { target: [-330, -560, -460] },
    },
  ],
  sky: { colour: noon, luminance: 100 },
  createSolids,
};

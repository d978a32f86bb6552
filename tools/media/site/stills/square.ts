import { createAreaLight } from '../../apple/area-light.ts';
import { fractalNoise } from '../../apple/noise.ts';
import { fraction, smoothstep } from '../../apple/scalar.ts';
import type { Still } from '../../apple/still.ts';
import { type SceneObject, setMatte } from '../../apple/surface.ts';
import type { Vec3 } from '../../apple/vector.ts';
import { car } from './car.ts';
import { grouped } from './grouped.ts';
import { coversWord } from './letters.ts';
import { ball, box, frustum, plain, plane, type Paint } from './solids.ts';

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
const ground: Paint = (x, _y, z, detailed, surface) => {
  const grain = detailed ? 1 + 0.1 * fractalNoise(x * 0.5, z * 0.5, 2.5, 3) : 1;
  const isPavement = z < -268;
  if (z < -196 && !isPavement) {
    const isLine =
      (z > -246 && z < -244.6 && fraction(x / 40) < 0.55) ||
      (z < -252 && Math.abs(fraction(x / 32 + 0.5) - 0.5) < 0.03);
    const tone = isLine ? 0.62 : 0.085;
    setMatte(surface, tone * grain, tone * grain, tone * 1.02 * grain);
    return;
  }
  const isBand = !isPavement && Math.min(fraction(x / 36 + 0.5), fraction(z / 36)) < 0.11;
  const isSeam = Math.min(fraction(x / 6), fraction(z / 6)) < 0.03;
  const tone = (isBand ? 0.16 : 0.44) * (isSeam ? 0.62 : 1) * grain;
  setMatte(surface, tone, tone * 0.95, tone * 0.86);
};

/**
 * Panes and frame of an upper window, its shaded reveal on top; `across` and `up` run over the bay
 * and the floor, 0..1.
 */
function paintWindow(across: number, up: number, surface: Parameters<Paint>[4]): void {
  const bar =
    across < 0.34 ||
    across > 0.66 ||
    up < 0.2 ||
    Math.abs(across - 0.5) < 0.015 ||
    Math.abs(up - 0.58) < 0.012;
  if (up > 0.74) setMatte(surface, 0.04, 0.04, 0.045);
  else if (bar) setMatte(surface, 0.72, 0.72, 0.7);
  else {
    setMatte(surface, 0.03, 0.037, 0.046);
    surface.coat = 0.12;
    surface.roughness = 0.1;
  }
}

/** A house front: shops below, a window in each bay of the floors above. */
const front =
  (wall: Vec3, left: number, height: number, sign?: string): Paint =>
  (x, y, _z, detailed, surface) => {
    const up = y + height / 2;
    const mottle = detailed ? 1 + 0.07 * fractalNoise(x * 0.15 + left, y * 0.15, 1.5, 3) : 1;
    setMatte(surface, wall[0] * mottle, wall[1] * mottle, wall[2] * mottle);
    const across = fraction((x - left) / BAY);
    if (up < GROUND_FLOOR) {
      if (up > 3 && up < 27 && across > 0.12 && across < 0.88) {
        setMatte(surface, 0.035, 0.04, 0.045);
        surface.coat = 0.1;
        surface.roughness = 0.1;
        if (across < 0.15 || across > 0.85 || up < 4.5) setMatte(surface, 0.1, 0.08, 0.06);
      } else if (sign && coversWord(sign, x / 34 + 0.5, (up - 32.5) / 9))
        setMatte(surface, 0.04, 0.05, 0.09);
      return;
    }
    const floor = fraction((up - GROUND_FLOOR) / FLOOR);
    if (up < height - 6 && across > 0.31 && across < 0.69 && floor > 0.16 && floor < 0.8)
      paintWindow(across, floor, surface);
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
function house({ from, to, wall, stone, sign }: House): SceneObject[] {
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  const height = GROUND_FLOOR + FLOORS * FLOOR + 8;
  const trim = plain(stone);
  const bays = Math.round((to - from) / BAY);
  return [
    box([middle, height / 2, FRONT - 40], [half, height / 2, 40], front(wall, -half, height, sign)),
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
const awning = (x: number, colour: Vec3): SceneObject =>
  box([x, 29.5, FRONT + 6], [11.5, 0.6, 6.5], (px, _y, _z, _detailed, surface) => {
    if (fraction(px / 3.8) < 0.5) setMatte(surface, ...colour);
    else setMatte(surface, 0.74, 0.73, 0.7);
  });

function tree(x: number, z: number): SceneObject {
  const leaves: Paint = (px, py, pz, detailed, surface) => {
    const shade = 0.65 + 0.55 * fractalNoise(px * 0.5, py * 0.5, pz * 0.5 + x, 3);
    setMatte(surface, 0.11 * shade, 0.2 * shade, 0.045 * shade);
    if (!detailed) return;
    surface.nx += 0.5 * fractalNoise(px * 0.9, py * 0.9, pz * 0.9, 3);
    surface.ny += 0.5 * fractalNoise(px * 0.9 + 40, py * 0.9, pz * 0.9, 3);
    surface.nz += 0.5 * fractalNoise(px * 0.9, py * 0.9 + 40, pz * 0.9, 3);
    const length = Math.hypot(surface.nx, surface.ny, surface.nz);
    surface.nx /= length;
    surface.ny /= length;
    surface.nz /= length;
  };
  const crowns: readonly (readonly [Vec3, number])[] = [
    [[0, 50, 0], 15],
    [[-10, 43, 3], 11],
    [[10, 44, -2], 12],
    [[2, 41, 9], 11],
    [[-3, 61, -2], 10],
  ];
  return grouped([x, 36, z], 40, [
    frustum([x, 0, z], [0, 1, 0], 38, [1.7, 1.1], plain([0.12, 0.085, 0.06])),
    ...crowns.map(([[dx, dy, dz], radius]) => ball([x + dx, dy, z + dz], radius, leaves)),
  ]);
}

const streetLamp = (x: number, z: number): SceneObject =>
  grouped([x, 28, z], 32, [
    frustum([x, 0, z], [0, 1, 0], 52, [1, 0.6], plain([0.05, 0.07, 0.06], 0.04, 0.4)),
    box([x, 54, z], [2.2, 2.6, 2.2], plain([0.75, 0.74, 0.68], 0.05, 0.3)),
    box([x, 57.2, z], [2.8, 0.6, 2.8], plain([0.05, 0.07, 0.06])),
  ]);

/** A parasol over a round table. */
const parasol = (x: number, z: number, colour: Vec3): SceneObject =>
  grouped([x, 14, z], 19, [
    frustum([x, 0, z], [0, 1, 0], 25, [0.35, 0.35], plain([0.6, 0.58, 0.54])),
    frustum([x, 21, z], [0, 1, 0], 5, [14, 0.5], plain(colour)),
    frustum([x, 7, z], [0, 1, 0], 0.4, [5, 5], plain([0.66, 0.65, 0.62], 0.04, 0.3)),
  ]);

/** A stone trough with a round shrub. */
const planter = (x: number, z: number): SceneObject =>
  grouped([x, 8, z], 13, [
    box([x, 3.5, z], [6, 3.5, 6], plain([0.42, 0.4, 0.37]), { bevel: 0.4 }),
    ball([x, 11, z], 5.8, (px, py, pz, _detailed, surface) => {
      const shade = 0.7 + 0.6 * fractalNoise(px * 1.2 + x, py * 1.2, pz * 1.2, 3);
      setMatte(surface, 0.09 * shade, 0.19 * shade, 0.05 * shade);
    }),
  ]);

const STONE: Vec3 = [0.62, 0.58, 0.5];

function createObjects(): SceneObject[] {
  return [
    plane([0, 0, 0], [0, 1, 0], ground),
    ...house({ from: -117, to: 117, wall: [0.56, 0.47, 0.34], stone: STONE, sign: 'POST' }),
    ...house({ from: -507, to: -117, wall: [0.36, 0.16, 0.11], stone: STONE }),
    ...house({ from: 117, to: 507, wall: [0.5, 0.52, 0.5], stone: [0.68, 0.67, 0.64] }),
    awning(-52, [0.5, 0.05, 0.035]),
    awning(52, [0.5, 0.05, 0.035]),
    awning(-182, [0.04, 0.16, 0.3]),
    awning(182, [0.05, 0.24, 0.13]),
    awning(234, [0.05, 0.24, 0.13]),
    car({ x: -33, z: -243, colour: [0.03, 0.1, 0.32] }),
    car({ x: 31, z: -243, colour: [0.5, 0.03, 0.025] }),
    car({ x: 63, z: -243, colour: [0.66, 0.67, 0.68], away: true }),
    car({ x: -161, z: -243, colour: [0.62, 0.6, 0.52], away: true }),
    car({ x: 191, z: -243, colour: [0.04, 0.13, 0.09] }),
    tree(-96, -178),
    tree(102, -178),
    tree(-236, -150),
    tree(262, -160),
    streetLamp(-142, -120),
    streetLamp(142, -120),
    parasol(-86, -92, [0.6, 0.08, 0.05]),
    parasol(-126, -66, [0.72, 0.7, 0.64]),
    parasol(-70, -52, [0.05, 0.2, 0.4]),
    planter(66, -104),
    planter(98, -78),
    planter(72, -50),
    streetLamp(-52, -184),
    streetLamp(50, -184),
  ];
}

/**
 * A square in the sun, seen from its middle 115° wide: the fronts are parallel to the picture, so
 * their lines are straight in it.
 */
export const still: Still = {
  camera: {
    position: [0, 30, 0],
    target: [0, 30, FRONT],
    frameHeight: 2.12,
    focus: -FRONT,
    lensRadius: 0.01,
  },
  exposure: 1.15,
  lighting: {
    lamp: createAreaLight({
      centre: [330, 560, 240],
      target: [0, 0, -220],
      width: 60,
      height: 60,
      shine: (_u, _v, light) => {
        light.red = 470;
        light.green = 425;
        light.blue = 350;
      },
    }),
    surroundings: (_dx, dy, _dz, out) => {
      const up = smoothstep(0, 0.7, dy);
      out.red = 0.68 - 0.44 * up;
      out.green = 0.8 - 0.36 * up;
      out.blue = 0.98 - 0.14 * up;
    },
  },
  createObjects,
};

import { fractalNoise } from '../noise.ts';
import { metal, plain, setMatte, type Paint, type Painted } from '../paint.ts';
import { fraction, smoothstep } from '../scalar.ts';
import { ball, box, even, floor, frustum, type Solid } from '../solids.ts';
import type { Still } from '../still.ts';
import type { Vec3 } from '../vector.ts';
import { car } from './car.ts';
import { coversWord } from './letters.ts';

/** A street 7 m wide that runs away from the camera; all lengths in dm. */
export const asphalt: Paint = (x, _y, z, look) => {
  const grain =
    1 +
    0.22 * fractalNoise(x * 1.9, z * 1.9, 0.5, 2) +
    0.2 * fractalNoise(x * 0.06, z * 0.03, 4.5, 3);
  setMatte(look, 0.07 * grain, 0.071 * grain, 0.074 * grain);
  look.coat = 0.03;
  look.roughness = 0.55;
  const worn = 0.62 * (1 + 0.25 * fractalNoise(x * 0.8, z * 0.8, 9.5, 3));
  const isZebra = z < -26 && z > -58 && Math.abs(x) < 33 && fraction(x / 10 + 0.25) < 0.5;
  const isStopLine = z < -14 && z > -19 && x > 1.5 && x < 33;
  const isDash =
    Math.abs(x) < 0.8 &&
    (z < -72 ? fraction(z / 60) < 0.5 : z > -14 && fraction(z / 60 + 0.3) < 0.5);
  const isEdge = Math.abs(Math.abs(x) - 32.5) < 0.6 && (z < -60 || z > -24);
  if (isZebra || isStopLine || isDash || isEdge) setMatte(look, worn, worn, worn * 0.97);
};

export const pavement: Paint = (x, _y, z, look) => {
  const seam = Math.min(fraction(x / 6), fraction(z / 6)) < 0.035 ? 0.55 : 1;
  const grain = 1 + 0.12 * fractalNoise(x * 0.9, z * 0.9, 2.5, 3);
  setMatte(look, 0.29 * seam * grain, 0.28 * seam * grain, 0.26 * seam * grain);
};

/** A front with rows of windows, each floor 30 dm high. */
const front =
  (wall: Vec3, [half, height]: Vec3): Paint =>
  (x, y, z, look) => {
    const mottle = 1 + 0.08 * fractalNoise((x + z) * 0.15, y * 0.15, 1.5, 3);
    setMatte(look, wall[0] * mottle, wall[1] * mottle, wall[2] * mottle);
    const place = Math.abs(x) > half - 1e-3 ? z : x;
    const [across, up] = [fraction(place / 24), fraction((y + height) / 30)];
    if (across > 0.28 && across < 0.72 && up > 0.3 && up < 0.82) {
      const frame =
        across < 0.31 || across > 0.69 || up < 0.33 || up > 0.79 || Math.abs(across - 0.5) < 0.012;
      if (frame) setMatte(look, 0.5, 0.5, 0.48);
      else {
        setMatte(look, 0.02, 0.024, 0.03);
        look.coat = 0.12;
        look.roughness = 0.12;
      }
    }
  };

export const block = (x: number, z: number, half: Vec3, wall: Vec3): Solid =>
  box([x, half[1], z], half, front(wall, half), { texels: 3 });

export function cone(x: number, z: number): Solid[] {
  const stripes: Paint = (_x, y, _z, look) => {
    const isWhite = (y > 2.2 && y < 3.5) || (y > 4.5 && y < 5.5);
    if (isWhite) setMatte(look, 0.82, 0.82, 0.8);
    else setMatte(look, 0.78, 0.13, 0.015);
    look.coat = 0.04;
    look.roughness = 0.4;
  };
  return [
    box([x, 0.25, z], [2, 0.25, 2], plain([0.02, 0.02, 0.02])),
    { ...frustum([x, 0.5, z], [0, 1, 0], 7, [1.4, 0.3], stripes), texels: 24 },
  ];
}

export function stopSign(x: number, z: number): Solid[] {
  const centre = 25;
  const face: Paint = (px, py, _z, look) => {
    // The largest of four widths makes an octagon of a disc.
    const reach = Math.max(
      Math.abs(px),
      Math.abs(py),
      (Math.abs(px) + Math.abs(py)) * Math.SQRT1_2,
    );
    if (reach > 3.75) setMatte(look, 0.35, 0.35, 0.36);
    else if (reach > 3.45 || coversWord('STOP', px / 5 + 0.5, py / 2.2 + 0.5))
      setMatte(look, 0.85, 0.85, 0.84);
    else setMatte(look, 0.62, 0.012, 0.015);
    look.coat = 0.04;
    look.roughness = 0.35;
  };
  return [
    frustum([x, 0, z - 0.4], [0, 1, 0], 28.5, [0.3, 0.3], metal('aluminium', 0.4)),
    ...octagon([x, centre, z], 3.85, face),
  ];
}

/** A thin upright octagon that faces +z: painted in front, of metal behind. */
const octagon = ([cx, cy, cz]: Vec3, radius: number, paint: Paint): Solid[] =>
  ([1, -1] as const).map((facing) => ({
    paint: facing > 0 ? paint : metal('aluminium', 0.5),
    texels: 32,
    sheets: [
      {
        us: even(48),
        vs: even(48),
        size: [2 * radius, 2 * radius],
        at: (u, v) => {
          const [x, y] = [2 * u - 1, 1 - 2 * v];
          // Pulls the corners of a square in.
          const reach = Math.max(
            1,
            ((Math.abs(x) + Math.abs(y)) * Math.SQRT1_2) / Math.max(Math.abs(x), Math.abs(y), 1e-9),
          );
          const painted: Vec3 = [(radius * x) / reach, (radius * y) / reach, 0];
          return {
            painted,
            position: [cx + painted[0], cy + painted[1], cz + facing * 0.05],
            normal: () => [0, 0, facing],
          };
        },
      },
    ],
  }));

/** Crowns of leaves over a trunk. */
export function tree(
  x: number,
  z: number,
  { crowns = CROWNS, height = 34, leaf = [0.07, 0.13, 0.035] as Vec3 } = {},
): Solid[] {
  const leaves: Paint = (px, py, pz, look) => {
    const shade = 0.6 + 0.55 * fractalNoise(px * 0.5, py * 0.5, pz * 0.5 + z, 3);
    setMatte(look, leaf[0] * shade, leaf[1] * shade, leaf[2] * shade);
  };
  const trunk = frustum([x, 0, z], [0, 1, 0], height, [1.9, 1.2], plain([0.12, 0.085, 0.06]));
  return [
    trunk,
    ...crowns.map(([[dx, dy, dz], radius]) =>
      ball([x + dx, dy, z + dz], radius, leaves, {
        texels: 3,
        cells: 40,
        // Leaves stand out of a crown and leave gaps.
        grown: ([wx, wy, wz]) =>
          1 +
          0.07 * fractalNoise(wx * 5 + x, wy * 5, wz * 5 + z, 2) +
          0.06 * fractalNoise(wx * 17 + z, wy * 17, wz * 17, 2),
      }),
    ),
  ];
}

const CROWNS: readonly (readonly [Vec3, number])[] = [
  [[0, 46, 0], 15],
  [[-9, 38, 3], 11],
  [[9, 39, -2], 12],
  [[2, 36, 8], 10],
  [[-3, 57, -2], 10],
];

/** A sky that glows over the horizon. */
const evening: Painted = (dx, dy, _dz, look) => {
  const up = smoothstep(-0.02, 0.75, dy);
  const glow = (1 - smoothstep(0, 0.34, dy)) * (0.75 + 0.25 * dx);
  setMatte(
    look,
    0.2 + 0.62 * glow - 0.12 * up,
    0.27 + 0.24 * glow - 0.1 * up,
    0.46 + 0.02 * glow - 0.06 * up,
  );
};

function createSolids(): Solid[] {
  return [
    floor([-35, -130], [35, 66], 0, asphalt, 8),
    floor([-35, -720], [35, -130], 0, asphalt, 3),
    box([-85, 0.7, -300], [50, 0.7, 500], pavement, { texels: 2 }),
    box([85, 0.7, -300], [50, 0.7, 500], pavement, { texels: 2 }),
    block(-118, -180, [48, 75, 90], [0.42, 0.3, 0.24]),
    block(-112, -420, [42, 60, 140], [0.5, 0.46, 0.38]),
    block(118, -130, [46, 60, 60], [0.46, 0.44, 0.42]),
    block(114, -310, [42, 90, 105], [0.36, 0.24, 0.2]),
    block(0, -760, [190, 55, 40], [0.4, 0.38, 0.4]),
    ...tree(-52, -62),
    ...tree(-52, -170),
    ...tree(54, -120),
    ...tree(54, -250),
    ...stopSign(38, -48),
    ...car({ x: -21, z: -118, colour: [0.03, 0.1, 0.32] }),
    ...car({ x: 17, z: -150, colour: [0.66, 0.67, 0.68], away: true }),
    ...cone(-23, -13),
    ...cone(-17, -3),
    ...cone(-27, -26),
  ];
}

/** A street at dusk: the last light of the sky and one street lamp. */
export const still: Still = {
  metres: 0.1,
  camera: { position: [3, 13, 62], target: [0.5, 13.5, -40], frameHeight: 0.58 },
  white: 67,
  lights: [
    {
      name: 'street lamp',
      type: 'rectangle',
      size: [1.6, 1.6],
      spectrum: { led: { kelvin: 4000 } },
      luminance: 3600,
      position: [3.8, 8.2, -2],
      lookAt: { target: [-0.4, 0, -6.2] },
    },
  ],
  sky: { colour: evening, luminance: 100 },
  createSolids,
};

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

/** A street 7 m wide that runs away from the camera; all lengths in dm. */
export const asphalt: Paint = (x, _y, z, detailed, surface) => {
  const grain = detailed
    ? 1 +
      0.22 * fractalNoise(x * 1.9, z * 1.9, 0.5, 2) +
      0.2 * fractalNoise(x * 0.06, z * 0.03, 4.5, 3)
    : 1;
  setMatte(surface, 0.07 * grain, 0.071 * grain, 0.074 * grain);
  surface.coat = 0.03;
  surface.roughness = 0.55;
  const worn = 0.62 * (detailed ? 1 + 0.25 * fractalNoise(x * 0.8, z * 0.8, 9.5, 3) : 1);
  const isZebra = z < -26 && z > -58 && Math.abs(x) < 33 && fraction(x / 10 + 0.25) < 0.5;
  const isStopLine = z < -14 && z > -19 && x > 1.5 && x < 33;
  const isDash =
    Math.abs(x) < 0.8 &&
    (z < -72 ? fraction(z / 60) < 0.5 : z > -14 && fraction(z / 60 + 0.3) < 0.5);
  const isEdge = Math.abs(Math.abs(x) - 32.5) < 0.6 && (z < -60 || z > -24);
  if (isZebra || isStopLine || isDash || isEdge) setMatte(surface, worn, worn, worn * 0.97);
};

export const pavement: Paint = (x, _y, z, detailed, surface) => {
  const seam = Math.min(fraction(x / 6), fraction(z / 6)) < 0.035 ? 0.55 : 1;
  const grain = detailed ? 1 + 0.12 * fractalNoise(x * 0.9, z * 0.9, 2.5, 3) : 1;
  setMatte(surface, 0.29 * seam * grain, 0.28 * seam * grain, 0.26 * seam * grain);
};

/** A front with rows of windows, each floor 30 dm high. */
const front =
  (wall: Vec3, height: number): Paint =>
  (x, y, z, detailed, surface) => {
    const mottle = detailed ? 1 + 0.08 * fractalNoise((x + z) * 0.15, y * 0.15, 1.5, 3) : 1;
    setMatte(surface, wall[0] * mottle, wall[1] * mottle, wall[2] * mottle);
    const place = Math.abs(surface.nx) > 0.5 ? z : x;
    const [across, up] = [fraction(place / 24), fraction((y + height) / 30)];
    if (across > 0.28 && across < 0.72 && up > 0.3 && up < 0.82) {
      const frame =
        across < 0.31 || across > 0.69 || up < 0.33 || up > 0.79 || Math.abs(across - 0.5) < 0.012;
      if (frame) setMatte(surface, 0.5, 0.5, 0.48);
      else {
        setMatte(surface, 0.02, 0.024, 0.03);
        surface.coat = 0.12;
        surface.roughness = 0.12;
      }
    }
  };

export const block = (x: number, z: number, half: Vec3, wall: Vec3): SceneObject =>
  box([x, half[1], z], half, front(wall, half[1]));

export function cone(x: number, z: number): SceneObject {
  const stripes: Paint = (_x, y, _z, _detailed, surface) => {
    const isWhite = (y > 2.2 && y < 3.5) || (y > 4.5 && y < 5.5);
    if (isWhite) setMatte(surface, 0.82, 0.82, 0.8);
    else setMatte(surface, 0.78, 0.13, 0.015);
    surface.coat = 0.04;
    surface.roughness = 0.4;
  };
  return grouped([x, 3.5, z], 5, [
    box([x, 0.25, z], [2, 0.25, 2], plain([0.02, 0.02, 0.02])),
    frustum([x, 0.5, z], [0, 1, 0], 7, [1.4, 0.3], stripes),
  ]);
}

export function stopSign(x: number, z: number): SceneObject {
  const centre = 25;
  const face: Paint = (px, py, _z, _detailed, surface) => {
    // The largest of four widths makes an octagon of a disc.
    const reach = Math.max(
      Math.abs(px),
      Math.abs(py),
      (Math.abs(px) + Math.abs(py)) * Math.SQRT1_2,
    );
    if (reach > 3.75) setMatte(surface, 0.35, 0.35, 0.36);
    else if (reach > 3.45 || coversWord('STOP', px / 5 + 0.5, py / 2.2 + 0.5))
      setMatte(surface, 0.85, 0.85, 0.84);
    else setMatte(surface, 0.62, 0.012, 0.015);
    surface.coat = 0.04;
    surface.roughness = 0.35;
  };
  const disc = octagon([x, centre, z], 3.85, face);
  return grouped([x, 15, z], 17, [
    frustum([x, 0, z - 0.4], [0, 1, 0], 28.5, [0.3, 0.3], plain([0.42, 0.43, 0.44], 0.2, 0.35)),
    disc,
  ]);
}

/** A thin upright octagon that faces +z. */
function octagon([cx, cy, cz]: Vec3, radius: number, paint: Paint): SceneObject {
  const sheet = box([cx, cy, cz], [radius, radius, 0.05], paint);
  const isOutside = (x: number, y: number): boolean =>
    (Math.abs(x - cx) + Math.abs(y - cy)) * Math.SQRT1_2 > radius;
  return {
    intersect(ray, hit) {
      const t = (cz + 0.05 - ray.oz) / ray.dz;
      return !isOutside(ray.ox + ray.dx * t, ray.oy + ray.dy * t) && sheet.intersect(ray, hit);
    },
    blocks(ray, limit) {
      const t = (cz + 0.05 - ray.oz) / ray.dz;
      return !isOutside(ray.ox + ray.dx * t, ray.oy + ray.dy * t) && sheet.blocks(ray, limit);
    },
    describe(ray, hit, detailed, surface) {
      sheet.describe(ray, hit, detailed, surface);
    },
  };
}

export function tree(x: number, z: number): SceneObject {
  const leaves: Paint = (px, py, pz, detailed, surface) => {
    const shade = 0.6 + 0.55 * fractalNoise(px * 0.5, py * 0.5, pz * 0.5 + z, 3);
    setMatte(surface, 0.07 * shade, 0.13 * shade, 0.035 * shade);
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
    [[0, 46, 0], 15],
    [[-9, 38, 3], 11],
    [[9, 39, -2], 12],
    [[2, 36, 8], 10],
    [[-3, 57, -2], 10],
  ];
  return grouped([x, 35, z], 38, [
    frustum([x, 0, z], [0, 1, 0], 34, [1.9, 1.2], plain([0.12, 0.085, 0.06])),
    ...crowns.map(([[dx, dy, dz], radius]) => ball([x + dx, dy, z + dz], radius, leaves)),
  ]);
}

function createObjects(): SceneObject[] {
  return [
    plane([0, 0, 0], [0, 1, 0], asphalt),
    box([-85, 0.7, -300], [50, 0.7, 500], pavement),
    box([85, 0.7, -300], [50, 0.7, 500], pavement),
    block(-118, -180, [48, 75, 90], [0.42, 0.3, 0.24]),
    block(-112, -420, [42, 60, 140], [0.5, 0.46, 0.38]),
    block(118, -130, [46, 60, 60], [0.46, 0.44, 0.42]),
    block(114, -310, [42, 90, 105], [0.36, 0.24, 0.2]),
    block(0, -760, [190, 55, 40], [0.4, 0.38, 0.4]),
    tree(-52, -62),
    tree(-52, -170),
    tree(54, -120),
    tree(54, -250),
    stopSign(38, -48),
    car({ x: -21, z: -118, colour: [0.03, 0.1, 0.32] }),
    car({ x: 17, z: -150, colour: [0.66, 0.67, 0.68], away: true }),
    cone(-23, -13),
    cone(-17, -3),
    cone(-27, -26),
  ];
}

/** A street at dusk: the last light of the sky and one street lamp. */
export const still: Still = {
  camera: {
    position: [3, 13, 62],
    target: [0.5, 13.5, -40],
    frameHeight: 0.58,
    focus: 120,
    lensRadius: 0.02,
  },
  exposure: 1.5,
  lighting: {
    lamp: createAreaLight({
      centre: [38, 82, -20],
      target: [-4, 0, -62],
      width: 16,
      height: 16,
      shine: (_u, _v, light) => {
        light.red = 46;
        light.green = 33;
        light.blue = 19;
      },
    }),
    surroundings: (dx, dy, _dz, out) => {
      const up = smoothstep(-0.02, 0.75, dy);
      const glow = (1 - smoothstep(0, 0.34, dy)) * (0.75 + 0.25 * dx);
      out.red = 0.2 + 0.62 * glow - 0.12 * up;
      out.green = 0.27 + 0.24 * glow - 0.1 * up;
      out.blue = 0.46 + 0.02 * glow - 0.06 * up;
    },
  },
  createObjects,
};

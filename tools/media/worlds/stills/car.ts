import { metal, plain, setMatte, type Look } from '../paint.ts';
import { even, frustum, normalOf, type Solid } from '../solids.ts';
import type { Vec3 } from '../vector.ts';

/** Half length, half width, height of the underside and of the belt line, dm. */
const LENGTH = 21;
const WIDTH = 8.8;
const UNDERSIDE = 2.2;
const BELT = 9.3;
const AXLE = 13.2;
const WHEEL = 3.15;
/** Height of the outline along the car, from its tail (-1) to its nose (1). */
const OUTLINE: readonly (readonly [place: number, height: number])[] = [
  [-1, 5],
  [-0.985, 8.5],
  [-0.93, 10.2],
  [-0.8, 12.8],
  [-0.55, 14.2],
  [-0.2, 14.6],
  [0.05, 14.2],
  [0.2, 13.2],
  [0.46, 9.9],
  [0.6, 9.2],
  [0.85, 8.1],
  [0.95, 6.8],
  [1, 4.6],
];

function heightAt(place: number): number {
  const next = Math.max(
    1,
    OUTLINE.findIndex(([end]) => end >= place),
  );
  const [[a, low], [b, high]] = [OUTLINE[next - 1]!, OUTLINE[next]!];
  const share = (place - a) / (b - a);
  return low + (high - low) * share;
}

/** Smooths the corners of the outline. */
const roof = (place: number): number =>
  [-0.06, -0.03, 0, 0.03, 0.06].reduce(
    (sum, step) => sum + heightAt(Math.min(1, Math.max(-1, place + step))),
    0,
  ) / 5;

/** Where a car stands, dm; nose towards +z, or towards -z when `away`. */
interface Parked {
  readonly x: number;
  readonly z: number;
  readonly colour: Vec3;
  readonly away?: boolean;
}

/** A small car; lengths in dm. */
export function car({ x, z, colour, away = false }: Parked): Solid[] {
  const facing = away ? -1 : 1;
  const spot = (u: number, v: number): Vec3 => {
    const place = 2 * v - 1;
    const angle = -2 * Math.PI * u;
    const top = roof(place);
    const end = (1 - Math.abs(place) ** 14) ** 0.25;
    const bottom = UNDERSIDE + 1.5 * Math.abs(place) ** 12;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const y =
      (top + bottom) / 2 +
      ((top - bottom) / 2) * Math.sign(s) * Math.abs(s) ** 0.62 * (0.25 + 0.75 * end);
    const tuck = 1 - 0.24 * Math.max(0, (y - BELT) / 5);
    const half = WIDTH * (0.82 + 0.18 * Math.sqrt(Math.max(0, 1 - Math.abs(place) ** 6))) * end;
    return [half * tuck * Math.sign(c) * Math.abs(c) ** 0.45, y, LENGTH * place];
  };
  const turned = ([px, py, pz]: Vec3): Vec3 => [facing * px, py, facing * pz];
  const paint = bodyPaint(colour);
  const body: Solid = {
    paint: (px, py, pz, look) => paint(Math.abs(px), py, pz, look),
    texels: 12,
    sheets: [
      {
        us: even(96),
        vs: even(160),
        size: [56, 2 * LENGTH],
        at: (u, v) => {
          const painted = spot(u, v);
          const [px, py, pz] = turned(painted);
          return {
            painted,
            position: [x + px, py, z + pz],
            normal: () => turned(normalOf(spot, u, v)),
          };
        },
      },
    ],
  };
  const wheels = [-1, 1].flatMap((side) =>
    [-AXLE, AXLE].flatMap((along) => wheel(x, z + facing * along, side)),
  );
  return [body, ...wheels];
}

/** A tyre and its rim on one side, -1 or 1, of a car whose middle is at `x`. */
const wheel = (x: number, z: number, side: number): Solid[] => [
  frustum(
    [x + side * (WIDTH - 1.9), WHEEL, z],
    [side, 0, 0],
    2,
    [WHEEL, WHEEL],
    plain([0.016, 0.016, 0.017], 0.03, 0.5),
  ),
  frustum(
    [x + side * (WIDTH - 0.4), WHEEL, z],
    [side, 0, 0],
    0.55,
    [1.9, 1.5],
    metal('aluminium', 0.35),
  ),
];

/**
 * Paint, windows, lights and plates at a point: distance from the middle plane, height, and
 * distance towards the nose.
 */
const bodyPaint =
  (colour: Vec3) =>
  (across: number, height: number, along: number, look: Look): void => {
    const place = along / LENGTH;
    setMatte(look, ...colour);
    look.coat = 0.06;
    look.roughness = 0.16;
    const isSide = across > WIDTH * 0.7;
    const glass =
      (isSide &&
        height > BELT + 0.3 &&
        height < 13.5 &&
        place > -0.72 &&
        place < 0.3 - (height - BELT) * 0.045 &&
        Math.abs(place + 0.22) > 0.025) ||
      (!isSide &&
        height > BELT + 0.5 &&
        height < 13.6 &&
        ((place > 0.14 && across < 6) || (place < -0.72 && across < 5.6)));
    if (glass) {
      setMatte(look, 0.012, 0.014, 0.017);
      look.coat = 0.09;
      look.roughness = 0.1;
    }
    const axle = Math.min(
      Math.hypot(along - AXLE, height - WHEEL),
      Math.hypot(along + AXLE, height - WHEEL),
    );
    if ((isSide && axle < 3.9) || height < 3.1) setMatte(look, 0.012, 0.012, 0.013);
    if (place > 0.86 && across > 4.3 && across < 7.8 && height > 6 && height < 7.4) {
      setMatte(look, 0.85, 0.86, 0.85);
      look.coat = 0.3;
    }
    if (place < -0.93 && across > 5 && across < 8 && height > 6.8 && height < 8.6)
      setMatte(look, 0.5, 0.01, 0.008);
    if (Math.abs(place) > 0.93 && across < 4.2 && height > 4.3 && height < 5.5)
      setMatte(look, 0.015, 0.015, 0.016);
    if (Math.abs(place) > 0.93 && across < 2.5 && height > 3.3 && height < 4.2)
      setMatte(look, 0.7, 0.7, 0.68);
  };

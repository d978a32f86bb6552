import { smoothstep } from './scalar.ts';
import type { Ray } from './surface.ts';
import { type Vec3, cross, dot, normalize, scale, subtract } from './vector.ts';

/** Centre of the window, cm. */
const CENTRE: Vec3 = [-41, 26, 12];
/** The window faces this point, but stands upright. */
const TARGET: Vec3 = [2, 26, -4];
const WIDTH = 28;
const HEIGHT = 34;
/** Width of the glazing bars and their number of gaps across and upwards. */
const BAR = 1.5;
const PANES_ACROSS = 2;
const PANES_UP = 3;
/** Radiance of the overcast sky behind the panes, linear sRGB primaries, relative units. */
const SKY: Vec3 = [12.6, 13.0, 13.3];

const NORMAL = normalize(subtract(TARGET, CENTRE));
const ACROSS = normalize(cross([0, 1, 0], NORMAL));
const UPWARD = cross(NORMAL, ACROSS);
const CORNER = subtract(subtract(CENTRE, scale(ACROSS, WIDTH / 2)), scale(UPWARD, HEIGHT / 2));
const DEPTH = dot(NORMAL, CENTRE);

/** Density of the points that `pointOnWindow` picks, per cm^2. */
const POINT_DENSITY = 1 / (WIDTH * HEIGHT);

/** Light from one point of the window. */
export interface WindowLight {
  /** The point, cm. */
  x: number;
  y: number;
  z: number;
  /** Radiance towards the room. */
  red: number;
  green: number;
  blue: number;
}

/** Radiance at the window coordinates `u`, `v` (0..1, from the lower corner) into `light`. */
function shine(u: number, v: number, light: WindowLight): void {
  const x = u * WIDTH;
  const y = v * HEIGHT;
  const paneWidth = WIDTH / PANES_ACROSS;
  const paneHeight = HEIGHT / PANES_UP;
  const inX = Math.abs(x - paneWidth * Math.round(x / paneWidth)) - BAR / 2;
  const inY = Math.abs(y - paneHeight * Math.round(y / paneHeight)) - BAR / 2;
  // The bars are painted white and catch a little light from the room.
  const glass = Math.min(inX, inY) > 0 ? 1 : 0.06;
  // The lower panes look at trees and houses, the upper ones at the open sky.
  const height = 0.62 + 0.5 * smoothstep(0.02, 0.75, v);
  const garden = smoothstep(0.3, 0.05, v);
  const strength = glass * height;
  light.red = SKY[0] * strength * (1 - 0.3 * garden);
  light.green = SKY[1] * strength * (1 - 0.2 * garden);
  light.blue = SKY[2] * strength * (1 - 0.4 * garden);
}

/** Picks a point of the window with the uniform numbers `u` and `v`, 0..1. */
export function pointOnWindow(u: number, v: number, light: WindowLight): void {
  light.x = CORNER[0] + ACROSS[0] * WIDTH * u + UPWARD[0] * HEIGHT * v;
  light.y = CORNER[1] + ACROSS[1] * WIDTH * u + UPWARD[1] * HEIGHT * v;
  light.z = CORNER[2] + ACROSS[2] * WIDTH * u + UPWARD[2] * HEIGHT * v;
  shine(u, v, light);
}

/**
 * Density per steradian of picking a window point that lies `distance` cm away in the direction
 * `(dx, dy, dz)`; 0 from behind.
 */
export function windowDensity(dx: number, dy: number, dz: number, distance: number): number {
  const cosine = -(dx * NORMAL[0] + dy * NORMAL[1] + dz * NORMAL[2]);
  return cosine <= 1e-6 ? 0 : (POINT_DENSITY * distance * distance) / cosine;
}

/** Distance at which the ray meets the lit side of the window, with its light; -1 for none. */
export function meetWindow(ray: Ray, light: WindowLight): number {
  const cosine = ray.dx * NORMAL[0] + ray.dy * NORMAL[1] + ray.dz * NORMAL[2];
  if (cosine >= -1e-6) return -1;
  const t = (DEPTH - (ray.ox * NORMAL[0] + ray.oy * NORMAL[1] + ray.oz * NORMAL[2])) / cosine;
  if (t <= 0) return -1;
  const x = ray.ox + ray.dx * t - CORNER[0];
  const y = ray.oy + ray.dy * t - CORNER[1];
  const z = ray.oz + ray.dz * t - CORNER[2];
  const u = (x * ACROSS[0] + y * ACROSS[1] + z * ACROSS[2]) / WIDTH;
  const v = (x * UPWARD[0] + y * UPWARD[1] + z * UPWARD[2]) / HEIGHT;
  if (u < 0 || u > 1 || v < 0 || v > 1) return -1;
  shine(u, v, light);
  return t;
}

/** A light record to fill. */
export function createWindowLight(): WindowLight {
  return { x: 0, y: 0, z: 0, red: 0, green: 0, blue: 0 };
}

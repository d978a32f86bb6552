import { createAreaLight } from './area-light.ts';
import { smoothstep } from './scalar.ts';
import type { Vec3 } from './vector.ts';

const WIDTH = 28;
const HEIGHT = 34;
/** Width of the glazing bars and their number of gaps across and upwards. */
const BAR = 1.5;
const PANES_ACROSS = 2;
const PANES_UP = 3;
/** Radiance of the overcast sky behind the panes, linear sRGB primaries, relative units. */
const SKY: Vec3 = [12.6, 13.0, 13.3];

/** The window at the left, upright. */
export const windowLight = createAreaLight({
  centre: [-41, 26, 12],
  target: [2, 26, -4],
  width: WIDTH,
  height: HEIGHT,
  shine(u, v, light) {
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
  },
});

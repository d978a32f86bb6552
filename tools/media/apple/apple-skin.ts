import { createSpot, fractalNoise, nearestSpot, noise } from './noise.ts';
import { lerp, smoothstep } from './scalar.ts';
import type { Skin } from './star-object.ts';
import { bendNormal, setMatte } from './surface.ts';
import { type Vec3, mix, normalize } from './vector.ts';

/** How an apple is coloured. Reflectances are linear sRGB primaries, 0..1. */
export interface AppleColours {
  /** Ground colour of the ripe and of the unripe parts. */
  readonly ripe: Vec3;
  readonly unripe: Vec3;
  /** Direction of the sunny side in the apple's own frame, and how red it is, about 0..1.5. */
  readonly sunny: Vec3;
  readonly blush: number;
  /** Lifts or lowers the redness all over. */
  readonly cover: number;
}

/** The red apple in front. */
export const RED_APPLE: AppleColours = {
  ripe: [0.76, 0.6, 0.13],
  unripe: [0.55, 0.58, 0.13],
  sunny: [0.9, 0.3, 0.35],
  blush: 1,
  cover: 0.0,
};

/** The green apple behind. */
export const GREEN_APPLE: AppleColours = {
  ripe: [0.5, 0.58, 0.1],
  unripe: [0.33, 0.5, 0.07],
  sunny: [-0.8, 0.3, 0.4],
  blush: 0.12,
  cover: -0.15,
};

/** What one unit of the red pigment absorbs per channel: Beer's law over the ground colour. */
const PIGMENT: Vec3 = [0.22, 2.75, 2.1];
const RUSSET: Vec3 = [0.3, 0.2, 0.08];
const LENTICEL: Vec3 = [0.78, 0.62, 0.36];
/** Lenticels per cm. */
const SPOTS = 2.7;

/** Paints an apple: ground colour, red streaks from pole to pole, lenticels and russet cavity. */
export function createAppleSkin(colours: AppleColours): Skin {
  const sunny = normalize(colours.sunny);
  const spot = createSpot();

  return (x, y, z, detailed, surface) => {
    const r = Math.sqrt(x * x + y * y + z * z);
    const dx = x / r;
    const dy = y / r;
    const dz = z / r;
    const across = Math.sqrt(dx * dx + dz * dz) + 1e-6;
    const cosine = dx / across;
    const sine = dz / across;

    const broad = noise(x * 0.33 + 3.1, y * 0.33, z * 0.33 + 7.7);
    const facing = dx * sunny[0] + dy * sunny[1] + dz * sunny[2];
    const cavity = smoothstep(0.9, 0.975, dy);
    const calyx = smoothstep(-0.72, -0.98, dy);
    const cover = colours.cover + 0.42 + 0.5 * facing + 0.3 * broad - 0.75 * cavity - 0.45 * calyx;

    let streaks = 0;
    let fine = 0;
    if (colours.blush > 0.3) {
      const sway = 0.5 * noise(x * 0.5, y * 0.5, z * 0.5);
      streaks =
        noise(cosine * 7 + sway, sine * 7, dy * 1.1 + 4) +
        0.8 * noise(cosine * 17, sine * 17 + sway, dy * 1.7 + 9);
      if (detailed) {
        fine =
          0.7 * noise(cosine * 36, sine * 36, dy * 2.6) +
          0.5 * noise(cosine * 75, sine * 75, dy * 6) +
          0.25 * fractalNoise(x * 6, y * 6, z * 6, 2);
      }
    }
    const wash = smoothstep(0.02, 0.85, cover + 0.1 * streaks);
    const stripe = smoothstep(-0.15, 0.75, cover - 0.22 + 0.42 * streaks + 0.28 * fine);
    const pigment = colours.blush * (0.46 * wash + 0.72 * stripe + 0.1 * wash * fine);

    const greenness = smoothstep(-0.4, 0.7, 0.75 * cavity - 0.5 * facing + 0.5 * broad);
    const ground = mix(colours.ripe, colours.unripe, greenness);
    let red = ground[0] * Math.exp(-PIGMENT[0] * pigment);
    let green = ground[1] * Math.exp(-PIGMENT[1] * pigment);
    let blue = ground[2] * Math.exp(-PIGMENT[2] * pigment);

    const rough = 0.5 * noise(x * 2.2, y * 2.2, z * 2.2) + 0.5 * noise(x * 7, y * 7, z * 7);
    const russet = 0.85 * smoothstep(0.955, 0.992, dy + 0.02 * rough + 0.012 * streaks);
    red = lerp(red, RUSSET[0], russet);
    green = lerp(green, RUSSET[1], russet);
    blue = lerp(blue, RUSSET[2], russet);

    if (detailed) {
      // Crowded and small towards the calyx, sparse and larger on the shoulders.
      const density = SPOTS * (1 + 0.5 * smoothstep(0.2, -0.9, dy));
      nearestSpot(x * SPOTS, y * density, z * SPOTS, spot);
      // Spots are scattered in space; each one is seen where it projects to the skin.
      const { nx, ny, nz } = surface;
      const off = spot.x * nx + spot.y * ny + spot.z * nz;
      const distance = Math.sqrt(Math.max(0, spot.distance * spot.distance - off * off)) / SPOTS;
      const size = 0.014 + 0.03 * spot.first * spot.first;
      const shown = spot.second < 0.6 ? 1 : 0;
      const dot = shown * (1 - smoothstep(size * 0.5, size * 1.25, distance)) * (1 - russet);
      const strength = dot * (0.3 + 0.4 * spot.second);
      red = lerp(red, LENTICEL[0] * (0.55 + red), strength);
      green = lerp(green, LENTICEL[1] * (0.6 + green), strength);
      blue = lerp(blue, LENTICEL[2] * (0.7 + blue), strength);
    }

    setMatte(surface, red, green, blue);
    surface.subsurface = 0.55;
    surface.coat = 0.05 * (1 - 0.7 * russet);
    const bloom = 0.5 + 0.5 * noise(x * 0.7 + 20, y * 0.7, z * 0.7);
    surface.roughness = 0.145 + 0.06 * bloom + 0.25 * russet;
    if (detailed) {
      const slow = 0.016;
      const quick = 0.011;
      bendNormal(
        surface,
        slow * noise(x * 0.8, y * 0.8, z * 0.8) + quick * noise(x * 5, y * 5, z * 5 + 40),
        slow * noise(x * 0.8 + 31, y * 0.8, z * 0.8) + quick * noise(x * 5 + 31, y * 5, z * 5),
        slow * noise(x * 0.8, y * 0.8 + 57, z * 0.8) + quick * noise(x * 5, y * 5 + 57, z * 5),
      );
    }
  };
}

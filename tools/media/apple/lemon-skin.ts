import { applyRelief } from './bump.ts';
import { createSpot, nearestSpot, noise } from './noise.ts';
import { lerp, smoothstep } from './scalar.ts';
import type { Skin } from './star-object.ts';
import { setMatte } from './surface.ts';

const PITS_PER_CM = 4.2;

/** Paints a lemon: waxy yellow with pits, a little greener at the tips. */
export function createLemonSkin(): Skin {
  const spot = createSpot();
  const relief = (x: number, y: number, z: number): number => {
    nearestSpot(x * PITS_PER_CM, y * PITS_PER_CM, z * PITS_PER_CM, spot);
    const pit = 1 - smoothstep(0, 0.5, spot.distance);
    return -0.02 * pit * (0.4 + spot.first) + 0.05 * noise(x * 0.9, y * 0.9, z * 0.9);
  };
  return (x, y, z, detailed, surface) => {
    const tip = smoothstep(2.6, 4.2, Math.abs(y));
    const broad = noise(x * 0.4, y * 0.4, z * 0.4 + 5);
    const green = smoothstep(0.1, 1, 0.7 * tip + 0.35 * broad);
    setMatte(surface, lerp(0.82, 0.52, green), lerp(0.58, 0.5, green), lerp(0.045, 0.06, green));
    surface.subsurface = 0.6;
    surface.coat = 0.04;
    surface.roughness = 0.38;
    if (detailed) applyRelief(surface, relief, [x, y, z], 0.02);
  };
}

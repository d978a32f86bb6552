import { createMeshObject } from './mesh-object.ts';
import { gridMesh } from './mesh.ts';
import { fractalNoise, noise } from './noise.ts';
import { fraction, lerp, smoothstep } from './scalar.ts';
import { type SceneObject, setMatte } from './surface.ts';
import { type Vec3, cross, normalize } from './vector.ts';

/** Where a leaf grows, in the world. */
export interface LeafPlacement {
  /** Where the stalk begins, cm. */
  readonly base: Vec3;
  /** Direction from the base to the tip, and roughly upwards from its face. */
  readonly along: Vec3;
  readonly face: Vec3;
  /** Length of the blade and greatest half width, cm. */
  readonly length: number;
  readonly halfWidth: number;
}

const STALK = 0.16;

/**
 * A single apple leaf with a stalk, folded along its midrib and lightly curled; it lets light
 * through.
 */
export function createLeaf(placement: LeafPlacement): SceneObject {
  const along = normalize(placement.along);
  const side = normalize(cross(along, placement.face));
  const face = cross(side, along);
  const { base, length, halfWidth } = placement;
  const mesh = gridMesh(110, 44, (u, v) => {
    const s = v * 2 - 1;
    const blade = Math.max(0, (u - STALK) / (1 - STALK));
    const outline = blade > 0 ? Math.pow(Math.sin(Math.PI * Math.pow(blade, 0.82)), 0.75) : 0;
    const tip = 1 - smoothstep(0.8, 1, blade) * 0.45;
    const teeth = 1 - 0.045 * fraction(blade * 23) * smoothstep(0.6, 1, Math.abs(s));
    const width = 0.045 * (1 - 0.6 * blade) + halfWidth * outline * tip * teeth;
    const distance = length * (u - 0.03);
    const off = s * width;
    const fold = 0.4 * Math.abs(off) - 0.1 * off * off;
    const curl = 0.55 * length * blade * blade * 0.42;
    const waves = 0.09 * Math.sin(blade * 15 + (s > 0 ? 0 : 1.6)) * Math.abs(s) * outline;
    const height = fold + waves - curl + 0.5 * u;
    const twist = 0.25 * blade * off;
    return [
      base[0] + along[0] * distance + side[0] * off + face[0] * (height + twist),
      base[1] + along[1] * distance + side[1] * off + face[1] * (height + twist),
      base[2] + along[2] * distance + side[2] * off + face[2] * (height + twist),
    ];
  });
  return createMeshObject(mesh, ({ u, v, x, y, z }, detailed, surface) => {
    const s = Math.abs(v * 2 - 1);
    const blade = Math.max(0, (u - STALK) / (1 - STALK));
    const rib = 1 - smoothstep(0.02, 0.07, s * Math.sin(Math.PI * Math.min(0.9, blade + 0.1)));
    const vein = Math.abs(fraction(blade * 9 - s * 1.5 + (v > 0.5 ? 0.5 : 0)) - 0.5) * 2;
    const veins = Math.max(rib, 0.6 * (1 - smoothstep(0.0, 0.16, vein)) * (1 - 0.5 * s));
    const mottle = detailed ? fractalNoise(x * 3, y * 3, z * 3, 3) : 0;
    const age = 0.5 + 0.5 * noise(x * 0.6, y * 0.6, z * 0.6 + 9);
    const tone = 1 + 0.3 * mottle;
    const stalk = u < STALK ? 1 : 0;
    setMatte(
      surface,
      lerp(lerp(0.06, 0.11, age), 0.24, Math.max(0.55 * veins, stalk)) * tone,
      lerp(lerp(0.16, 0.2, age), 0.33, Math.max(0.55 * veins, stalk)) * tone,
      lerp(0.026, 0.09, Math.max(0.5 * veins, stalk)) * tone,
    );
    if (stalk === 0) {
      surface.throughRed = 0.11 * (1 - 0.5 * veins) * tone;
      surface.throughGreen = 0.2 * (1 - 0.5 * veins) * tone;
      surface.throughBlue = 0.012 * tone;
    }
    surface.coat = 0.035;
    surface.roughness = 0.34;
  });
}

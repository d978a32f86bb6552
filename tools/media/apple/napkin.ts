import { createMeshObject } from './mesh-object.ts';
import { gridMesh } from './mesh.ts';
import { fractalNoise, noise } from './noise.ts';
import { clamp, lerp, smoothstep } from './scalar.ts';
import { type SceneObject, bendNormal, setMatte } from './surface.ts';

const LENGTH = 21;
const BREADTH = 15;
const THREADS_PER_CM = 9;

/** A napkin of blue linen, folded twice, lying round `(x, z)` and turned by `turn` radians. */
export function createNapkin(x: number, z: number, turn: number): SceneObject {
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  /** Crowds the grid lines at the edges, where the cloth bends over. */
  const crowd = (t: number): number => t - Math.sin(2 * Math.PI * t) * 0.13;
  const roundEdge = (distance: number, width: number): number => {
    const t = clamp(distance / width, 0, 1);
    return Math.sqrt(1 - (1 - t) * (1 - t));
  };
  const mesh = gridMesh(220, 170, (u, v) => {
    const a = crowd(u) * LENGTH;
    const b = crowd(v) * BREADTH;
    const edge = Math.min(a, LENGTH - a, b, BREADTH - b);
    // Two layers underneath, and a flap on top whose fold runs across at an angle.
    const fold = a * 0.35 + b - 7.4 + 0.25 * noise(a * 0.3, 3, 1);
    const top = fold > 0 ? roundEdge(fold, 0.32) : 0;
    const waves =
      0.16 * noise(a * 0.16, b * 0.16, 5) +
      0.05 * noise(a * 0.5, b * 0.42, 9) +
      0.07 * Math.max(0, noise(a * 0.22 + b * 0.3, b * 0.05, 2));
    const inside = smoothstep(0, 1.6, edge);
    const height = 0.42 * roundEdge(edge, 0.3) + 0.34 * top * roundEdge(edge, 0.4);
    const px = a - LENGTH / 2 + 0.16 * noise(b * 0.35, 7, a > LENGTH / 2 ? 1 : 5);
    const pz = b - BREADTH / 2 + 0.16 * noise(a * 0.35, 17, b > BREADTH / 2 ? 1 : 5);
    return [x + px * c + pz * s, 0.005 + height + waves * inside, z - px * s + pz * c];
  });
  return createMeshObject(mesh, ({ u, v }, detailed, surface) => {
    const flat = smoothstep(0.5, 0.95, Math.abs(surface.ny));
    const a = crowd(u) * LENGTH;
    const b = crowd(v) * BREADTH;
    let weave = 0;
    let tiltA = 0;
    let tiltB = 0;
    let slub = 0;
    if (detailed) {
      const ta = a * THREADS_PER_CM * Math.PI;
      const tb = b * THREADS_PER_CM * Math.PI;
      weave = Math.sin(ta) * Math.sin(tb);
      tiltA = 0.16 * Math.cos(ta) * Math.sin(tb);
      tiltB = 0.16 * Math.sin(ta) * Math.cos(tb);
      slub = noise(a * 0.8, b * THREADS_PER_CM, 21) + noise(a * THREADS_PER_CM, b * 0.8, 33);
    }
    const worn = 0.12 * fractalNoise(a * 0.4, b * 0.4, 50, 3);
    const tone = 1 + flat * (0.16 * slub + 0.1 * weave) + worn;
    const hem = Math.min(a, LENGTH - a, b, BREADTH - b);
    const stitch = Math.abs(hem - 1.1) < 0.05 && Math.sin((a + b) * 14) > -0.3 ? 1 : 0;
    setMatte(
      surface,
      lerp(0.1, 0.5, stitch) * tone,
      lerp(0.18, 0.5, stitch) * tone,
      lerp(0.29, 0.5, stitch) * tone,
    );
    surface.coat = 0.015;
    surface.roughness = 0.75;
    if (detailed) {
      bendNormal(surface, flat * (tiltA * c + tiltB * s), 0, flat * (tiltB * c - tiltA * s));
    }
  });
}

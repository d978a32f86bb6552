import { createMeshObject } from './mesh-object.ts';
import { gridMesh } from './mesh.ts';
import { fractalNoise, noise } from './noise.ts';
import { type Placement, toWorld } from './placement.ts';
import { bell, lerp, smoothstep } from './scalar.ts';
import { type SceneObject, setMatte } from './surface.ts';
import type { Vec3 } from './vector.ts';

/** A point on the middle line of the stem, `t` 0 (in the cavity) .. 1 (cut end), apple's frame. */
export function stemLine(bottom: number, t: number): Vec3 {
  return [0.15 * t + 0.62 * t * t * t, bottom - 0.12 + 3.15 * t, -0.25 * t + 0.2 * t * t];
}

/** The woody stem of an apple placed by `placement`; `bottom` is the height of its cavity. */
export function createStem(placement: Placement, bottom: number): SceneObject {
  const mesh = gridMesh(28, 64, (u, v) => {
    const t = Math.min(v / 0.95, 1);
    const cap = v > 0.95 ? Math.sqrt(Math.max(0, 1 - ((v - 0.95) / 0.05) ** 2)) : 1;
    const angle = 2 * Math.PI * u;
    const knots = 0.012 * noise(Math.cos(angle) * 2, Math.sin(angle) * 2, t * 9);
    const radius =
      cap *
      (0.125 + 0.1 * bell(t, 1, 0.14) + 0.09 * bell(t, 0, 0.1) + knots - 0.02 * bell(t, 0.5, 0.3));
    const [x, y, z] = stemLine(bottom, t);
    const rise = v > 0.95 ? 0.05 * ((v - 0.95) / 0.05) : 0;
    return toWorld(placement, [
      x + radius * Math.cos(angle),
      y + rise,
      z + radius * Math.sin(angle),
    ]);
  });
  return createMeshObject(mesh, ({ u, v, x, y, z }, detailed, surface) => {
    const angle = 2 * Math.PI * u;
    const bark =
      0.5 +
      0.5 * noise(Math.cos(angle) * 3, Math.sin(angle) * 3, v * 7) +
      (detailed ? 0.35 * fractalNoise(x * 9, y * 5, z * 9, 3) : 0);
    const fresh = 1 - smoothstep(0.1, 0.7, v);
    const end = smoothstep(0.93, 0.97, v);
    const tone = lerp(0.55 + 0.55 * bark, 0.5, end);
    setMatte(
      surface,
      lerp(0.16, 0.2, fresh) * tone,
      lerp(0.095, 0.19, fresh) * tone,
      lerp(0.05, 0.05, fresh) * tone,
    );
    surface.coat = 0.03;
    surface.roughness = 0.55;
  });
}

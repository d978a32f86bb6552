import { createMeshObject } from './mesh-object.ts';
import { gridMesh } from './mesh.ts';
import { type ProfilePoint, sampleProfile } from './profile.ts';
import { smoothstep } from './scalar.ts';
import { type SceneObject, setMatte } from './surface.ts';

/** Half profile from the underside over the foot and the rim to the middle of the inside. */
const PROFILE: readonly ProfilePoint[] = [
  [0, 0.35],
  [1.4, 0.35],
  [2.3, 0.3],
  [2.5, 0],
  [2.75, -0.02],
  [3.0, 0.2],
  [3.5, 0.65],
  [4.5, 1.5],
  [5.3, 2.8],
  [5.8, 4.2],
  [5.98, 4.95],
  [6.06, 5.2],
  [5.92, 5.34],
  [5.76, 5.2],
  [5.68, 4.9],
  [5.5, 4.2],
  [5.0, 2.9],
  [4.2, 1.75],
  [3.2, 0.95],
  [1.8, 0.6],
  [0, 0.5],
];

/** A white stoneware bowl with a blue rim, standing at `(x, z)`; `size` 1 is 12 cm wide. */
export function createBowl(x: number, z: number, size: number): SceneObject {
  const profile = sampleProfile(PROFILE, 6);
  const mesh = gridMesh(120, profile.length - 1, (u, v) => {
    const at = v * (profile.length - 1);
    const index = Math.min(Math.floor(at), profile.length - 2);
    const [r0, y0] = profile[index]!;
    const [r1, y1] = profile[index + 1]!;
    const radius = r0 + (r1 - r0) * (at - index);
    const height = y0 + (y1 - y0) * (at - index);
    const angle = 2 * Math.PI * u;
    return [
      x + size * radius * Math.cos(angle),
      size * height + 0.02,
      z - size * radius * Math.sin(angle),
    ];
  });
  return createMeshObject(mesh, ({ y }, _detailed, surface) => {
    const height = y / size;
    const rim = smoothstep(4.62, 4.68, height) * (1 - 0.25 * smoothstep(5.05, 5.2, height));
    setMatte(
      surface,
      0.76 + (0.03 - 0.76) * rim,
      0.76 + (0.09 - 0.76) * rim,
      0.745 + (0.3 - 0.745) * rim,
    );
    surface.coat = 0.045;
    surface.roughness = 0.24;
  });
}

import type { Vector } from '../document/world-document.ts';
import type { SurfacePoint } from '../geometry/posed-world.ts';
import { mappedNormal } from '../geometry/surface-point.ts';
import type { Texture } from '../spectra/texture.ts';

/** The normal that a map gives, in the world. */
export function normalOf(map: Texture, scale: number): (at: SurfacePoint) => Vector {
  return (at) => {
    const [red = 0, green = 0, blue = 1] = map.at(map.set === 1 ? at.otherUv : at.uv);
    return mappedNormal(at.shading, at.tangent, at.handed, [
      scale * (2 * red - 1),
      scale * (2 * green - 1),
      2 * blue - 1,
    ]);
  };
}

import type { AreaLight } from './area-light.ts';
import type { CameraSettings } from './camera.ts';
import type { Reflected } from './reflectance.ts';
import type { SceneObject } from './surface.ts';

/** Where light comes from. */
export interface Lighting {
  readonly lamp: AreaLight;
  /** Radiance of everything else in the unit direction `(dx, dy, dz)`, into the colour of `out`. */
  readonly surroundings: (dx: number, dy: number, dz: number, out: Reflected) => void;
}

/**
 * A scene ready to be rendered; a module that `renderFilm` loads in its threads exports one as
 * `still`.
 */
export interface Still {
  readonly camera: CameraSettings;
  /** Multiplies all radiances before the tone curve. */
  readonly exposure: number;
  readonly lighting: Lighting;
  createObjects(): SceneObject[];
}

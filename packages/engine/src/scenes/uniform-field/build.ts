import { flatCells } from '../patterns/flat-cells.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { UNIFORM_SIDE, type uniformFieldFields } from './descriptor.ts';

/** One reflectance everywhere: for shading, noise and photon transfer. */
export const build: SceneBuild<typeof uniformFieldFields> = ({ reflectance }) =>
  flatCells(UNIFORM_SIDE, () => reflectance);

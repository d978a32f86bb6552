import type { Vector } from '../document/world-document.ts';
import type { SurfacePoint } from '../geometry/posed-world.ts';
import type { Bands } from '../spectra/bands.ts';
import type { Bsdf } from './bsdf.ts';

/** On which side of a surface a path is, and the only band that it carries; -1 for all. */
export interface Side {
  /** The viewer is on the outside. */
  readonly isOutside: boolean;
  readonly band: number;
}

/** A material whose spectra and textures were read. */
export interface Surface {
  readonly name: string;
  readonly bsdf: (at: SurfacePoint, side: Side) => Bsdf;
  /** How much of the surface is there: 0 or 1 of a mask. Absent: all of it. */
  readonly alpha?: ((at: SurfacePoint) => number) | undefined;
  readonly normal?: ((at: SurfacePoint) => Vector) | undefined;
  /** W/(m² sr nm) of each band; absent: none. */
  readonly emission?: ((at: SurfacePoint) => Bands) | undefined;
  /** Of the medium inside, per metre; absent: none. */
  readonly absorption?: Bands | undefined;
  /** Bands part at the first bend. */
  readonly isDispersive?: boolean;
  /** Sentences about what is computed otherwise than in nature. */
  readonly notes?: readonly string[];
}

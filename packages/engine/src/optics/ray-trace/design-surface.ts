import { refractiveIndex, type Glass, type HeatedGlass } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { Placement } from './placement.ts';
import type { SurfaceActions } from './surface-parts.ts';
import { kindOf } from './surfaces/shape.ts';
import type { ShapeNumbers } from './surfaces/shape-numbers.ts';

/** One surface of a lens at its final size. */
export interface DesignSurface extends ShapeNumbers, SurfaceActions {
  /** Place of the vertex on the axis, from the first vertex of the lens. */
  readonly vertexMm: number;
  readonly semiDiameterMm: number;
  /** Between this surface and the next; undefined is air. */
  readonly glass: Glass | HeatedGlass | undefined;
  /** Where it stands; absent where it is square to the axis at its vertex. */
  readonly placed?: Placement;
  /** Set where it is the plane of a flat mirror whose fold is taken out: nothing lies on it. */
  readonly isFold?: true;
}

/** Curvature at the vertex, 1/mm, for rays near the axis. */
export const vertexCurvature = (numbers: ShapeNumbers): number =>
  kindOf(numbers).curvatureY(numbers);

/**
 * Refractive index behind each surface, relative to air.
 *
 * @param wavelength nanometres.
 * @throws SimulationError naming the surface whose glass has no index from 1 to 10 at that
 * wavelength.
 */
export function indicesAt(surfaces: readonly DesignSurface[], wavelength: number): Float64Array {
  let before = 1;
  return Float64Array.from(surfaces, ({ glass, mirror }, surface) => {
    const index = mirror ? before : glass ? refractiveIndex(glass, wavelength) : 1;
    if (!(index >= 1 && index < 10))
      throw new SimulationError(
        'bad-parameter',
        `Surface ${surface + 1}: its glass has no usable refractive index at ${wavelength} nm.`,
        `surfaces[${surface}].glass`,
      );
    before = index;
    return index;
  });
}

/** Curvature at the vertex in the plane of x, 1/mm. */
export const vertexCurvatureX = (numbers: ShapeNumbers): number =>
  kindOf(numbers).curvatureX(numbers);

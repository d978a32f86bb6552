import { refractiveIndex, type Glass } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';

/** One surface of a lens at its final size, mm, z = 0 at the first vertex. */
export interface DesignSurface {
  /** 1/mm; 0 is a plane. */
  readonly curvature: number;
  /** z of the vertex. */
  readonly vertexMm: number;
  readonly semiDiameterMm: number;
  /** What follows; undefined is air. */
  readonly glass: Glass | undefined;
  readonly conic: number;
  readonly asphere: readonly number[];
}

/**
 * Refractive index behind each surface.
 *
 * @throws SimulationError naming the surface whose glass has no index there.
 */
export function indicesAt(surfaces: readonly DesignSurface[], wavelength: number): Float64Array {
  return Float64Array.from(surfaces, ({ glass }, surface) => {
    const index = glass ? refractiveIndex(glass, wavelength) : 1;
    if (!(index >= 1 && index < 10))
      throw new SimulationError(
        'bad-parameter',
        `Surface ${surface + 1}: its glass has no usable refractive index at ${wavelength} nm.`,
        `surfaces[${surface}].glass`,
      );
    return index;
  });
}

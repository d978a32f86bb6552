import { SimulationError } from '../../simulation-error.ts';
import type { LensModel } from '../form-image/lens-model.ts';
import { LARGEST_REACH } from '../form-image/tiling.ts';
import { millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';

/**
 * Refuses a picture whose blur is wider than the largest kernels.
 *
 * @throws SimulationError 'too-large'.
 */
export function refuseBlur(model: LensModel, { pitch }: PixelGrid): void {
  const reach = Math.max(...model.spreads().map(({ reachMm }) => reachMm)) / millimetresOf(pitch);
  if (reach > LARGEST_REACH)
    throw new SimulationError(
      'too-large',
      `The blur would reach ${Math.ceil(reach)} pixels: at most ${LARGEST_REACH} are formed. Focus nearer to the object, stop the lens down or choose larger pixels.`,
      'opticsParams.focusDistance',
    );
}

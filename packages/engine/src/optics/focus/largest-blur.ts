import { SimulationError } from '../../simulation-error.ts';
import { binningFor } from '../form-image/form-binned.ts';
import type { LensModel } from '../form-image/lens-model.ts';
import { LARGEST_REACH } from '../form-image/tiling.ts';
import { millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';

/** Half width of the widest blur that is formed, pixels. */
export const LARGEST_BLUR = 1000;
/** Contrast beyond the Nyquist frequency of binned pixels that may be lost, on average. */
const MOST_BEYOND = 1e-3;

/**
 * Refuses a picture whose blur is too wide, or too wide at one place and too sharp at another to be
 * formed on binned pixels.
 *
 * @throws SimulationError 'too-large'.
 * @see docs/reference/depth.md#largest-blur
 */
export function refuseBlur(model: LensModel, { pitch }: PixelGrid): void {
  const spreads = model.spreads();
  const pixelMm = millimetresOf(pitch);
  const reach = Math.max(...spreads.map(({ reachMm }) => reachMm)) / pixelMm;
  const binning = binningFor(model, { pitch });
  const least = Math.min(...spreads.map(({ blurMm }) => blurMm)) / pixelMm;
  const isTooSharp = binning > 1 && transferBeyond(least, binning) > MOST_BEYOND;
  if (reach <= LARGEST_BLUR && !isTooSharp) return;
  throw new SimulationError(
    'too-large',
    `The blur would reach ${Math.ceil(reach)} pixels${reach > LARGEST_BLUR ? `: at most ${LARGEST_BLUR} are formed` : ` where other parts of the picture are sharp: at most ${LARGEST_REACH} are formed then`}. Focus nearer to the object, stop the lens down or choose larger pixels.`,
    'opticsParams.focusDistance',
  );
}

/**
 * Mean modulus of the transfer of an even disc between the Nyquist frequencies of binned pixels and
 * of pixels, by the asymptotic form of 2·J1(x)/x, whose modulus is 1.016·x^-1.5 on average.
 *
 * @param radius of the disc, pixels.
 */
export function transferBeyond(radius: number, binning: number): number {
  const [from, to] = [1 / binning, 1].map((share) => Math.PI * radius * share) as [number, number];
  return (2 * 1.016) / Math.sqrt(from * to) / (Math.sqrt(from) + Math.sqrt(to));
}

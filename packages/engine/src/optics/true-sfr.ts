import type { Spectrum } from '../quantities/wavelengths.ts';
import type { Lens } from './lens.ts';
import { pixelTransfer, sidesOf, type PixelShape } from './pixel-shape.ts';

/** An edge on the sensor, and the light by which it is seen. */
export interface ImagedEdge {
  /** Metres. */
  readonly pitch: number;
  /** The light-sensitive part of a pixel; absent: all of it. */
  readonly shape?: PixelShape | undefined;
  /** Place from the axis, metres, right and down. */
  readonly place: readonly [x: number, y: number];
  /** Angle of the edge's normal from the rows of pixels, radians, y downwards. */
  readonly normal: number;
  /** Photons times response per band, on any scale. */
  readonly weights: Spectrum;
}

/**
 * What the SFR of an edge must be before noise and ISP: the contrast that the lens passes, times
 * the transfer of the pixel.
 *
 * @param frequencies cycles per pixel along the edge's normal.
 * @see docs/reference/measuring.md#true-sfr
 */
export function trueSfr(
  lens: Lens,
  frequencies: readonly number[],
  { pitch, shape, place: [x, y], normal, weights }: ImagedEdge,
): number[] {
  const passed = lens.transfer?.(
    Math.hypot(x, y),
    normal - Math.atan2(y, x),
    weights,
    frequencies.map((frequency) => frequency / pitch),
  );
  const [across, down] = sidesOf(shape, pitch);
  return frequencies.map((frequency, i) => {
    const pixel =
      pixelTransfer(across, frequency * Math.cos(normal)) *
      pixelTransfer(down, frequency * Math.sin(normal));
    return (passed?.[i] ?? 1) * Math.abs(pixel);
  });
}

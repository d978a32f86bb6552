import { sharedFloat32 } from '../../images/shared-array.ts';
import type { Lens } from '../../optics/lens.ts';
import type { PixelGrid } from '../../optics/pixel-grid.ts';
import { acos, tan } from '../../quantities/elementary.ts';
import type { Microlens } from './chip.ts';

/** What a microlens needs to know of the lens of the camera. */
type MainLens = Pick<Lens, 'fNumber' | 'chiefRaySlope'>;

/** Area that two discs have in common, their middles `distance` apart. */
function overlapOfDiscs(one: number, other: number, distance: number): number {
  const [small, large] = one < other ? [one, other] : [other, one];
  if (distance >= small + large) return 0;
  if (distance <= large - small) return Math.PI * small ** 2;
  const segment = (radius: number, opposite: number): number => {
    const along = (distance ** 2 + radius ** 2 - opposite ** 2) / (2 * distance);
    const half = Math.sqrt(Math.max(0, radius ** 2 - along ** 2));
    return radius ** 2 * acos(Math.min(1, Math.max(-1, along / radius))) - along * half;
  };
  return segment(small, large) + segment(large, small);
}

/** Tangent of the chief ray for which the microlenses are shifted, held beyond the ends. */
function designSlope({ chiefRay }: Microlens, heightMm: number): number {
  const { heightMm: heights, degrees } = chiefRay;
  const last = heights.length - 1;
  const held = Math.min(Math.max(heightMm, heights[0]!), heights[last]!);
  let at = 0;
  while (at < last - 1 && held > heights[at + 1]!) at += 1;
  const share = (held - heights[at]!) / (heights[at + 1]! - heights[at]!);
  const angle = degrees[at]! + share * (degrees[at + 1]! - degrees[at]!);
  return tan((angle * Math.PI) / 180);
}

/**
 * The share of a pixel's light that its microlens brings to the photodiode: the image of the exit
 * pupil, a disc, may be larger than the photodiode, or off its middle.
 *
 * @param heightMm of the pixel above the axis.
 * @returns 0 to 1.
 * @see docs/reference/sensor-depth.md#microlens
 */
export function microlensShare(microlens: Microlens, lens: MainLens, heightMm: number): number {
  const { heightMicrometres: height, apertureMicrometres: aperture } = microlens;
  const pupil = height / (2 * lens.fNumber);
  const slope = lens.chiefRaySlope(heightMm / 1000);
  const off = height * Math.abs(slope - designSlope(microlens, heightMm));
  return overlapOfDiscs(aperture, pupil, off) / (Math.PI * pupil ** 2);
}

/** Places along the radius at which the share is known; it is linear between them. */
const RADIUS_STEPS = 1024;

/**
 * The shares of all pixels.
 *
 * @returns data[row * columns + column].
 */
export function microlensShares(
  microlens: Microlens,
  lens: MainLens,
  { rows, columns, pitch, offset = [0, 0] }: PixelGrid,
): Float32Array {
  const across = Math.abs(offset[0]) + columns / 2;
  const down = Math.abs(offset[1]) + rows / 2;
  const cornerMm = Math.hypot(across, down) * pitch * 1000;
  const along = Float64Array.from({ length: RADIUS_STEPS + 2 }, (_, step) =>
    microlensShare(microlens, lens, (cornerMm * step) / RADIUS_STEPS),
  );
  const shares = sharedFloat32(rows * columns);
  const perPixel = (RADIUS_STEPS * pitch * 1000) / cornerMm;
  for (let row = 0, at = 0; row < rows; row += 1) {
    const y = row + 0.5 - rows / 2 + offset[1];
    for (let column = 0; column < columns; column += 1, at += 1) {
      const x = column + 0.5 - columns / 2 + offset[0];
      const place = Math.sqrt(x * x + y * y) * perPixel;
      const step = Math.floor(place);
      shares[at] = along[step]! + (place - step) * (along[step + 1]! - along[step]!);
    }
  }
  return shares;
}

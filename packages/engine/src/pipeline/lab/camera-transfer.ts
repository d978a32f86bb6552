import { FARTHEST, blurTransfer, type Transfer } from '../../analysis/information/transfer.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import type { Lens } from '../../optics/lens.ts';
import { pixelTransfer, sidesOf } from '../../optics/pixel-shape.ts';
import type { PixelGrid } from '../../optics/pixel-grid.ts';

/** Cycles per pixel at which a lens is asked: closely where defocus swings, then to the end. */
const PARTS = [
  { from: 0, step: 1 / 256, count: 129 },
  { from: 0.5, step: 1 / 16, count: 121 },
] as const;
const FREQUENCIES = PARTS.flatMap(({ from, step, count }) =>
  Array.from({ length: count }, (_, i) => from + i * step),
);
/** What passes less counts for nothing. */
const LEAST = 1e-4;

/**
 * What a lens and the pixels behind it pass of each spatial frequency at a place to the right of
 * the axis: u along the radius. Off the axis directions are interpolated by a cosine of twice the
 * angle and its square.
 *
 * @param height of the place, metres.
 * @param weights of the bands: light times response.
 */
export function cameraTransfer(
  lens: Lens,
  { pitch, shape }: PixelGrid,
  height: number,
  weights: Spectrum,
): Transfer {
  const sides = sidesOf(shape, pitch);
  const pixel = (u: number, v: number): number =>
    Math.abs(pixelTransfer(sides[0], u) * pixelTransfer(sides[1], v));
  const { transfer } = lens;
  if (!transfer) return shape === undefined ? blurTransfer(0, 1) : { at: pixel, reach: FARTHEST };
  const metres = FREQUENCIES.map((f) => f / pitch);
  const passedAt = (direction: number): Float64Array =>
    Float64Array.from(transfer(height, direction, weights, metres));
  const radial = passedAt(0);
  if (height === 0)
    return {
      at: (u, v) => pixel(u, v) * valueAt(radial, Math.hypot(u, v)),
      reach: reachOf([radial]),
    };
  const [oblique, tangential] = [passedAt(Math.PI / 4), passedAt(Math.PI / 2)];
  const passed = (u: number, v: number): number => {
    const f = Math.hypot(u, v);
    const r = valueAt(radial, f);
    const o = valueAt(oblique, f);
    const t = valueAt(tangential, f);
    const turn = f === 0 ? 0 : (u * u - v * v) / (f * f);
    return Math.max(0, o + (turn * (r - t)) / 2 + turn ** 2 * ((r + t) / 2 - o));
  };
  return {
    at: (u, v) => pixel(u, v) * passed(u, v),
    reach: reachOf([radial, oblique, tangential]),
  };
}

/** The first frequency from which on nothing passes. */
function reachOf(curves: readonly Float64Array[]): number {
  const last = Math.max(
    ...curves.map((curve) => curve.findLastIndex((value) => Math.abs(value) > LEAST)),
  );
  return FREQUENCIES[Math.min(last + 1, FREQUENCIES.length - 1)]!;
}

/** A curve at a frequency: the cubic through the four points around it; 0 beyond the last. */
function valueAt(curve: Float64Array, f: number): number {
  const isClose = f < PARTS[1].from;
  const { from, step, count } = isClose ? PARTS[0] : PARTS[1];
  const place = (f - from) / step;
  if (place > count - 1) return 0;
  const first = Math.min(Math.max(Math.floor(place) - 1, 0), count - 4);
  const at = (isClose ? 0 : PARTS[0].count) + first;
  const x = place - first;
  const [a, b, c, d] = [x, x - 1, x - 2, x - 3];
  return (
    (-curve[at]! * b * c * d) / 6 +
    (curve[at + 1]! * a * c * d) / 2 -
    (curve[at + 2]! * a * b * d) / 2 +
    (curve[at + 3]! * a * b * c) / 6
  );
}

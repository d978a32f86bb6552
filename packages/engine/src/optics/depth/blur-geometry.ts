import { metresOf, millimetresOf } from '../millimetres.ts';
import type { BlurGeometry } from '../../worlds.ts';
export type { BlurGeometry };
import { imageBehindFocusMm } from '../ray-trace/first-order.ts';

/** Distances of a scene and their blur on pixels. */
export interface BlurScale {
  /** What it was made of: plain data, from which another thread makes it. */
  readonly made: readonly [geometry: BlurGeometry, pitch: number];
  /** Signed radius of the blur of a distance in metres: pixels, positive nearer than the focus. */
  readonly blurOf: (distance: number) => number;
  /** The distance of a blur; infinity where the blur is no nearer than the blur of infinity. */
  readonly distanceOf: (blur: number) => number;
  /** Nearest distance that is formed, 1:1, metres. */
  readonly nearest: number;
}

/**
 * Blur against distance, paraxially: half the circle of confusion.
 *
 * @param pitch of the pixels, metres.
 * @see docs/reference/depth.md#scenes
 */
export function blurScale(geometry: BlurGeometry, pitch: number): BlurScale {
  const { focalLengthMm, frontFocusMm, backFocalLengthMm } = geometry;
  const { exitPupilMm, exitPupilDiameterMm, sensorMm } = geometry;
  const perPixel = exitPupilDiameterMm / (2 * millimetresOf(pitch));
  const blurBehind = (behindMm: number): number => {
    const imageMm = backFocalLengthMm + behindMm;
    return (perPixel * (imageMm - sensorMm)) / (imageMm - exitPupilMm);
  };
  return {
    made: [geometry, pitch],
    blurOf: (distance) => blurBehind(imageBehindFocusMm(geometry, millimetresOf(distance))),
    distanceOf: (blur) => {
      const share = blur / perPixel;
      const imageMm = (sensorMm - share * exitPupilMm) / (1 - share);
      const behind = imageMm - backFocalLengthMm;
      // The blur of infinity itself may come out a rounding away from 0.
      return behind > 1e-12 * focalLengthMm
        ? metresOf(focalLengthMm ** 2 / behind - frontFocusMm)
        : Infinity;
    },
    nearest: metresOf(focalLengthMm - frontFocusMm),
  };
}

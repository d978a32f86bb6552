import { LUMINANCE } from '../../../analysis/measured-picture.ts';
import { SRGB_TO_LINEAR } from '../../../colour/srgb.ts';
import { hasItsPixels, type MeasuredShot } from '../measured-shot.ts';
import type { DistortionResults } from './descriptor.ts';
import { gridDistortion } from './grid-distortion.ts';

/**
 * Measures distortion on the developed picture, or on green of the mosaic.
 *
 * @see docs/reference/measuring.md#grid-distortion
 */
export function measure(shot: MeasuredShot): DistortionResults {
  const { plan, mosaic, developed } = shot;
  const isDeveloped = hasItsPixels(shot);
  const picture = isDeveloped ? developed! : mosaic!;
  const { columns, channels, data } = picture;
  const value = !isDeveloped
    ? (row: number, column: number): number =>
        plan.sensor!.order![(row % 2) * 2 + (column % 2)] === 'g'
          ? data[row * columns + column]!
          : NaN
    : channels === 1
      ? (row: number, column: number): number => SRGB_TO_LINEAR[data[row * columns + column]!]!
      : (row: number, column: number): number => {
          const at = (row * columns + column) * 3;
          return (
            LUMINANCE[0] * SRGB_TO_LINEAR[data[at]!]! +
            LUMINANCE[1] * SRGB_TO_LINEAR[data[at + 1]!]! +
            LUMINANCE[2] * SRGB_TO_LINEAR[data[at + 2]!]!
          );
        };
  return { points: gridDistortion(shot, picture, value) };
}

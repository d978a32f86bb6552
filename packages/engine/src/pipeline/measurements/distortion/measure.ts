import { channelAt } from '../../../optics/lens.ts';
import { brightnessChannel, mosaicOf } from '../../../sensors/colour-filters.ts';
import { LUMINANCE, type MeasuredPicture } from '../../../analysis/measured-picture.ts';
import { SRGB_TO_LINEAR } from '../../../colour/srgb.ts';
import { hasItsPixels, type MeasuredShot } from '../measured-shot.ts';
import type { DistortionResults } from './descriptor.ts';
import { gridDistortion } from './grid-distortion.ts';

/** Brightness at a row and column, linear in light; NaN where the mosaic has another colour. */
export type Brightness = (row: number, column: number) => number;

/**
 * Measures distortion on the developed picture, or on green or white of the mosaic.
 *
 * @see docs/reference/measuring.md#grid-distortion
 */
export function measure(shot: MeasuredShot): DistortionResults {
  const { mosaic, developed } = shot;
  return hasItsPixels(shot)
    ? { points: gridDistortion(shot, developed!, developedBrightness(developed!)) }
    : { points: gridDistortion(shot, mosaic!, rawBrightness(shot, mosaic!)) };
}

/** Of the mosaic's pixels of the colour that stands for brightness. */
export function rawBrightness(
  { plan }: MeasuredShot,
  { columns, data }: MeasuredPicture,
): Brightness {
  const { channels: colours, layout } = mosaicOf(plan.sensor ?? { tile: ['w'] });
  const bright = brightnessChannel(colours);
  return (row, column) =>
    row >= 0 && column >= 0 && channelAt(layout, row, column) === bright
      ? data[row * columns + column]!
      : NaN;
}

/** Of a picture in sRGB. */
export const developedBrightness = ({ columns, channels, data }: MeasuredPicture): Brightness =>
  channels === 1
    ? (row, column) => SRGB_TO_LINEAR[data[row * columns + column]!]!
    : (row, column) => {
        const at = (row * columns + column) * 3;
        return (
          LUMINANCE[0] * SRGB_TO_LINEAR[data[at]!]! +
          LUMINANCE[1] * SRGB_TO_LINEAR[data[at + 1]!]! +
          LUMINANCE[2] * SRGB_TO_LINEAR[data[at + 2]!]!
        );
      };

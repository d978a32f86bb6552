import type { ShownColour } from '../sensors/exposure.ts';
import type { IspParameters } from './order.ts';

/**
 * How the ISP shows the raw channels, for metering: shown (red, green, blue) = matrix · raw (red, green, blue), full scale 1, before any
 * curve. White balance, then the colour matrix without its offsets; its first row is shown as blue (ruling F5). A module that is off
 * changes nothing.
 *
 * @see physics.md P6.
 */
export function shownColour({
  awbEnabled,
  awbR,
  awbGr,
  awbGb,
  awbB,
  ccmEnabled,
  ccmValues,
}: IspParameters): ShownColour {
  const gains = awbEnabled
    ? [awbR, (awbGr + awbGb) / 2, awbB].map((gain) => gain / 1024)
    : [1, 1, 1];
  const mix = ccmEnabled
    ? ccmValues.map((row) => row.slice(0, 3).map((factor) => factor / 1024))
    : [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
  return mix
    .toReversed()
    .map((row) => row.map((factor, channel) => factor * gains[channel]!)) as unknown as ShownColour;
}

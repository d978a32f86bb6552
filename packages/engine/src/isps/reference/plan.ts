import { LONGEST_SECONDS, type ShownColour } from '../../sensors/exposure.ts';
import { pixelOf } from '../../sensors/pixel.ts';
import type { IspCamera, PlannedIsp } from '../isp-code.ts';
import { channelMatrix, channelsUnder, gainsFor } from './colour.ts';

/**
 * What the meter takes: the colours of this ISP, where the sensor has a Bayer array. Where the
 * recipe leaves the exposure free, the meter stops where a white diffuser on the axis fills its
 * brightest channel, so that light keeps its brightness in the picture.
 */
export function meteredAs({
  sensor,
  light,
  isExposureFree,
}: IspCamera): Pick<PlannedIsp, 'shown' | 'exposure'> {
  const { area, saturation } = pixelOf(sensor);
  const filled = Number((saturation / (area * Math.max(...light.whiteOnAxis()))).toPrecision(6));
  const longestSeconds = Math.min(filled, sensor.longestExposureSeconds ?? LONGEST_SECONDS);
  const gains = gainsFor(channelsUnder(light.energy, sensor));
  return {
    ...(isExposureFree && {
      exposure: {
        plan: { mode: 'auto', longestSeconds, compensationStops: 0 },
        line: 'No longer than a white diffuser allows, so that light keeps its brightness in the picture.',
      },
    }),
    ...(sensor.order && {
      shown: channelMatrix(light.energy, sensor).map((row) =>
        row.map((factor, channel) => factor * gains[channel]!),
      ) as unknown as ShownColour,
    }),
  };
}

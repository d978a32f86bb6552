import { mosaicOf, type ColourFilters } from '../../sensors/colour-filters.ts';
import { figure, lettersOf, perChannel } from '../../text/figure.ts';
import type { ReferenceParameters } from './develop-linear.ts';
import type { ReferenceReport } from './report.ts';

/** What the steps did. */
export function stepLines(
  { label, replacedPixels, floorElectrons, lensShading, toneMap }: ReferenceReport,
  { denoising }: ReferenceParameters,
  { order }: ColourFilters,
): string[] {
  return [
    `${label}: ${replacedPixels === undefined ? '' : `${replacedPixels} pixels stood alone and were replaced; `}noise of ${figure(floorElectrons)} e⁻ and of the light ${denoising > 0 ? 'reduced' : 'left'}; ${order ? 'Menon 2007' : 'normalised convolution'}.`,
    ...(lensShading
      ? [`Lens shading: gains of up to ${figure(lensShading.largestGain)} (${lensShading.from}).`]
      : []),
    ...(toneMap
      ? [
          `Tone map: ${toneMap.operator}${toneMap.scale < 1 ? `, scaled by ${figure(toneMap.scale)}` : ''}.`,
        ]
      : []),
  ];
}

/** The gains by channel, and what found them. */
export const balanceLine = (
  { whiteBalance: { from, gains } }: Pick<ReferenceReport, 'whiteBalance'>,
  filters: ColourFilters,
): string =>
  `Gains by ${from}: ${perChannel(gains, (gain) => gain.toFixed(3), lettersOf(filters.tile && mosaicOf(filters).channels))}.`;

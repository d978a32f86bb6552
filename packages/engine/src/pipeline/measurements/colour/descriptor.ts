import type { ColourMatrix } from '../../../analysis/colour/colour-matrix.ts';
import type { ChartErrors } from '../macbeth.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

export interface ColourResults extends ChartErrors {
  /**
   * The picture that was measured; raw colours go through the 3 x 3 matrix that fits best, so that
   * only errors remain which no matrix can remove.
   */
  readonly of: 'developed' | 'optical image' | 'raw, best matrix';
  readonly matrix?: ColourMatrix;
  /** Name of the patch with the largest CIEDE2000. */
  readonly worst: string;
}

/** Colours of the Macbeth chart. */
export const colour: MeasurementDescriptor<'colour', ColourResults> = {
  name: 'colour',
  label: 'Colour',
  scenes: ['macbeth'],
  lines: ({ of: source, mean, max, worst, whiteBalanceErrorC }) => [
    `Colour (${source}): CIEDE2000 mean ${mean.toFixed(1)}, worst ${max.toFixed(1)} (${worst}); greys off by a chroma of ${whiteBalanceErrorC.toFixed(1)} from those of the chart.`,
  ],
  figures: (results) => [
    { label: 'CIEDE2000 mean', path: 'measurements.colour.mean', measured: results.mean, unit: '' },
    {
      label: 'CIEDE2000 median',
      path: 'measurements.colour.median',
      measured: results.median,
      unit: '',
    },
    {
      label: 'CIEDE2000 largest',
      path: 'measurements.colour.max',
      measured: results.max,
      unit: '',
    },
    {
      label: 'White balance, chroma error',
      path: 'measurements.colour.whiteBalanceErrorC',
      measured: results.whiteBalanceErrorC,
      unit: 'ΔC',
    },
    {
      label: 'White balance, temperature error',
      path: 'measurements.colour.whiteBalanceErrorK',
      measured: results.whiteBalanceErrorK,
      unit: 'K',
    },
    {
      label: 'Exposure error',
      path: 'measurements.colour.exposureErrorStops',
      measured: results.exposureErrorStops,
      unit: 'stops',
    },
  ],
  inShort: ({ mean }) => `colour error ${mean.toFixed(1)} (CIEDE2000)`,
  load: () => import('./measure.ts'),
};

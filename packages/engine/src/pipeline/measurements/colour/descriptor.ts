import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

type Lab = readonly [number, number, number];

/** Errors of the chart as a whole, against one reference: `ColourErrors` has their units. */
interface Errors {
  readonly mean: number;
  readonly median: number;
  readonly max: number;
  readonly whiteBalanceErrorC: number;
  readonly whiteBalanceErrorK: number | null;
  readonly exposureErrorStops: number | null;
}

/** Of a patch; CIELAB is under D65. */
interface Differences {
  readonly reference: Lab;
  readonly deltaE2000: number;
  readonly deltaE76: number;
}

export interface ColourResults extends Errors {
  /**
   * The picture that was measured; raw colours go through the 3 x 3 matrix that fits best, so that
   * only errors remain which no matrix can remove.
   */
  readonly of: 'developed' | 'optical image' | 'raw, best matrix';
  readonly matrix?: readonly [Lab, Lab, Lab];
  readonly patches: readonly (Differences & {
    readonly name: string;
    readonly lab: Lab;
    readonly snrDb: number | null;
  })[];
  /** Name of the patch with the largest CIEDE2000. */
  readonly worst: string;
  /** The same against the values that the maker of the chart has published. */
  readonly published: readonly (Errors & {
    readonly edition: '2005' | '2014';
    readonly label: string;
    readonly patches: readonly Differences[];
  })[];
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

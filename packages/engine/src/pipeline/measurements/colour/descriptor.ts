import { measurement } from '../measurement-descriptor.ts';
import type { FieldShapes } from '../value-shape.ts';

const lab = { tuple: ['number', 'number', 'number'] } as const;
/** Errors of the chart as a whole, against one reference: `ColourErrors` has their units. */
const errors = {
  mean: 'number',
  median: 'number',
  max: 'number',
  whiteBalanceErrorC: 'number',
  whiteBalanceErrorK: { nullable: 'number' },
  exposureErrorStops: { nullable: 'number' },
} as const;
/** Of a patch; CIELAB is under D65. */
const differences = { reference: lab, deltaE2000: 'number', deltaE76: 'number' } as const;

export const colourFields = {
  /**
   * The picture that was measured; raw colours go through the 3 x 3 matrix that fits best, so that
   * only errors remain which no matrix can remove.
   */
  of: { oneOf: ['developed', 'optical image', 'raw, best matrix'] },
  matrix: { optional: { tuple: [lab, lab, lab] } },
  patches: {
    listOf: { fields: { name: 'text', lab, ...differences, snrDb: { nullable: 'number' } } },
  },
  ...errors,
  /** Name of the patch with the largest CIEDE2000. */
  worst: 'text',
  /** The same against the values that the maker of the chart has published. */
  published: {
    listOf: {
      fields: {
        edition: { oneOf: ['2005', '2014'] },
        label: 'text',
        patches: { listOf: { fields: differences } },
        ...errors,
      },
    },
  },
} as const satisfies FieldShapes;

/** Colours of the Macbeth chart. */
export const colour = measurement({
  name: 'colour',
  label: 'Colour',
  scenes: ['macbeth'],
  fields: colourFields,
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
});

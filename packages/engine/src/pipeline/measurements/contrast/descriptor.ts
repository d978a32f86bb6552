import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

export interface ContrastResults {
  /** Smallest contrast that nine tenths of the pairs show at the brightest level; null for none. */
  readonly least: number | null;
  /** Michelson contrast, level, and the share of pairs of raw pixels that show it. */
  readonly at: readonly (readonly [contrast: number, level: number, value: number])[];
}

/** Contrast that pairs of raw pixels show. */
export const contrast: MeasurementDescriptor<'contrast', ContrastResults> = {
  name: 'contrast',
  label: 'Contrast',
  scenes: ['contrastPairs'],
  lines: ({ least, at }) => [
    `Contrast: ${least === null ? 'none' : `${least} and more`} is found by 9 of 10 pairs of raw pixels in white; at the darkest level ${at.at(-1)![0]} is found by ${(100 * at.at(-1)![2]).toFixed(0)} %.`,
  ],
  figures: ({ least }) => [
    {
      label: 'Least contrast that 9 of 10 pairs show',
      path: 'measurements.contrast.least',
      measured: least,
      unit: '',
    },
  ],
  load: () => import('./measure.ts'),
};

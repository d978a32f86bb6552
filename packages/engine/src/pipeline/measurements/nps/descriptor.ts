import { figure } from '../../../text/figure.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

/** Codes² of raw pixels of one frame, all noise together. */
interface NoiseVariances {
  readonly variance: number;
  readonly rowVariance: number;
  readonly columnVariance: number;
}

export interface NpsResults extends NoiseVariances {
  /** By the model of the sensor. */
  readonly true: NoiseVariances;
}

/** Noise of an even field by its spectrum. */
export const nps: MeasurementDescriptor<'nps', NpsResults> = {
  name: 'nps',
  label: 'Noise spectrum',
  scenes: ['uniformField'],
  isOfLab: true,
  lines: ({ variance, rowVariance, columnVariance, true: known }) => [
    `Noise of the raw pixels, one frame: variance ${figure(variance)} codes² (true ${figure(known.variance)}), of rows ${figure(rowVariance)} (${figure(known.rowVariance)}), of columns ${figure(columnVariance)} (${figure(known.columnVariance)}).`,
  ],
  figures: (results) =>
    (
      [
        ['Variance', 'variance'],
        ['Variance of rows', 'rowVariance'],
        ['Variance of columns', 'columnVariance'],
      ] as const
    ).map(([label, key]) => ({
      label,
      path: `measurements.nps.${key}`,
      measured: results[key],
      true: results.true[key],
      unit: 'codes²',
      difference: 'percent' as const,
    })),
  load: () => import('./measure.ts'),
};

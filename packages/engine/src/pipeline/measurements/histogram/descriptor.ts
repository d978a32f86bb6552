import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

/** Numbers of pixels by code, in bins of equal width from 0 to the largest code. */
export interface Histogram {
  readonly largestCode: number;
  readonly red: readonly number[];
  readonly green: readonly number[];
  readonly blue: readonly number[];
}

export interface HistogramResults {
  readonly raw?: Histogram;
  readonly developed?: Histogram;
}

/** Histograms of the mosaic and of the developed picture. */
export const histogram: MeasurementDescriptor<'histogram', HistogramResults> = {
  name: 'histogram',
  label: 'Histogram',
  load: () => import('./measure.ts'),
};

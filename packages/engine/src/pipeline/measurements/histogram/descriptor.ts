import type { FilterColour } from '../../../sensors/colour-filters.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

/**
 * Numbers of pixels by code, in bins of equal width from 0 to the largest code, of the
 * colours that a picture has: white of a mono sensor.
 */
export type Histogram = { readonly largestCode: number } & {
  readonly [Colour in FilterColour]?: readonly number[];
};

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

import { measurement } from '../measurement-descriptor.ts';
import type { FieldShapes } from '../value-shape.ts';

/** Numbers of pixels by code, in bins of equal width from 0 to the largest code. */
const counts = {
  largestCode: 'number',
  red: { listOf: 'number' },
  green: { listOf: 'number' },
  blue: { listOf: 'number' },
} as const;

export const histogramFields = {
  raw: { optional: { fields: counts } },
  developed: { optional: { fields: counts } },
} as const satisfies FieldShapes;

/** Histograms of the mosaic and of the developed picture. */
export const histogram = measurement({
  name: 'histogram',
  label: 'Histogram',
  fields: histogramFields,
  load: () => import('./measure.ts'),
});

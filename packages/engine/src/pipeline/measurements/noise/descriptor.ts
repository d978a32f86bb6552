import { measurement } from '../measurement-descriptor.ts';
import type { FieldShapes } from '../value-shape.ts';

export const noiseFields = {
  /** Mean over standard deviation of luminance at 18 % grey; null without noise. */
  grey18Db: { nullable: 'number' },
  /** The same of each grey of the chart, from the brightest on. */
  greys: { listOf: { fields: { reflectance: 'number', snrDb: { nullable: 'number' } } } },
} as const satisfies FieldShapes;

/** Noise of the greys of a chart in the developed picture, linear in light. */
export const noise = measurement({
  name: 'noise',
  label: 'Developed greys',
  scenes: ['macbeth', 'greySteps'],
  fields: noiseFields,
  figures: ({ grey18Db }) => [
    {
      ...{ label: 'SNR at 18 % grey', path: 'measurements.noise.grey18Db' },
      ...{ measured: grey18Db, unit: 'dB' },
    },
  ],
  load: () => import('./measure.ts'),
});

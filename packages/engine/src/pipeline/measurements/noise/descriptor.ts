import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

export interface NoiseResults {
  /** Mean over standard deviation of luminance at 18 % grey; null without noise, or clipped. */
  readonly grey18Db: number | null;
  /** Signal-to-noise ratio of each grey of the chart, the brightest first. */
  readonly greys: readonly {
    readonly reflectance: number;
    readonly snrDb: number | null;
    /** Too many of its pixels are clipped for an SNR. */
    readonly clipped?: true;
  }[];
}

/** Noise of the greys of a chart in the developed picture, linear in light. */
export const noise: MeasurementDescriptor<'noise', NoiseResults> = {
  name: 'noise',
  label: 'Developed greys',
  scenes: ['macbeth', 'greySteps'],
  figures: ({ grey18Db }) => [
    {
      label: 'SNR at 18 % grey',
      path: 'measurements.noise.grey18Db',
      measured: grey18Db,
      unit: 'dB',
    },
  ],
  load: () => import('./measure.ts'),
};

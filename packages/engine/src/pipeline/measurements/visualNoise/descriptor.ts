import { figure } from '../../../text/figure.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

export interface VisualNoiseResults {
  /** Of the patch nearest to 18 % grey, on a monitor. */
  readonly grey18: number;
}

/** Noise of the developed picture as the eye sees it. */
export const visualNoise: MeasurementDescriptor<'visualNoise', VisualNoiseResults> = {
  name: 'visualNoise',
  label: 'Visual noise',
  scenes: ['macbeth', 'greySteps', 'uniformField'],
  isOfLab: true,
  lines: ({ grey18 }) => [
    `Visual noise of the patch nearest to 18 % grey, on a monitor: ${figure(grey18)}.`,
  ],
  figures: ({ grey18 }) => [
    {
      label: 'Visual noise at 18 % grey',
      path: 'measurements.visualNoise.grey18',
      measured: grey18,
      unit: '',
    },
  ],
  load: () => import('./measure.ts'),
};

import { figure } from '../../../text/figure.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

/** Null where no patch is dark, or bright, enough. */
interface StepFigures {
  readonly dynamicRangeDb: number | null;
  /** cd/m². */
  readonly luminanceAtSnr10: number | null;
}

export interface StepsResults {
  readonly raw: StepFigures;
  readonly developed: StepFigures | null;
  /** Of the model of the sensor, without stray light. */
  readonly true: StepFigures;
}

/** Dynamic range from the grey patches of one frame. */
export const steps: MeasurementDescriptor<'steps', StepsResults> = {
  name: 'steps',
  label: 'Steps',
  scenes: ['greySteps'],
  isOfLab: true,
  lines: ({ raw, true: known }) => [
    `Steps, one frame, noise about a plane of each patch: dynamic range raw ${decibels(raw)}, true ${decibels(known)}; SNR 10 at ${luminance(raw)}, true ${luminance(known)}.`,
  ],
  figures: ({ raw, developed, true: known }) => [
    {
      label: 'Dynamic range raw',
      path: 'measurements.steps.raw.dynamicRangeDb',
      measured: raw.dynamicRangeDb,
      true: known.dynamicRangeDb,
      unit: 'dB',
      difference: 'absolute',
    },
    {
      label: 'Luminance at SNR 10, raw',
      path: 'measurements.steps.raw.luminanceAtSnr10',
      measured: raw.luminanceAtSnr10,
      true: known.luminanceAtSnr10,
      unit: 'cd/m²',
      difference: 'percent',
    },
    ...(developed === null
      ? []
      : [
          {
            label: 'Dynamic range developed',
            path: 'measurements.steps.developed.dynamicRangeDb',
            measured: developed.dynamicRangeDb,
            unit: 'dB',
          },
        ]),
  ],
  load: () => import('./measure.ts'),
};

const decibels = ({ dynamicRangeDb }: StepFigures): string =>
  dynamicRangeDb === null ? 'beyond the chart' : `${dynamicRangeDb.toFixed(1)} dB`;
const luminance = ({ luminanceAtSnr10 }: StepFigures): string =>
  luminanceAtSnr10 === null ? 'none of its greys' : `${figure(luminanceAtSnr10)} cd/m²`;

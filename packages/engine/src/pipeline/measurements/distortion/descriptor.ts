import { figure } from '../../../text/figure.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

export interface DistortionResults {
  /** Crossings of grid lines, from the axis outwards. */
  readonly points: readonly {
    readonly fieldDegrees: number;
    /** Focal length · tan(field). */
    readonly heightMm: number;
    /** Image height against `heightMm`. */
    readonly measuredPercent: number;
    /** Distortion of the lens at 550 nm. */
    readonly lensPercent: number;
  }[];
}

/** Distortion at crossings of grid lines. */
export const distortion: MeasurementDescriptor<'distortion', DistortionResults> = {
  name: 'distortion',
  label: 'Distortion',
  scenes: ['gridlines'],
  lines: ({ points }) => {
    const { fieldDegrees, measuredPercent, lensPercent } = points.at(-1)!;
    return [
      `Distortion ${figure(fieldDegrees)}° off axis: measured ${measuredPercent.toFixed(2)} %, by the lens ${lensPercent.toFixed(2)} %.`,
    ];
  },
  figures: ({ points }) => {
    const { measuredPercent, lensPercent } = points.at(-1)!;
    return [
      {
        label: 'Distortion',
        measured: measuredPercent,
        true: lensPercent,
        unit: '%',
        difference: 'absolute',
      },
    ];
  },
  load: () => import('./measure.ts'),
};

import { figure } from '../../figure.ts';
import { measurement } from '../measurement-descriptor.ts';
import type { FieldShapes } from '../value-shape.ts';

export const distortionFields = {
  /** Crossings of grid lines, from the axis outwards. */
  points: {
    listOf: {
      fields: {
        fieldDegrees: 'number',
        /** Focal length · tan(field). */
        heightMm: 'number',
        /** Image height against `heightMm`. */
        measuredPercent: 'number',
        /** Distortion of the lens at 550 nm. */
        lensPercent: 'number',
      },
    },
  },
} as const satisfies FieldShapes;

/** Distortion at crossings of grid lines. */
export const distortion = measurement({
  name: 'distortion',
  label: 'Distortion',
  scenes: ['gridlines'],
  fields: distortionFields,
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
});

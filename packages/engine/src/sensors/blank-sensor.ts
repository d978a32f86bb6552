import type { NumberField } from '../field-descriptor.ts';

/** Where the picture is sampled. Every sensor has these fields. */
export const pixelSizeField = {
  kind: 'number',
  key: 'pixel_size',
  label: 'Pixel Size',
  unit: 'µm',
  default: 2.2,
  min: 0.01,
  max: 1000,
  help: 'Distance from pixel to pixel.',
} as const satisfies NumberField;
export const rowsField = {
  kind: 'number',
  key: 'rows',
  label: 'Rows',
  unit: 'px',
  default: 450,
  whenEmptied: 400,
  whole: true,
  min: 1,
  max: 32768,
} as const satisfies NumberField;
export const colsField = {
  kind: 'number',
  key: 'cols',
  label: 'Cols',
  unit: 'px',
  default: 650,
  whenEmptied: 600,
  whole: true,
  min: 1,
  max: 32768,
} as const satisfies NumberField;

/**
 * The sensor parameters that a run without a sensor reads: the grid on which the optical image is
 * sampled (docs/reference/physics.md#p10).
 */
export const blankSensor = {
  wireKey: 'sensorParams',
  fields: [pixelSizeField, rowsField, colsField],
} as const;

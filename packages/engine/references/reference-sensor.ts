import { toEngineUnits } from '../src/field-descriptor.ts';
import type { SensorPlan } from '../src/sensors/pixel.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';

/** A sensor with default parameters, except those that a reference has otherwise, in SI units. */
export const referenceSensor = (
  parameters: Partial<SensorPlan['parameters']> = {},
): SensorPlan => ({
  label: 'Bayer-grbg',
  order: 'grbg',
  bits: 10,
  parameters: { ...toEngineUnits(sensorFields, {}), ...parameters },
});

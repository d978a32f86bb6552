import type { ParametersOf } from '../field-descriptor.ts';
import type { sensorFields } from './bayer/descriptor.ts';

/** The twelve fields of a sensor: SI units and fractions. */
export type SensorParameters = ParametersOf<typeof sensorFields>;

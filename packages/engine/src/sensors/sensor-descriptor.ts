import type { Field, ParameterProblem } from '../field-descriptor.ts';

/** What a sensor says about itself. */
export interface SensorDescriptor {
  /** Exactly as the choice list shows it and the request carries it. */
  readonly label: string;
  /** Name of its parameter object in the request; sensors with the same fields share one. */
  readonly wireKey: string;
  /** Among them those of `blankSensor`. */
  readonly fields: readonly Field[];
  /** Bits of the converter. */
  readonly bits: number;
  /** Problems of parameters that are valid one by one, but not together. */
  readonly problems: (parameters: never) => readonly ParameterProblem[];
}

import { gaussianOf } from '../../../random/gaussian.ts';
import { deviates, type PixelStep } from './step.ts';

export interface PrnuSettings {
  /** Standard deviation, a fraction. */
  readonly prnu: number;
  readonly responseStream: number;
  /** Unsigned 32-bit, of all that belongs to the sensor. */
  readonly fixedPatternSeed: number;
}

export const prnu = {
  name: 'prnu',
  phase: 'convert',
  isNoise: true,
  numbers: ['prnu', 'responseStream', 'fixedPatternSeed'],
  settings: ({ sensor: { parameters } }) => ({ prnu: parameters.prnu }),
  plain({ pixels, volts, words }, { prnu: relative, responseStream, fixedPatternSeed }) {
    const { first } = words(responseStream, fixedPatternSeed);
    for (let i = 0; i < pixels; i += 1) volts[i]! *= 1 + relative * gaussianOf(first[i]!);
  },
  variance: ({ sensor, signal }) => [deviates('PRNU', 'fixed', sensor.parameters.prnu * signal)],
} as const satisfies PixelStep<PrnuSettings>;

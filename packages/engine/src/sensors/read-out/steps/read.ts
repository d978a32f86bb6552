import { gaussianOf } from '../../../random/gaussian.ts';
import type { TemporalSettings } from './shot.ts';
import { deviates, type PixelStep } from './step.ts';

export interface ReadSettings {
  /** Standard deviation, volts. */
  readonly readNoise: number;
}

export const read = {
  name: 'read',
  phase: 'convert',
  isNoise: true,
  numbers: ['readNoise'],
  settings: ({ sensor: { parameters } }) => ({ readNoise: parameters.read_noise }),
  plain({ pixels, volts, words }, { readNoise, temporalStream, temporalSeed }) {
    const { second } = words(temporalStream, temporalSeed);
    for (let i = 0; i < pixels; i += 1) volts[i]! += readNoise * gaussianOf(second[i]!);
  },
  variance: ({ pixel }) => [deviates('read', 'temporal', pixel.readNoise)],
} as const satisfies PixelStep<ReadSettings & TemporalSettings>;

import { gaussianOf } from '../../../random/gaussian.ts';
import type { PrnuSettings } from './prnu.ts';
import { deviates, type PixelStep } from './step.ts';

export interface DsnuSettings {
  /** Standard deviation, volts. */
  readonly dsnu: number;
  readonly darkStream: number;
}

export const dsnu = {
  name: 'dsnu',
  phase: 'convert',
  isNoise: true,
  numbers: ['dsnu', 'darkStream'],
  settings: ({ sensor: { parameters } }) => ({ dsnu: parameters.dsnu }),
  plain({ pixels, volts, words }, { dsnu: deviation, darkStream, fixedPatternSeed }) {
    const { second } = words(darkStream, fixedPatternSeed);
    for (let i = 0; i < pixels; i += 1) volts[i]! += deviation * gaussianOf(second[i]!);
  },
  variance: ({ pixel }) => [deviates('DSNU', 'fixed', pixel.dsnu)],
} as const satisfies PixelStep<DsnuSettings & Pick<PrnuSettings, 'fixedPatternSeed'>>;

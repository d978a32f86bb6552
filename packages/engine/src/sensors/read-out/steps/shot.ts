import { gaussianOf } from '../../../random/gaussian.ts';
import { POISSON_LIMIT, poissonOf } from '../../../random/poisson.ts';
import { varies, type PixelStep } from './step.ts';

/** Stream and unsigned 32-bit seed of the noise of one exposure. */
export interface TemporalSettings {
  readonly temporalStream: number;
  readonly temporalSeed: number;
}

export const shot = {
  name: 'shot',
  phase: 'charge',
  isNoise: true,
  numbers: ['temporalStream', 'temporalSeed'],
  settings: () => ({}),
  plain({ pixels, electrons, words }, { temporalStream, temporalSeed }) {
    const { first } = words(temporalStream, temporalSeed);
    for (let i = 0; i < pixels; i += 1) {
      const mean = electrons[i]!;
      const word = first[i]!;
      electrons[i] =
        mean < POISSON_LIMIT
          ? poissonOf(mean, word)
          : Math.max(0, Math.floor(mean + Math.sqrt(mean) * gaussianOf(word) + 0.5));
    }
  },
  variance: ({ signal, dark }) => [
    varies('shot', 'temporal', signal),
    varies('shot noise of the dark current', 'temporal', dark),
  ],
} as const satisfies PixelStep<TemporalSettings>;

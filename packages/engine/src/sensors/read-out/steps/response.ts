import type { PixelStep } from './step.ts';
import type { WellSettings } from './well.ts';

export interface ResponseSettings {
  /** Volts per electron. */
  readonly conversionGain: number;
  /** a₂ and a₃ of the response u + a₂u² + a₃u³; both 0 for a straight one. */
  readonly second: number;
  readonly third: number;
  readonly swing: number;
}

/** Volts of electrons. */
export const response = {
  name: 'response',
  phase: 'convert',
  isNoise: false,
  numbers: ['conversionGain', 'second', 'third', 'swing'],
  settings: ({ sensor: { chip, parameters }, pixel }) => {
    const [second, third] = chip?.nonLinearity ?? [0, 0];
    const { conversionGain } = pixel;
    return { conversionGain, second, third, swing: parameters.voltage_swing };
  },
  plain({ pixels, electrons, volts }, { conversionGain, second, third, swing, wellCapacity }) {
    const isCurved = second !== 0 || third !== 0;
    for (let i = 0; i < pixels; i += 1) {
      const held = electrons[i]!;
      const u = held / wellCapacity;
      volts[i] = isCurved ? u * (1 + u * (second + u * third)) * swing : held * conversionGain;
    }
  },
  // It changes the terms before it: see `atOutput` of the noise budget.
  variance: () => [],
} as const satisfies PixelStep<ResponseSettings & WellSettings>;

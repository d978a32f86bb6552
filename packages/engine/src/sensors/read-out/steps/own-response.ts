import type { PixelStep } from './step.ts';

export interface OwnResponseSettings {
  /** Whether the pixels have a map of their response, in place of what `prnu` draws. */
  readonly hasOwnResponse?: boolean;
}

/** The response of these pixels, known one by one. */
export const ownResponse = {
  name: 'ownResponse',
  phase: 'convert',
  isNoise: true,
  numbers: [],
  settings: () => ({}),
  isOff: ({ hasOwnResponse }) => hasOwnResponse !== true,
  plain({ pixels, response, volts }, { hasOwnResponse }) {
    if (!hasOwnResponse || !response) return;
    for (let i = 0; i < pixels; i += 1) volts[i]! *= 1 + response[i]!;
  },
  // The file of the sensor has the deviation of the map, which `prnu` counts.
  variance: () => [],
} as const satisfies PixelStep<OwnResponseSettings>;

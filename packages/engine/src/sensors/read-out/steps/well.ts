import type { PixelStep } from './step.ts';

export interface WellSettings {
  readonly wellCapacity: number;
}

/** The well holds no more than its capacity, and a pixel that reached it is full. */
export const well = {
  name: 'well',
  phase: 'convert',
  isNoise: false,
  numbers: ['wellCapacity'],
  settings: ({ sensor: { parameters } }) => ({ wellCapacity: parameters.well_capacity }),
  plain({ pixels, electrons, full }, { wellCapacity }) {
    for (let i = 0; i < pixels; i += 1) {
      if (electrons[i]! >= wellCapacity) full[i] = 1;
      electrons[i] = Math.min(electrons[i]!, wellCapacity);
    }
  },
  variance: () => [],
} as const satisfies PixelStep<WellSettings>;

import type { ChipStep } from './step.ts';

/** What some pixels have in the dark. */
export interface OwnDarkPart {
  /** Electrons of each pixel of the picture, in place of what `dsnu` draws. */
  readonly dark?: Float32Array | undefined;
  readonly from: number;
  readonly to: number;
}

/** The fixed pattern of these pixels in the dark, known one by one. */
export const ownDark = {
  name: 'ownDark',
  phase: 'join',
  isNoise: true,
  numbers: [],
  settings: () => ({}),
  plain({ dark, from, to }: OwnDarkPart, added: Float32Array) {
    if (dark) for (let i = from; i < to; i += 1) added[i - from]! += dark[i]!;
  },
  // The file of the sensor has the deviation of the map, which `dsnu` counts.
  variance: () => [],
} as const satisfies ChipStep<OwnDarkPart, Float32Array, object>;

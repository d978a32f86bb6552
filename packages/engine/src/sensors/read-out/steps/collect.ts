import { deviates, type PixelStep } from './step.ts';

/** Mean electrons of light and of the dark current. */
export interface CollectSettings {
  /** Signal electrons per unit of the light plane: area of the photodiode x exposure. */
  readonly electronsPerUnit: number;
  /** Electrons of the dark current during the exposure, where all pixels have the same. */
  readonly darkElectrons: number;
  /** Seconds during which the dark current of each pixel is collected. */
  readonly darkSeconds: number;
}

/** As the log names it. */
export const DARK_NON_UNIFORMITY = 'non-uniform dark current';

export const collect = {
  name: 'collect',
  phase: 'charge',
  isNoise: false,
  numbers: ['electronsPerUnit', 'darkElectrons', 'darkSeconds'],
  settings: ({ pixel: { area, darkCurrent }, exposureSeconds }) => ({
    electronsPerUnit: area * exposureSeconds,
    darkElectrons: darkCurrent * exposureSeconds,
    darkSeconds: exposureSeconds,
  }),
  plain({ pixels, light, darkRates, electrons }, { electronsPerUnit, darkElectrons, darkSeconds }) {
    for (let i = 0; i < pixels; i += 1)
      electrons[i] =
        light[i]! * electronsPerUnit + (darkRates ? darkRates[i]! * darkSeconds : darkElectrons);
  },
  variance: ({ sensor: { chip }, dark }) => [
    deviates(DARK_NON_UNIFORMITY, 'fixed', (chip?.darkNonUniformity ?? 0) * dark),
  ],
} as const satisfies PixelStep<CollectSettings>;

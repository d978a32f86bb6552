import type { ResponseSettings } from './response.ts';
import type { PixelStep } from './step.ts';

export interface ConverterSettings {
  readonly offset: number;
  readonly gain: number;
  /** Number of codes, 2^bits. */
  readonly levels: number;
}

/** What joined, (V + offset)/gain, clipping and rounding. */
export const convert = {
  name: 'convert',
  phase: 'convert',
  isNoise: false,
  numbers: ['offset', 'gain', 'levels'],
  settings: ({ sensor: { parameters, bits } }) => ({
    offset: parameters.analog_offset,
    gain: parameters.analog_gain,
    levels: 2 ** bits,
  }),
  plain({ pixels, joining, volts, codes, full }, { offset, gain, levels, swing, conversionGain }) {
    const codesPerVolt = levels / swing;
    for (let i = 0; i < pixels; i += 1) {
      if (joining) volts[i]! += joining[i]! * conversionGain;
      const driven = (volts[i]! + offset) / gain;
      if (driven >= swing) full[i] = 1;
      const shown = Math.min(Math.max(driven, 0), swing);
      volts[i] = shown;
      codes[i] = Math.min(Math.floor(shown * codesPerVolt + 0.5), levels - 1);
    }
  },
  variance: ({ pixel: { electronsPerCode } }) => [
    {
      name: 'rounding',
      kind: 'temporal',
      variance: electronsPerCode ** 2 / 12,
      deviation: electronsPerCode / Math.sqrt(12),
    },
  ],
} as const satisfies PixelStep<
  ConverterSettings & Pick<ResponseSettings, 'swing' | 'conversionGain'>
>;

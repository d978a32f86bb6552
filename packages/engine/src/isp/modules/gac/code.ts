import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { encodeGamma, gammaCurve, type GacPart } from './apply.ts';
import type { gacFields } from './descriptor.ts';

export const code = {
  prepare: ({ gacGain: gain, gacOffset: gamma }, { saturation }) => ({
    gain: Math.trunc(gain),
    curve: gammaCurve(saturation, gamma),
  }),
  apply: encodeGamma,
} satisfies StepCode<ParametersOf<typeof gacFields>, GacPart>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { keptShares, suppressFalseColour, type FcsPart } from './apply.ts';
import type { fcsFields } from './descriptor.ts';

export const code = {
  prepare: ({ fcsGain: least, fcsOffset: most }) => ({ shares: keptShares(least, most) }),
  apply: suppressFalseColour,
} satisfies StepCode<ParametersOf<typeof fcsFields>, FcsPart>;

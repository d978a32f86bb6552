import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { compensateBlackLevels, type BlcPart } from './apply.ts';
import type { blcFields } from './descriptor.ts';

export const code = {
  prepare: ({ blcR, blcGr, blcGb, blcB, blcalpha: alpha, blcbeta: beta }, { phases }) => {
    const levels = [blcR, blcGr, blcGb, blcB] as const;
    return [...levels, alpha, beta].every((value) => value === 0)
      ? undefined
      : { phases, levels, alpha, beta };
  },
  apply: compensateBlackLevels,
} satisfies StepCode<ParametersOf<typeof blcFields>, BlcPart>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { filterAliasing, type AafPart } from './apply.ts';
import type { aafFields } from './descriptor.ts';
import { aafKernel, type AafExports } from './simd.ts';

export const code = {
  prepare: () => ({}),
  apply: filterAliasing,
  simd: (kernel) => ({ apply: aafKernel(kernel) }),
} satisfies StepCode<ParametersOf<typeof aafFields>, AafPart, AafExports>;

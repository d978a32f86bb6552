import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { convertToLuma, type CscPart } from './apply.ts';
import type { cscFields } from './descriptor.ts';

export const code = {
  prepare: () => ({}),
  apply: convertToLuma,
} satisfies StepCode<ParametersOf<typeof cscFields>, CscPart>;

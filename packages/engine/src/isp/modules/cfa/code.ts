import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { interpolateColours, type CfaPart } from './apply.ts';
import type { cfaFields } from './descriptor.ts';

export const code = {
  prepare: ({ cfaType: type }, { phases, saturation }) => ({ phases, type, saturation }),
  apply: interpolateColours,
} satisfies StepCode<ParametersOf<typeof cfaFields>, CfaPart>;

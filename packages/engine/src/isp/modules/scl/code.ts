import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { scaleRows, type SclPart } from './apply.ts';
import type { sclFields } from './descriptor.ts';

export const code = {
  prepare: ({ sclWidth: width, sclHeight: height }) => ({ width, height }),
  apply: scaleRows,
  resultSize: ({ width: columns, height: rows }) => ({ rows, columns }),
} satisfies StepCode<ParametersOf<typeof sclFields>, SclPart>;

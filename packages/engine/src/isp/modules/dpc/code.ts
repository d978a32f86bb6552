import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { correctDeadPixels, type DpcPart } from './apply.ts';
import type { dpcFields } from './descriptor.ts';
import { dpcKernel, type DpcExports } from './simd.ts';

export const code = {
  prepare: ({ dpcValue: threshold }) => ({ threshold }),
  apply: correctDeadPixels,
  simd: (kernel) => ({ apply: dpcKernel(kernel) }),
  figures: ([replaced, isolatedBright]) => ({ deadPixels: { replaced, isolatedBright } }),
} satisfies StepCode<ParametersOf<typeof dpcFields>, DpcPart, DpcExports>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { denoiseByPatches, patchWeights, type NlmPart } from './apply.ts';
import type { nlmFields } from './descriptor.ts';
import { nlmKernel, type NlmExports } from './simd.ts';

export const code = {
  // The request uses the names of the reference, which do not say what they mean: its radius is a
  // width.
  prepare: ({ nlmRadius: window, nlmSigma: patch, nlmHeight: h }) => ({
    window,
    patch,
    weights: patchWeights(h),
  }),
  apply: denoiseByPatches,
  simd: (kernel) => ({ apply: nlmKernel(kernel) }),
} satisfies StepCode<ParametersOf<typeof nlmFields>, NlmPart, NlmExports>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { bilateralWeights, filterBilaterally, type BnfPart } from './apply.ts';
import type { bnfFields } from './descriptor.ts';
import { bnfKernel, type BnfExports } from './simd.ts';

export const code = {
  prepare: ({ bnfDistTh: intensitySigma, bnfNormGain: spatialSigma }) => ({
    weights: bilateralWeights(intensitySigma, spatialSigma),
  }),
  apply: filterBilaterally,
  simd: (kernel) => ({ apply: bnfKernel(kernel) }),
} satisfies StepCode<ParametersOf<typeof bnfFields>, BnfPart, BnfExports>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { edgeBoosts, enhanceEdges, type EehPart } from './apply.ts';
import type { eehFields } from './descriptor.ts';
import { eehKernel, type EehExports } from './simd.ts';

export const code = {
  prepare: ({
    eehGain: gain,
    eehOffset: flat,
    eehEdgeThreshold: edge,
    eehDeltaThreshold: most,
  }) => ({ boosts: edgeBoosts(gain, flat, edge, most) }),
  apply: enhanceEdges,
  simd: (kernel) => ({ apply: eehKernel(kernel) }),
} satisfies StepCode<ParametersOf<typeof eehFields>, EehPart, EehExports>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import type { awbFields } from '../awb/descriptor.ts';
import { filterChromaNoise, type CnfPart } from './apply.ts';
import type { cnfFields } from './descriptor.ts';
import { cnfKernel, type CnfExports } from './simd.ts';

/**
 * Its own parameters and the gains of AWB, which it uses even when AWB is off, as the reference
 * does.
 */
type Parameters = ParametersOf<typeof cnfFields> &
  Pick<ParametersOf<typeof awbFields>, 'awbR' | 'awbB'>;

export const code = {
  prepare: ({ cnfValue: threshold, awbR: redGain, awbB: blueGain }, { phases, saturation }) => ({
    phases,
    threshold,
    redGain,
    blueGain,
    saturation,
  }),
  apply: filterChromaNoise,
  simd: (kernel) => ({ apply: cnfKernel(kernel) }),
} satisfies StepCode<Parameters, CnfPart, CnfExports>;

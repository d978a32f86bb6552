import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { balanceWhite, type AwbPart } from './apply.ts';
import type { awbFields } from './descriptor.ts';
import { awbKernel, type AwbExports } from './simd.ts';

export const code = {
  prepare: ({ awbR, awbGr, awbGb, awbB }, { phases, saturation }) => ({
    phases,
    gains: [Math.trunc(awbR), Math.trunc(awbGr), Math.trunc(awbGb), Math.trunc(awbB)] as const,
    saturation,
  }),
  apply: balanceWhite,
  simd: (kernel) => ({ apply: awbKernel(kernel) }),
  figures: ([red, green, blue], { rows, columns }) => {
    const cells = (rows * columns) / 4;
    return {
      clippedPercent: [(100 * red) / cells, (100 * green) / (2 * cells), (100 * blue) / cells],
    };
  },
} satisfies StepCode<ParametersOf<typeof awbFields>, AwbPart, AwbExports>;

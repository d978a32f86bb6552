import type { ParametersOf } from '../../../field-descriptor.ts';
import { allocateShared } from '../../../images/shared-array.ts';
import type { StepCode } from '../../step-code.ts';
import { enhanceContrast, findCurves, tilingOf, type CehPart } from './apply.ts';
import type { cehFields } from './descriptor.ts';
import { cehCurvesKernel, cehKernel, type CehExports } from './simd.ts';

export const code = {
  prepare: ({ cehGain: tiles, cehOffset: clipLimit }, { rows, columns }) => {
    const tiling = tilingOf(tiles, rows, columns);
    const curves = new Uint8Array(allocateShared(tiling.tileRows * tiling.tileColumns * 256));
    return { tiling, clipLimit, curves };
  },
  survey: { units: ({ tiling }) => tiling.tileRows, apply: findCurves },
  apply: enhanceContrast,
  simd: (kernel) => ({ apply: cehKernel(kernel), survey: cehCurvesKernel(kernel) }),
} satisfies StepCode<ParametersOf<typeof cehFields>, CehPart, CehExports>;

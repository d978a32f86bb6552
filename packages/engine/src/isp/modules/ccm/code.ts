import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { correctColours, type CcmPart } from './apply.ts';
import type { ccmFields } from './descriptor.ts';

export const code = {
  prepare: ({ ccmValues }, { saturation }) => ({
    matrix: ccmValues.map((row) => row.map(Math.trunc)),
    saturation,
  }),
  apply: correctColours,
  // Channel 0 is shown as blue.
  figures: ([blue, green, red], { rows, columns }) => {
    const pixels = rows * columns;
    return {
      clippedPercent: [(100 * red) / pixels, (100 * green) / pixels, (100 * blue) / pixels],
    };
  },
} satisfies StepCode<ParametersOf<typeof ccmFields>, CcmPart>;

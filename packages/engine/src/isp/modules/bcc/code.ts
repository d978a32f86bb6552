import type { ParametersOf } from '../../../field-descriptor.ts';
import { allocateShared } from '../../../images/shared-array.ts';
import type { StepCode } from '../../step-code.ts';
import { adjustContrast, surveyLuma, type BccPart } from './apply.ts';
import type { bccFields } from './descriptor.ts';

export const code = {
  prepare: ({ bccBrightnessOffset, bccContrastGain }) => {
    const [offset, gain] = [Math.trunc(bccBrightnessOffset), Math.trunc(bccContrastGain)];
    return offset === 0 && gain === 256
      ? undefined
      : { offset, gain, curve: new Uint8Array(allocateShared(256)) };
  },
  // The median is taken over the whole picture.
  survey: { units: () => 1, apply: surveyLuma },
  apply: adjustContrast,
} satisfies StepCode<ParametersOf<typeof bccFields>, BccPart>;

import type { ParametersOf } from '../../../field-descriptor.ts';
import type { StepCode } from '../../step-code.ts';
import { controlHue, turnOf, type HscPart } from './apply.ts';
import type { hscFields } from './descriptor.ts';

export const code = {
  prepare: ({ hscHueOffset: angle, hscSaturationGain }) => {
    const { sine, cosine } = turnOf(angle);
    const gain = Math.trunc(hscSaturationGain);
    return sine === 0 && cosine === 256 && gain === 256 ? undefined : { sine, cosine, gain };
  },
  apply: controlHue,
} satisfies StepCode<ParametersOf<typeof hscFields>, HscPart>;

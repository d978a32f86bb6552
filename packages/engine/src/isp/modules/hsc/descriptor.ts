import { GAIN_LIMITS, enabled, plain, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Hue and saturation control. */
export const hsc = {
  id: 'hsc',
  label: 'HSC',
  name: 'Hue and saturation control',
  needs: ['csc'],
  fields: [
    enabled('hscEnabled', 'HSC'),
    {
      kind: 'number',
      key: 'hscHueOffset',
      label: 'hue offset',
      unit: '°',
      default: 0,
      min: -36000,
      max: 36000,
      help: 'Turns the colour circle.',
    },
    plain('hscSaturationGain', 'saturation gain', 256, GAIN_LIMITS, 'Gain of the colour, x 256.'),
  ],
} as const satisfies IspModuleDescriptor;

import { GAIN_LIMITS, enabled, plain, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Gamma correction, to 8 bit. */
export const gac = {
  id: 'gac',
  label: 'GAC',
  name: 'Gamma correction',
  needs: ['cfa'],
  fields: [
    enabled('gacEnabled', 'GAC'),
    plain('gacGain', 'GAC gain', 256, GAIN_LIMITS, 'Gain before the gamma, x 256.'),
    plain(
      'gacOffset',
      'gamma',
      0.8,
      { above: 0, max: 100 },
      'Exponent: output = input to the power of this; below 1 brightens.',
    ),
  ],
} as const satisfies IspModuleDescriptor;

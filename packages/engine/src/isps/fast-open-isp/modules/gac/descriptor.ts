import {
  enabled,
  gainOf,
  plain,
  type IspModuleOf,
  type IspModuleFields,
} from '../../module-descriptor.ts';

export const gacFields = [
  enabled('gacEnabled', 'GAC'),
  plain(
    'gacGain',
    'GAC gain',
    256,
    { ...gainOf(256, 8), name: 'Gain before the gamma' },
    'Gain before the gamma, × 256.',
  ),
  plain(
    'gacOffset',
    'gamma',
    0.8,
    { above: 0, max: 100 },
    'Exponent: output = input to the power of this; below 1 brightens.',
  ),
] as const satisfies IspModuleFields;

/** Gamma correction, to 8 bit. */
export const gac = {
  id: 'gac',
  label: 'GAC',
  name: 'Gamma correction',
  needs: ['cfa'],
  fields: gacFields,
  reads: ['codes'],
  replaces: ['rgb'],
  perPixel: true,
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof gacFields>;

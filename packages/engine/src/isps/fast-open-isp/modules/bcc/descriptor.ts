import {
  enabled,
  gainOf,
  plain,
  type IspModuleOf,
  type IspModuleFields,
} from '../../module-descriptor.ts';

export const bccFields = [
  enabled('bccEnabled', 'BCC'),
  plain(
    'bccBrightnessOffset',
    'brightness offset',
    0,
    { min: -65535, max: 65535, span: [-255, 255] },
    'Added to luma, 8 bit.',
  ),
  plain(
    'bccContrastGain',
    'contrast gain',
    256,
    gainOf(256, 4),
    'Gain around the median of the picture, × 256.',
  ),
] as const satisfies IspModuleFields;

/** Brightness and contrast control. */
export const bcc = {
  id: 'bcc',
  label: 'BCC',
  name: 'Brightness and contrast control',
  needs: ['csc'],
  fields: bccFields,
  reads: ['y'],
  replaces: ['y'],
  perPixel: true,
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof bccFields>;

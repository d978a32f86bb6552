import {
  enabled,
  gainOf,
  plain,
  type IspModuleOf,
  type IspModuleFields,
} from '../../module-descriptor.ts';

export const hscFields = [
  enabled('hscEnabled', 'HSC'),
  {
    kind: 'number',
    key: 'hscHueOffset',
    label: 'hue offset',
    unit: '°',
    default: 0,
    min: -36000,
    max: 36000,
    span: [-180, 180],
    help: 'Rotates the hue.',
  },
  plain('hscSaturationGain', 'saturation gain', 256, gainOf(256, 4), 'Gain of the chroma, × 256.'),
] as const satisfies IspModuleFields;

/** Hue and saturation control. */
export const hsc = {
  id: 'hsc',
  label: 'HSC',
  name: 'Hue and saturation control',
  needs: ['csc'],
  fields: hscFields,
  reads: ['cbcr'],
  replaces: ['cbcr'],
  perPixel: true,
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof hscFields>;

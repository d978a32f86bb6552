import { enabled, plain, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

export const dpcFields = [
  enabled('dpcEnabled', 'DPC'),
  plain(
    'dpcValue',
    'difference threshold',
    30,
    { min: 0, max: 65535 },
    'A pixel that differs by more than this from all eight neighbours of its colour is replaced, codes.',
  ),
] as const satisfies IspModuleFields;

/** Dead pixel correction. */
export const dpc = {
  id: 'dpc',
  label: 'DPC',
  name: 'Dead pixel correction',
  fields: dpcFields,
  reads: ['bayer'],
  replaces: ['bayer'],
  effort: 2,
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof dpcFields>;

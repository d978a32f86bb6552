import { enabled, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

export const aafFields = [enabled('aafEnabled', 'AAF')] as const satisfies IspModuleFields;

/** Anti-aliasing filter. */
export const aaf = {
  id: 'aaf',
  label: 'AAF',
  name: 'Anti-aliasing filter',
  fields: aafFields,
  reads: ['bayer'],
  replaces: ['bayer'],
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof aafFields>;

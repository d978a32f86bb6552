import { enabled, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

export const cscFields = [enabled('cscEnabled', 'CSC')] as const satisfies IspModuleFields;

/** Colour space conversion, to luma and chroma. */
export const csc = {
  id: 'csc',
  label: 'CSC',
  name: 'Colour space conversion',
  needs: ['cfa', 'gac'],
  fields: cscFields,
  reads: ['rgb'],
  replaces: ['y', 'cbcr'],
  perPixel: true,
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof cscFields>;

import { enabled, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Colour space conversion, to luma and chroma. */
export const csc = {
  id: 'csc',
  label: 'CSC',
  name: 'Colour space conversion',
  needs: ['cfa', 'gac'],
  fields: [enabled('cscEnabled', 'CSC')],
} as const satisfies IspModuleDescriptor;

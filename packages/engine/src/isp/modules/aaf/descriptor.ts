import { enabled, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Anti-aliasing filter. */
export const aaf = {
  id: 'aaf',
  label: 'AAF',
  name: 'Anti-aliasing filter',
  fields: [enabled('aafEnabled', 'AAF')],
} as const satisfies IspModuleDescriptor;

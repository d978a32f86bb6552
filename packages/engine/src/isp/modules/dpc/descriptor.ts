import { enabled, plain, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Dead pixel correction. */
export const dpc = {
  id: 'dpc',
  label: 'DPC',
  name: 'Dead pixel correction',
  fields: [
    enabled('dpcEnabled', 'DPC'),
    plain(
      'dpcValue',
      'difference threshold',
      30,
      { min: 0, max: 65535 },
      'A pixel that differs by more than this from all eight neighbours of its colour is replaced, codes.',
    ),
  ],
} as const satisfies IspModuleDescriptor;

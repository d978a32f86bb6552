import { enabled, plain, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Chroma noise filtering. */
export const cnf = {
  id: 'cnf',
  label: 'CNF',
  name: 'Chroma noise filtering',
  fields: [
    enabled('cnfEnabled', 'CNF'),
    plain(
      'cnfValue',
      'CNF value',
      0,
      { min: -65535, max: 65535 },
      'How far red or blue must stand out of its surroundings to count as noise, codes. Acts in dark parts only.',
    ),
  ],
} as const satisfies IspModuleDescriptor;

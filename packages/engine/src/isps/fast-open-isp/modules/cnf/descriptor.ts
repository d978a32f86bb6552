import type { ParametersOf } from '../../../../field-descriptor.ts';
import {
  enabled,
  plain,
  type IspModuleDescriptor,
  type IspModuleFields,
} from '../../module-descriptor.ts';
import type { awbFields } from '../awb/descriptor.ts';

export const cnfFields = [
  enabled('cnfEnabled', 'CNF'),
  plain(
    'cnfValue',
    'CNF value',
    0,
    { min: -65535, max: 65535, span: [0, 1023], name: 'Chroma noise threshold' },
    'Difference from the surroundings above which red or blue counts as noise, codes. Has an effect in dark parts only.',
  ),
] as const satisfies IspModuleFields;

/** Fields of CNF and the gains of AWB, which CNF uses even when AWB is off: the reference does. */
export type CnfParameters = ParametersOf<typeof cnfFields> &
  Pick<ParametersOf<typeof awbFields>, 'awbR' | 'awbB'>;

/** Chroma noise filtering. */
export const cnf = {
  id: 'cnf',
  label: 'CNF',
  name: 'Chroma noise filtering',
  fields: cnfFields,
  alsoReads: ['awbR', 'awbB'],
  reads: ['bayer'],
  replaces: ['bayer'],
  effort: 2,
  load: () => import('./simd.ts'),
} as const satisfies IspModuleDescriptor<CnfParameters>;

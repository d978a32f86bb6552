import {
  enabled,
  plain,
  type IspModuleDescriptor,
  type IspModuleFields,
} from '../../module-descriptor.ts';

const DELTA = { whole: true, min: 0, max: 1000 } as const;

export const fcsFields = [
  enabled('fcsEnabled', 'FCS'),
  plain('fcsGain', 'delta min', 8, DELTA, 'Edges up to this keep their colour.'),
  plain(
    'fcsOffset',
    'delta max',
    32,
    DELTA,
    'Edges from this on lose it. Not above delta min: a hard step here.',
  ),
] as const satisfies IspModuleFields;

/** False colour suppression. */
export const fcs = {
  id: 'fcs',
  label: 'FCS',
  name: 'False colour suppression',
  needs: ['csc', 'eeh'],
  fields: fcsFields,
  reads: ['edges', 'cbcr'],
  replaces: ['cbcr'],
  perPixel: true,
  load: () => import('./code.ts'),
} as const satisfies IspModuleDescriptor;

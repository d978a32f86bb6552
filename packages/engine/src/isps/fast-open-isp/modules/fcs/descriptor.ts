import { enabled, plain, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

const DELTA = { whole: true, min: 0, max: 1000 } as const;

export const fcsFields = [
  enabled('fcsEnabled', 'FCS'),
  plain(
    'fcsGain',
    'delta min',
    8,
    DELTA,
    'Pixels with an edge value up to this keep their chroma.',
  ),
  plain(
    'fcsOffset',
    'delta max',
    32,
    DELTA,
    'Pixels with an edge value from this on lose their chroma. Unless it is above delta min, the transition is a step.',
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
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof fcsFields>;

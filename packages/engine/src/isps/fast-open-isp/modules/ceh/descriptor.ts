import { enabled, plain, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

export const cehFields = [
  enabled('cehEnabled', 'CEH'),
  {
    kind: 'pair',
    key: 'cehGain',
    label: 'tiles',
    unit: '',
    parts: ['rows', 'columns'],
    default: [4, 6],
    whole: true,
    min: 2,
    max: 256,
    help: 'Rows and columns of tiles, like 4,6; each tile has a histogram of its own.',
  },
  plain(
    'cehOffset',
    'clip limit',
    0.01,
    { min: 0, max: 1e6 },
    "Highest histogram bin that is kept, as a fraction of the tile's peak.",
  ),
] as const satisfies IspModuleFields;

/** Contrast enhancement: limited adaptive histogram equalisation of luma. */
export const ceh = {
  id: 'ceh',
  label: 'CEH',
  name: 'Contrast enhancement',
  needs: ['csc'],
  fields: cehFields,
  reads: ['y'],
  replaces: ['y'],
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof cehFields>;

import { enabled, plain, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

const SIGMA = { min: 0.001, max: 1e6 } as const;

export const bnfFields = [
  enabled('bnfEnabled', 'BNF'),
  {
    ...plain(
      'bnfDistTh',
      'intensity sigma',
      1,
      SIGMA,
      'Standard deviation of the weight over differences of luma, as a fraction of 255.',
    ),
    typed: '1.0',
  },
  {
    ...plain(
      'bnfNormGain',
      'spatial sigma',
      1,
      SIGMA,
      'Standard deviation of the weight over distance, pixels.',
    ),
    typed: '1.0',
  },
] as const satisfies IspModuleFields;

/** Bilateral noise filtering of luma, 5x5. */
export const bnf = {
  id: 'bnf',
  label: 'BNF',
  name: 'Bilateral noise filtering',
  needs: ['csc'],
  fields: bnfFields,
  reads: ['y'],
  replaces: ['y'],
  effort: 6,
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof bnfFields>;

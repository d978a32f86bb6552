import { enabled, plain, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

/** Up to this size no sum exceeds 31 bits. */
const SIZE = { odd: true, min: 1, max: 89 } as const;

export const nlmFields = [
  enabled('nlmEnabled', 'NLM'),
  plain(
    'nlmRadius',
    'search window size',
    9,
    SIZE,
    'Width of the window that is searched for similar patches, pixels; odd.',
  ),
  plain('nlmSigma', 'patch size', 3, SIZE, 'Width of the patches that are compared, pixels; odd.'),
  plain(
    'nlmHeight',
    'NLM height',
    10,
    { min: 0.001, max: 1e6, name: 'Smoothing' },
    'How different patches may be and still contribute: larger values smooth more.',
  ),
] as const satisfies IspModuleFields;

/** Non-local means denoising of luma. */
export const nlm = {
  id: 'nlm',
  label: 'NLM',
  name: 'Non-local means denoising',
  needs: ['csc'],
  fields: nlmFields,
  reads: ['y'],
  replaces: ['y'],
  effort: 25,
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof nlmFields>;

import type { AlgorithmDescriptor } from '../algorithm-descriptor.ts';

/**
 * Relative depth from one picture.
 * @see Ranftl et al., Vision Transformers for Dense Prediction, ICCV 2021.
 */
export const midasDptSmall = {
  label: 'MiDaS_DPT_Small',
  load: () => import('./build.ts'),
} as const satisfies AlgorithmDescriptor;

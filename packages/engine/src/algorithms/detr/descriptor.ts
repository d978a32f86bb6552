import type { AlgorithmDescriptor } from '../algorithm-descriptor.ts';

/**
 * Object detection.
 * @see Carion et al., End-to-End Object Detection with Transformers, ECCV 2020.
 */
export const detr = {
  label: 'DETR',
  load: () => import('./build.ts'),
} as const satisfies AlgorithmDescriptor;

import { detr } from './detr/descriptor.ts';
import { midasDptSmall } from './midas-dpt-small/descriptor.ts';

/**
 * Every algorithm, in the order of the choice list; the blank choice runs none. A new one needs a
 * folder beside this file and a line here.
 */
export const algorithms = { detr, midasDptSmall } as const;

export type AlgorithmId = keyof typeof algorithms;

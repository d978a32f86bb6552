import type { Still } from '../still.ts';
import { still as wide } from './square.ts';

/** The middle of the square, 36° wide, from the same place. */
export const still: Still = { ...wide, camera: { ...wide.camera, frameHeight: 0.433 } };

/**
 * What a search outside the engine needs to give the same bits in every program: elementary
 * functions, random numbers from counters, eigenvectors and the normal distribution.
 */
export { acos, atan, atan2, cos, exp, log, pow, sin, tan } from './quantities/elementary.ts';
export { jacobiEigen } from './analysis/linear-algebra.ts';
export { gaussianOf } from './random/gaussian.ts';
export { quickNormalQuantile, quickNormalTail } from './random/normal-distribution.ts';
export { philox } from './random/philox.ts';

/**
 * What a search outside the engine needs to give the same bits in every program: elementary
 * functions, and random numbers from counters.
 */
export { acos, atan, atan2, cos, exp, log, pow, sin, tan } from './quantities/elementary.ts';
export { gaussianOf } from './random/gaussian.ts';
export { philox } from './random/philox.ts';

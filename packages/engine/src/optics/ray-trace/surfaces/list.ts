/** Kinds of surfaces, a line each. */
export { conic } from './conic.ts';
export { evenAsphere } from './even-asphere.ts';
export { plane } from './plane.ts';
export { sphere } from './sphere.ts';

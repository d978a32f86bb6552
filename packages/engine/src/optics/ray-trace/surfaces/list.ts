/** Kinds of surfaces, a line each. */
export { biconic } from './biconic.ts';
export { conic } from './conic.ts';
export { evenAsphere } from './even-asphere.ts';
export { oddAsphere } from './odd-asphere.ts';
export { plane } from './plane.ts';
export { qbfs } from './qbfs.ts';
export { qcon } from './qcon.ts';
export { sphere } from './sphere.ts';
export { toroid } from './toroid.ts';
export { xyPolynomial } from './xy-polynomial.ts';
export { zernike } from './zernike.ts';

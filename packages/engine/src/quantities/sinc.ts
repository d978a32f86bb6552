import { sin } from './elementary.ts';

/** sin(πx)/(πx), 1 at 0, with the same bits in every program. */
export const sinc = (x: number): number => (x === 0 ? 1 : sin(Math.PI * x) / (Math.PI * x));

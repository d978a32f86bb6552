import type { RunLengths } from '../../../labels/run-lengths.ts';

/** An object that a network found. */
export interface FoundBox {
  /** Left, top, width, height in pixels of the picture, which begins at 0; not rounded. */
  readonly box: readonly [number, number, number, number];
  /** 0 to 1. */
  readonly score: number;
  /** Number of the class from 0, without the background. */
  readonly label: number;
  readonly mask?: RunLengths;
}

export interface BoxesFinding {
  readonly kind: 'boxes';
  readonly boxes: readonly FoundBox[];
}

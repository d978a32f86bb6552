import type { RunLengths } from '../labels/run-lengths.ts';

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

/** What a network found in one picture, in pixels of that picture. Arrays are [rows, columns]. */
export type Finding =
  | { readonly kind: 'boxes'; readonly boxes: readonly FoundBox[] }
  | {
      readonly kind: 'classes';
      /** Probability of each class. */
      readonly scores: Float64Array;
    }
  | {
      readonly kind: 'classMap';
      readonly rows: number;
      readonly columns: number;
      /** The class of each pixel. */
      readonly classes: Uint16Array;
    }
  | {
      readonly kind: 'depth';
      readonly rows: number;
      readonly columns: number;
      /** Depth, or inverse depth in arbitrary units with an arbitrary zero. */
      readonly values: Float32Array;
      readonly inverse: boolean;
    }
  | {
      readonly kind: 'anomaly';
      readonly rows: number;
      readonly columns: number;
      readonly map: Float32Array;
      /** Of the whole picture. */
      readonly score: number;
    };

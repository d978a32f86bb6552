import type { TwinPattern } from './manifest.ts';

/** Size and colours of raw frames. */
export interface FrameLayout {
  readonly rows: number;
  readonly columns: number;
  /** Names of the colours. */
  readonly channels: readonly string[];
  /** Places in `channels` of the 2 x 2 tile, row by row. */
  readonly tile: readonly [number, number, number, number];
  /** The colour whose level stands for the light: green or white. */
  readonly first: number;
  readonly bits: number;
}

export function frameLayout(
  { rows, columns }: { readonly rows: number; readonly columns: number },
  pattern: TwinPattern,
  bits: number,
): FrameLayout {
  const size = { rows, columns, bits };
  if (pattern === 'mono') return { ...size, channels: ['white'], tile: [0, 0, 0, 0], first: 0 };
  const tile = Array.from(pattern, (letter) => 'rgb'.indexOf(letter));
  return {
    ...size,
    channels: ['red', 'green', 'blue'],
    tile: tile as unknown as FrameLayout['tile'],
    first: 1,
  };
}

/** The colour of the pixel at a row and column. */
export const colourAt = ({ tile }: FrameLayout, row: number, column: number): number =>
  tile[2 * (row & 1) + (column & 1)]!;

/** A raw frame: codes row by row. */
export type RawFrame = ArrayLike<number>;

/** Raw frames that were taken alike; reading them again gives the same frames. */
export interface RawStack {
  readonly kind: 'dark' | 'flat';
  /** Seconds. */
  readonly exposure: number;
  readonly celsius: number | undefined;
  readonly light: string;
  readonly turned: number;
  readonly photons: number | undefined;
  readonly files: readonly string[];
  readonly frames: () => AsyncIterable<RawFrame>;
}

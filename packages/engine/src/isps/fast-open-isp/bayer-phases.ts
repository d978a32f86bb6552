import type { BayerOrder } from '../../sensors/bayer/descriptor.ts';

/** Colours of raw pixels: red, green in a row with red, green in a row with blue, blue. */
export const RED = 0;
export const GREEN_IN_RED_ROW = 1;
export const GREEN_IN_BLUE_ROW = 2;
export const BLUE = 3;

/** Colours of the top-left 2x2: phases[(row & 1) * 2 + (column & 1)]. */
export type BayerPhases = readonly [number, number, number, number];

export const BAYER_PHASES: Readonly<Record<BayerOrder, BayerPhases>> = {
  rggb: [RED, GREEN_IN_RED_ROW, GREEN_IN_BLUE_ROW, BLUE],
  grbg: [GREEN_IN_RED_ROW, RED, BLUE, GREEN_IN_BLUE_ROW],
  gbrg: [GREEN_IN_BLUE_ROW, BLUE, RED, GREEN_IN_RED_ROW],
  bggr: [BLUE, GREEN_IN_BLUE_ROW, GREEN_IN_RED_ROW, RED],
};

/** Row and column of a colour in the top-left 2x2. */
export function phaseOf(
  phases: BayerPhases,
  colour: number,
): { readonly row: number; readonly column: number } {
  const index = phases.indexOf(colour);
  return { row: index >> 1, column: index & 1 };
}

/** The channel of a colour: 0 red, 1 green, 2 blue. */
export const channelOf = (colour: number): 0 | 1 | 2 =>
  colour === RED ? 0 : colour === BLUE ? 2 : 1;

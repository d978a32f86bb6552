import { ONE_SURFACE } from './compose-layers.ts';

/** The blur of a scene's samples. */
export interface BlurMap {
  readonly rows: number;
  readonly columns: number;
  /** Signed blur radius per sample, pixels. */
  readonly blurs: Float32Array;
  /** Place of each sample among the layers, see `placesAmong`. */
  readonly places: Float32Array;
}

/** Layers that two samples must be apart for the nearer one to hide the farther one. */
const LAYERS_APART = 2;

/** Whether a sample stands so far behind another that the other one hides it. */
const isBehind = ({ blurs, places }: BlurMap, far: number, near: number): boolean =>
  blurs[near]! - blurs[far]! > ONE_SURFACE && places[near]! - places[far]! >= LAYERS_APART;

/**
 * Guesses what stands behind objects: beside a jump of distance the farther side goes on behind the
 * nearer one, as its nearest sample has it, as far as the blur of both can show it.
 *
 * @param samplesPerPixel samples of the scene per pixel of the sensor.
 * @returns per sample the one that goes on behind it; -1 for none.
 * @see docs/reference/depth.md#scenes
 */
export function guessHidden(map: BlurMap, samplesPerPixel: number): Int32Array {
  const { rows, columns, blurs } = map;
  const source = new Int32Array(rows * columns).fill(-1);
  const reached = new Float32Array(rows * columns).fill(Infinity);
  /** Samples by their distance, rounded down. */
  const fronts: number[][] = [];
  const offer = (at: number, row: number, column: number, from: number): void => {
    if (!isBehind(map, from, at)) return;
    const square = (row - Math.floor(from / columns)) ** 2 + (column - (from % columns)) ** 2;
    if (square >= reached[at]!) return;
    const reach = (Math.abs(blurs[at]!) + Math.abs(blurs[from]!) + 1) * samplesPerPixel;
    // A sample beside the jump is always filled, however large samples are.
    if (square > Math.max(1, reach * reach)) return;
    source[at] = from;
    reached[at] = square;
    (fronts[Math.floor(Math.sqrt(square))] ??= []).push(at);
  };
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1) {
      if (column > 0) offer(at, row, column, at - 1);
      if (column < columns - 1) offer(at, row, column, at + 1);
      if (row > 0) offer(at, row, column, at - columns);
      if (row < rows - 1) offer(at, row, column, at + columns);
    }
  for (let distance = 0; distance < fronts.length; distance += 1) {
    const front = fronts[distance] ?? [];
    // Grows while it is read.
    for (let i = 0; i < front.length; i += 1) {
      const at = front[i]!;
      const from = source[at]!;
      const [row, column] = [Math.floor(at / columns), at % columns];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
          offer(y * columns + x, y, x, from);
    }
    fronts[distance] = [];
  }
  return source;
}

/**
 * Places among the layers of what is known to stand behind each sample; NaN where it belongs to the
 * same surface.
 *
 * @param behind blur and place of what stands behind.
 */
export function knownHidden(map: BlurMap, behind: Pick<BlurMap, 'blurs' | 'places'>): Float32Array {
  return behind.places.map((place, at) =>
    map.blurs[at]! - behind.blurs[at]! > ONE_SURFACE && map.places[at]! - place >= LAYERS_APART
      ? place
      : NaN,
  );
}

/** Blocks of cells that are not all black, or have such a neighbour. */
export interface LitBlocks {
  readonly rows: number;
  readonly columns: number;
  /** 1 where a block or one beside it has light: isLit[row * columns + column]. */
  readonly isLit: Uint8Array;
}

/** What is read of `Cells`. */
interface KnownCells {
  readonly rows: number;
  readonly columns: number;
  readonly planes: readonly Float32Array[];
  readonly isEndless?: boolean;
  readonly lit?: LitBlocks;
}

/** Cells along a side of a block: more than a sample of a lens's picture covers. */
const [SIDE, SHIFT] = [32, 5];

/** Finds the blocks of cells with light, so that the many empty ones of a layer cost nothing. */
export function litBlocks({ rows, columns, planes }: KnownCells): LitBlocks {
  const [high, wide] = [Math.ceil(rows / SIDE), Math.ceil(columns / SIDE)];
  const own = new Uint8Array(high * wide);
  for (const plane of planes)
    for (let row = 0, at = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, at += 1)
        if (plane[at] !== 0) own[(row >> SHIFT) * wide + (column >> SHIFT)] = 1;
  const isLit = new Uint8Array(high * wide);
  for (let row = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1)
      for (let y = Math.max(0, row - 1); y <= Math.min(high - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(wide - 1, column + 1); x += 1)
          if (own[y * wide + x]) isLit[row * wide + column] = 1;
  return { rows: high, columns: wide, isLit };
}

/** Whether the block of a cell is lit; cells outside count as the nearest. */
export const isCellLit = (
  { rows, columns, isLit }: LitBlocks,
  row: number,
  column: number,
): boolean => {
  const y = Math.min(rows - 1, Math.max(0, row >> SHIFT));
  const x = Math.min(columns - 1, Math.max(0, column >> SHIFT));
  return isLit[y * columns + x] === 1;
};

/**
 * Whether there is light in a rectangle of a pattern.
 *
 * @param from and `to` are its corners [x, y] in coordinates of the pattern.
 */
export function isLitWithin(
  { lit, rows, columns, isEndless }: KnownCells,
  from: readonly [number, number],
  to: readonly [number, number],
): boolean {
  if (!lit) return true;
  if (!isEndless && (from[0] > 1 || from[1] > 1 || to[0] < 0 || to[1] < 0)) return false;
  const blockOf = (place: number, cells: number, blocks: number): number =>
    Math.min(blocks - 1, Math.max(0, Math.floor((place * cells) / SIDE)));
  const last = blockOf(to[0], columns, lit.columns);
  const bottom = blockOf(to[1], rows, lit.rows);
  for (let y = blockOf(from[1], rows, lit.rows); y <= bottom; y += 1)
    for (let x = blockOf(from[0], columns, lit.columns); x <= last; x += 1)
      if (lit.isLit[y * lit.columns + x]) return true;
  return false;
}

import { allocateShared } from '../../images/shared-array.ts';

/** Blocks of cells that are not all black, or have such a neighbour. */
export interface LitBlocks {
  readonly rows: number;
  readonly columns: number;
  /** 1 where a block or one beside it has light: isLit[row * columns + column]. */
  readonly isLit: Uint8Array;
  /** Small blocks per row, and 1 where one has light itself. */
  readonly smallColumns: number;
  readonly isSmallLit: Uint8Array;
}

/** What is read of `Cells`. */
interface KnownCells {
  readonly rows: number;
  readonly columns: number;
  readonly planes: readonly Float32Array[];
  readonly endlessFrom?: number;
  readonly lit?: LitBlocks;
}

/** Cells along a side of a block: more than a sample of a lens's picture covers. */
const [SIDE, SHIFT] = [32, 5];
/** Side and shift of small blocks. */
const [SMALL_SIDE, SMALL_SHIFT] = [8, 3];

/** Finds the blocks of cells with light, so that the many empty ones of a layer cost nothing. */
export function litBlocks({ rows, columns, planes }: KnownCells): LitBlocks {
  const [high, wide] = [Math.ceil(rows / SIDE), Math.ceil(columns / SIDE)];
  const own = new Uint8Array(high * wide);
  const smallColumns = Math.ceil(columns / SMALL_SIDE);
  const isSmallLit = new Uint8Array(allocateShared(Math.ceil(rows / SMALL_SIDE) * smallColumns));
  for (const plane of planes)
    for (let row = 0, at = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, at += 1)
        if (plane[at] !== 0)
          isSmallLit[(row >> SMALL_SHIFT) * smallColumns + (column >> SMALL_SHIFT)] = 1;
  const perBlock = SHIFT - SMALL_SHIFT;
  for (let at = 0; at < isSmallLit.length; at += 1)
    if (isSmallLit[at])
      own[(Math.floor(at / smallColumns) >> perBlock) * wide + ((at % smallColumns) >> perBlock)] =
        1;
  const isLit = new Uint8Array(high * wide);
  for (let row = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1)
      for (let y = Math.max(0, row - 1); y <= Math.min(high - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(wide - 1, column + 1); x += 1)
          if (own[y * wide + x]) isLit[row * wide + column] = 1;
  return { rows: high, columns: wide, isLit, smallColumns, isSmallLit };
}

/** Whether any small block of a rectangle of cells, all of them in the pattern, is lit. */
export function isAnyLit(
  { smallColumns, isSmallLit }: LitBlocks,
  fromRow: number,
  toRow: number,
  fromColumn: number,
  toColumn: number,
): boolean {
  // Called for every sample of a picture: numbers alone, no lists.
  const first = fromColumn >> SMALL_SHIFT;
  const last = toColumn >> SMALL_SHIFT;
  const bottom = toRow >> SMALL_SHIFT;
  for (let row = fromRow >> SMALL_SHIFT; row <= bottom; row += 1) {
    const end = row * smallColumns + last;
    for (let at = row * smallColumns + first; at <= end; at += 1)
      if (isSmallLit[at] === 1) return true;
  }
  return false;
}

/**
 * Whether there is light in a rectangle of a pattern.
 *
 * @param from and `to` are its corners [x, y] in coordinates of the pattern.
 */
export function isLitWithin(
  { lit, rows, columns, endlessFrom }: KnownCells,
  from: readonly [number, number],
  to: readonly [number, number],
): boolean {
  if (!lit) return true;
  const isOutside = from[0] > 1 || from[1] > 1 || to[0] < 0 || to[1] < 0;
  if (isOutside && endlessFrom === undefined) return false;
  const blockOf = (place: number, cells: number, blocks: number): number =>
    Math.min(blocks - 1, Math.max(0, Math.floor((place * cells) / SIDE)));
  const last = blockOf(to[0], columns, lit.columns);
  const bottom = blockOf(to[1], rows, lit.rows);
  for (let y = blockOf(from[1], rows, lit.rows); y <= bottom; y += 1)
    for (let x = blockOf(from[0], columns, lit.columns); x <= last; x += 1)
      if (lit.isLit[y * lit.columns + x]) return true;
  return false;
}

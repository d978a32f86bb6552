import { millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import type { PixelSides } from '../pixel-shape.ts';

/**
 * How a picture is cut into tiles for convolution. The corners of the tiles are nodes, at which the
 * kernels are known; one node is on the axis. Transforms have n = side + 2·reach pixels per side.
 * Lengths are in pixels unless their name says otherwise.
 */
export interface Tiling {
  /** Samples of the source per pixel along a side. */
  readonly oversampling: number;
  /** Pixel pitch. */
  readonly pixelMm: number;
  /** Working pitch: distance between samples of the source. */
  readonly pitchMm: number;
  /** Pixels of the picture per pixel here, along a side; absent: 1. */
  readonly binning?: number;
  /** The light-sensitive sides of a pixel of the picture. */
  readonly sides: PixelSides;
  /** The kernels are the same everywhere: the node on the axis serves all tiles. */
  readonly isEven?: true;
  /** Nodes of all quadrants have kernels of their own, because the lens is not round. */
  readonly isWhole?: true;
  /** Half width of a kernel. */
  readonly reach: number;
  /** Set where kernels are so wide that each is computed as far as its own light reaches. */
  readonly ownWidths?: OwnWidths;
  /** Size of a transform; a power of two. */
  readonly n: number;
  /** Size of a tile. */
  readonly side: number;
  /** Size of the picture. */
  readonly columns: number;
  readonly rows: number;
  /**
   * Pixel whose left and upper sides meet at the node on the axis; with an odd number of columns
   * the axis itself is half a pixel further.
   */
  readonly axisColumn: number;
  readonly axisRow: number;
  /** Place of the axis, from the upper left corner of the picture. */
  readonly centre: readonly [number, number];
  /**
   * Tiles run from −tilesAcross to tilesAcross − 1 from the axis, nodes from −tilesAcross to
   * tilesAcross; likewise down.
   */
  readonly tilesAcross: number;
  readonly tilesDown: number;
  /** Radius of the image circle. */
  readonly imageRadiusMm: number;
}

/** How far kernels are computed that are 0 beyond. */
export interface OwnWidths {
  /** Least half width of a kernel. */
  readonly leastMm: number;
  /** Half width of the widest. */
  readonly lightReach: number;
}

/** How near nodes are. */
export interface NodeSpacing {
  /** Largest distance of neighbours, where transforms of that size hold the kernels. */
  readonly mostMm: number;
  /** Sizes of transforms over the half width of their kernels, in the order they are tried. */
  readonly shares: readonly number[];
}

/**
 * Kernels interpolated between nodes at most .3 mm apart misplace less than .5 % of the light
 * (docs/reference/optics.md#node-spacing). Tiles have three quarters, five eighths or half the side
 * of their transform; out of focus, where kernels are wide, a quarter too. Towards the rim of the
 * image circle a blur that rims of lenses cut changes twice as fast
 * (docs/reference/depth.md#largest-blur).
 */
export const SPACINGS = {
  usual: { mostMm: 0.3, shares: [8, 16 / 3, 4] },
  outOfFocus: { mostMm: 0.3, shares: [8, 16 / 3, 4, 8 / 3] },
  nearRim: { mostMm: 0.15, shares: [8, 16 / 3, 4, 8 / 3] },
} as const satisfies Readonly<Record<string, NodeSpacing>>;
/** Sizes of transforms. */
const SMALLEST_TRANSFORM = 32;
const LARGEST_TRANSFORM = 512;
/** Half width of the widest kernels, pixels. */
export const LARGEST_REACH = LARGEST_TRANSFORM / 4;

/** Samples per pixel and side: more would need kernels of hundreds of phases. */
const MOST_SAMPLES = 8;

/**
 * Samples per pixel and side that represent all that a lens transmits, up to the first zero of the
 * pixel's box: one cycle per pixel. Beyond that the box leaves little, and it is cut off, not
 * aliased (docs/reference/physics.md#p2).
 *
 * @param pixelMm pixel pitch.
 * @param cutoff highest frequency that the lens transmits at any wavelength, cycles per mm.
 * @param sides of the pixel.
 */
export function oversamplingFor(pixelMm: number, cutoff: number, sides: PixelSides): number {
  const zero = Math.max(...sides.map(({ share }) => 1 / share));
  let samples = 1;
  while (samples < MOST_SAMPLES && samples / (2 * pixelMm) < cutoff && samples / 2 < zero)
    samples *= 2;
  return samples;
}

/**
 * Cuts a picture into tiles.
 *
 * @param oversampling samples of the source per pixel along a side.
 * @param halfWidthMm half width that kernels must have (docs/reference/physics.md#p5); less where
 *   pixels are so small that the largest transform is too small for it.
 * @param imageRadiusMm radius of the image circle; there are no tiles beyond it.
 * @param spacing of the nodes.
 */
export function tilingFor(
  { rows, columns, pitch, offset = [0, 0] }: PixelGrid,
  oversampling: number,
  halfWidthMm: number,
  imageRadiusMm: number,
  spacing: NodeSpacing = SPACINGS.usual,
): Omit<Tiling, 'sides'> {
  const pixelMm = millimetresOf(pitch);
  const { n, reach } = transformFor(halfWidthMm / pixelMm, pixelMm, spacing);
  const side = n - 2 * reach;
  const centre = [columns / 2 - offset[0], rows / 2 - offset[1]] as const;
  const cut = {
    oversampling,
    pixelMm,
    pitchMm: pixelMm / oversampling,
    reach,
    n,
    side,
    columns,
    rows,
    axisColumn: Math.floor(centre[0]),
    axisRow: Math.floor(centre[1]),
    centre,
    imageRadiusMm,
  };
  return { ...cut, ...tileCounts(cut, reach) };
}

/** Tiles from the axis outwards whose light reaches the picture, or the image circle ends. */
function tileCounts(
  {
    rows,
    columns,
    axisColumn,
    axisRow,
    side,
    pixelMm,
    imageRadiusMm,
  }: Omit<Tiling, 'sides' | 'tilesAcross' | 'tilesDown'>,
  reach: number,
): Pick<Tiling, 'tilesAcross' | 'tilesDown'> {
  const tiles = (size: number, axis: number): number =>
    Math.max(
      1,
      Math.ceil(Math.min(Math.max(axis, size - axis) + reach, imageRadiusMm / pixelMm + 1) / side),
    );
  return { tilesAcross: tiles(columns, axisColumn), tilesDown: tiles(rows, axisRow) };
}

/** The tiling with kernels that are computed as far as their own light reaches. */
export const withOwnWidths = <Cut extends Omit<Tiling, 'sides'>>(
  tiling: Cut,
  ownWidths: OwnWidths,
): Cut => ({ ...tiling, ownWidths, ...tileCounts(tiling, ownWidths.lightReach) });

/**
 * Size of the transforms with the least overlap of tiles for which kernels of that half width fit
 * and nodes are near enough; where none are, with the smallest tiles.
 */
function transformFor(
  halfWidthPixels: number,
  pixelMm: number,
  { mostMm, shares }: NodeSpacing,
): { readonly n: number; readonly reach: number } {
  let smallest = { n: LARGEST_TRANSFORM, reach: LARGEST_REACH };
  for (const share of shares) {
    for (let n = SMALLEST_TRANSFORM; n <= LARGEST_TRANSFORM; n *= 2) {
      const reach = n / share;
      const isNear = (n - 2 * reach) * pixelMm <= mostMm || n === SMALLEST_TRANSFORM;
      if (reach < halfWidthPixels) continue;
      if (isNear) return { n, reach };
      if (n - 2 * reach < smallest.n - 2 * smallest.reach) smallest = { n, reach };
    }
  }
  return smallest;
}

/**
 * Nodes of one quadrant as [column, row], each from 0, which is the axis. The nodes of the other
 * quadrants are their mirror images; but for a lens that is not round these are all nodes.
 */
export function quadrantNodes({
  tilesAcross,
  tilesDown,
  isWhole,
}: Tiling): readonly (readonly [number, number])[] {
  const [left, above] = isWhole ? [tilesAcross, tilesDown] : [0, 0];
  const wide = left + tilesAcross + 1;
  return Array.from(
    { length: wide * (above + tilesDown + 1) },
    (_, node) => [(node % wide) - left, Math.floor(node / wide) - above] as const,
  );
}

/** Place of a node, or of the node whose mirror image it is, in `quadrantNodes`. */
export const nodeIndex = (
  { tilesAcross, tilesDown, isWhole }: Tiling,
  column: number,
  row: number,
): number =>
  isWhole
    ? (row + tilesDown) * (2 * tilesAcross + 1) + column + tilesAcross
    : Math.abs(row) * (tilesAcross + 1) + Math.abs(column);

/** Nodes of a quadrant from the first to the last column and row. */
export interface NodeBlock {
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** Place of a node in a block, row by row. */
export const placeInBlock = (block: NodeBlock, column: number, row: number): number =>
  (row - block.firstRow) * (block.lastColumn - block.firstColumn + 1) + column - block.firstColumn;

export const isInBlock = (block: NodeBlock, column: number, row: number): boolean =>
  column >= block.firstColumn &&
  column <= block.lastColumn &&
  row >= block.firstRow &&
  row <= block.lastRow;

/**
 * Whether light from a tile can reach the picture: the tile lies inside the image circle, and
 * within a kernel's reach of the picture.
 */
export function isTileUsed(tiling: Tiling, column: number, row: number): boolean {
  const { side, pixelMm, imageRadiusMm, axisColumn, axisRow } = tiling;
  const reach = tiling.ownWidths?.lightReach ?? tiling.reach;
  const [left, top] = [axisColumn + column * side, axisRow + row * side];
  if (left + side + reach <= 0 || left - reach >= tiling.columns) return false;
  if (top + side + reach <= 0 || top - reach >= tiling.rows) return false;
  const away = (tile: number): number => Math.max(0, tile, -1 - tile) * side * pixelMm;
  return Math.hypot(away(column), away(row)) <= imageRadiusMm + 2 * pixelMm;
}

/**
 * Whether a node of the quadrant, or one of its mirror images, is the corner of a tile that is
 * used.
 */
export function isNodeUsed(tiling: Tiling, column: number, row: number): boolean {
  const { isWhole = false } = tiling;
  for (const nodeColumn of isWhole ? [column] : [column, -column])
    for (const nodeRow of isWhole ? [row] : [row, -row])
      for (const right of [0, 1])
        for (const down of [0, 1])
          if (isTileUsed(tiling, nodeColumn - right, nodeRow - down)) return true;
  return false;
}

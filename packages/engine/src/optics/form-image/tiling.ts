import { millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';

/**
 * How a picture is cut for convolution. The source is sampled `oversampling` times per pixel and side. Tiles of `side` pixels meet at nodes,
 * where point spread functions are known; the axis is a node. Transforms are n x n = side + 2·reach pixels. Lengths are in pixels.
 */
export interface Tiling {
  /** Samples of the source per pixel along a side. */
  readonly oversampling: number;
  /** Pixel pitch, mm. */
  readonly pixelMm: number;
  /** Distance between samples of the source, mm. */
  readonly pitchMm: number;
  /** Half width of a kernel. */
  readonly reach: number;
  readonly n: number;
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  /** The pixel whose left (upper) side is the node on the axis; where columns are odd the axis is half a pixel further. */
  readonly axisColumn: number;
  readonly axisRow: number;
  /** Where the axis meets the picture, from its upper left corner. */
  readonly centre: readonly [number, number];
  /** Tiles run from −tilesAcross to tilesAcross − 1 round the axis; nodes from −tilesAcross to tilesAcross. */
  readonly tilesAcross: number;
  readonly tilesDown: number;
  /** Of the image circle, mm. */
  readonly imageRadiusMm: number;
}

/** Nodes are at most so far apart, mm: kernels interpolated between them err by less than .5 % of the light (optics.md section 4). */
const MOST_SPACING_MM = 0.3;
/** Sizes of transforms; tiles take three quarters of one, five eighths, or half. */
const SMALLEST_TRANSFORM = 32;
const LARGEST_TRANSFORM = 512;

/**
 * Samples per pixel and side that carry everything that a lens passes up to one cycle per pixel: beyond it the pixel's own box leaves
 * little, and what is cut off there is not folded back (physics.md P2).
 *
 * @param pixelMm pitch, mm.
 * @param cutoff largest frequency that the lens passes at any wavelength, cycles per mm.
 */
export const oversamplingFor = (pixelMm: number, cutoff: number): number =>
  1 / (2 * pixelMm) >= cutoff ? 1 : 2;

/**
 * Cuts a picture.
 *
 * @param grid pitch and offset in metres and pixels.
 * @param halfWidthMm that kernels must reach, mm (physics.md P5). Pixels so small that it does not fit the largest transform get what fits.
 * @param imageRadiusMm of the image circle, mm: beyond it nothing needs doing.
 */
export function tilingFor(
  { rows, columns, pitch, offset = [0, 0] }: PixelGrid,
  oversampling: number,
  halfWidthMm: number,
  imageRadiusMm: number,
): Tiling {
  const pixelMm = millimetresOf(pitch);
  const { n, reach } = transformFor(halfWidthMm / pixelMm, pixelMm);
  const side = n - 2 * reach;
  const centre = [columns / 2 - offset[0], rows / 2 - offset[1]] as const;
  const [axisColumn, axisRow] = [Math.floor(centre[0]), Math.floor(centre[1])];
  const tiles = (size: number, axis: number): number =>
    Math.max(
      1,
      Math.ceil(Math.min(Math.max(axis, size - axis) + reach, imageRadiusMm / pixelMm + 1) / side),
    );
  return {
    oversampling,
    pixelMm,
    pitchMm: pixelMm / oversampling,
    reach,
    n,
    side,
    columns,
    rows,
    axisColumn,
    axisRow,
    centre,
    imageRadiusMm,
    tilesAcross: tiles(columns, axisColumn),
    tilesDown: tiles(rows, axisRow),
  };
}

/** The transform that wastes least on the overlap of tiles: kernels of that half width, pixels, must fit and nodes be near enough. */
function transformFor(
  halfWidthPixels: number,
  pixelMm: number,
): { readonly n: number; readonly reach: number } {
  for (const share of [8, 16 / 3, 4]) {
    for (let n = SMALLEST_TRANSFORM; n <= LARGEST_TRANSFORM; n *= 2) {
      const reach = n / share;
      const isNear = (n - 2 * reach) * pixelMm <= MOST_SPACING_MM || n === SMALLEST_TRANSFORM;
      if (reach >= halfWidthPixels && isNear) return { n, reach };
    }
  }
  return { n: LARGEST_TRANSFORM, reach: LARGEST_TRANSFORM / 4 };
}

/** Nodes of one quadrant, axis included: (column, row) from 0. The others are their mirror images. */
export const quadrantNodes = ({
  tilesAcross,
  tilesDown,
}: Tiling): readonly (readonly [number, number])[] =>
  Array.from(
    { length: (tilesAcross + 1) * (tilesDown + 1) },
    (_, node) => [node % (tilesAcross + 1), Math.floor(node / (tilesAcross + 1))] as const,
  );

/** Whether light from a tile can reach the picture: not from beyond the image circle, nor from farther than kernels reach. */
export function isTileUsed(tiling: Tiling, column: number, row: number): boolean {
  const { side, reach, pixelMm, imageRadiusMm, axisColumn, axisRow } = tiling;
  const [left, top] = [axisColumn + column * side, axisRow + row * side];
  if (left + side + reach <= 0 || left - reach >= tiling.columns) return false;
  if (top + side + reach <= 0 || top - reach >= tiling.rows) return false;
  const away = (tile: number): number => Math.max(0, tile, -1 - tile) * side * pixelMm;
  return Math.hypot(away(column), away(row)) <= imageRadiusMm + 2 * pixelMm;
}

/** Whether a node of the quadrant serves any tile, itself or by its mirror images. */
export function isNodeUsed(tiling: Tiling, column: number, row: number): boolean {
  for (const nodeColumn of [column, -column])
    for (const nodeRow of [row, -row])
      for (const right of [0, 1])
        for (const down of [0, 1])
          if (isTileUsed(tiling, nodeColumn - right, nodeRow - down)) return true;
  return false;
}

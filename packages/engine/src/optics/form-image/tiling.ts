import type { PixelGrid } from '../pixel-grid.ts';

/**
 * How a picture is cut for convolution. The working grid is `oversampling` times finer than the pixels. Tiles of `side` working pixels
 * meet at nodes, where point spread functions are known; the axis is a node. Transforms are n x n = side + 2·reach.
 */
export interface Tiling {
  readonly oversampling: number;
  /** Working pitch, mm. */
  readonly pitch: number;
  /** Half width of a kernel, working pixels. */
  readonly reach: number;
  readonly n: number;
  readonly side: number;
  /** Working columns and rows of the whole picture. */
  readonly columns: number;
  readonly rows: number;
  /** Working pixel whose left (upper) side is the node on the axis: columns may be odd, so up to half a pixel off. */
  readonly axisColumn: number;
  readonly axisRow: number;
  /** Tiles run from −tilesAcross to tilesAcross − 1 round the axis; nodes from −tilesAcross to tilesAcross. */
  readonly tilesAcross: number;
  readonly tilesDown: number;
  /** Of the image circle, mm. */
  readonly imageRadius: number;
}

/** Kernels of up to this many working pixels either way; a transform's size for each. */
const SIZES = [
  { reach: 16, n: 128 },
  { reach: 32, n: 128 },
  { reach: 64, n: 256 },
] as const;

/** Point spread functions are sampled at the working pitch: coarser than this, mm, they would fall between samples. */
const COARSEST_PITCH = 2.75e-3;

/** Powers of two keep tiles and pixels in step. */
export function oversamplingFor(pitch: number, least: number): number {
  let oversampling = least;
  while (pitch / oversampling > COARSEST_PITCH && oversampling < 64) oversampling *= 2;
  return oversampling;
}

/**
 * Cuts a picture.
 *
 * @param grid pitch in metres.
 * @param halfWidth that kernels must reach, mm; rounded up to 16, 32 or 64 working pixels (physics.md P5).
 * @param imageRadius of the image circle, mm: beyond it nothing needs doing.
 */
export function tilingFor(
  { rows, columns, pitch }: PixelGrid,
  oversampling: number,
  halfWidth: number,
  imageRadius: number,
): Tiling {
  const workingPitch = (pitch * 1e3) / oversampling;
  const { reach, n } =
    SIZES.find((size) => size.reach * workingPitch >= halfWidth) ?? SIZES.at(-1)!;
  const side = n - 2 * reach;
  const [workingColumns, workingRows] = [columns * oversampling, rows * oversampling];
  const [axisColumn, axisRow] = [
    Math.floor(columns / 2) * oversampling,
    Math.floor(rows / 2) * oversampling,
  ];
  const tiles = (size: number, axis: number): number =>
    Math.max(
      1,
      Math.ceil(
        Math.min(Math.max(axis, size - axis) + reach, imageRadius / workingPitch + 1) / side,
      ),
    );
  return {
    oversampling,
    pitch: workingPitch,
    reach,
    n,
    side,
    columns: workingColumns,
    rows: workingRows,
    axisColumn,
    axisRow,
    imageRadius,
    tilesAcross: tiles(workingColumns, axisColumn),
    tilesDown: tiles(workingRows, axisRow),
  };
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

/** Whether a tile at the node can have light in it. */
export const isLit = ({ side, pitch, imageRadius }: Tiling, column: number, row: number): boolean =>
  (Math.hypot(column, row) - Math.SQRT2) * side * pitch <= imageRadius + pitch;

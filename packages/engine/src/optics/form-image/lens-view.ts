import type { Lattice } from '../../scenes/patterns/lattice.ts';
import type { QuadGrid } from '../../scenes/patterns/quad-grid.ts';
import { movePoints, shiftOf, type ScenePlacement } from '../scene-placement.ts';
import { between, placeInMap, type PlaneMap } from './plane-map.ts';
import { isPlaneMap, lookUp, type ImageMap, type RadialMap } from './radial-map.ts';

/** A block of square samples of the source, in the image plane. */
export interface SampleBlock {
  /** Distance between neighbours. */
  readonly pitchMm: number;
  /** Upper left corner of the first sample's square, from the axis, in pitches. */
  readonly fromX: number;
  readonly fromY: number;
  readonly rows: number;
  readonly columns: number;
}

/** Where the samples of a block lie in the scene, and how much light the lens passes to them. */
export interface LensView {
  /**
   * The block that `stretch` and `light` are for; undefined before the first call of
   * `fillLensView`.
   */
  block: SampleBlock | undefined;
  /**
   * `RadialMap.stretch` at each sample and at a border of one more: stretch[(row + 1) * (columns +
   * 2) + column + 1].
   */
  readonly stretch: Float64Array;
  /** Of a lens without symmetry, in place of `stretch`: the tangents of the fields there. */
  tangents: Tangents | undefined;
  /** Irradiance per radiance at sample [row * columns + column], steradians. */
  readonly light: Float32Array;
}

/** Places in a scene at unit distance. */
export interface Tangents {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** An empty view with memory for blocks of up to side x side samples. */
export const lensView = (side: number): LensView => ({
  block: undefined,
  tangents: undefined,
  stretch: new Float64Array((side + 2) ** 2),
  light: new Float32Array(side * side),
});

/** The block whose corners are the samples of a block and of a border of one more. */
const squaresBetween = ({ pitchMm, fromX, fromY, rows, columns }: SampleBlock): SampleBlock => ({
  pitchMm,
  fromX: fromX - 0.5,
  fromY: fromY - 0.5,
  rows: rows + 1,
  columns: columns + 1,
});

/**
 * Fills a view for a block. Where it holds the block's mirror image above or below the axis
 * already, it is left as it is: lenses are round.
 *
 * @returns whether the view shows the mirror image, so that its rows are those of the block from
 * the bottom up.
 */
export function fillLensView(view: LensView, map: ImageMap, block: SampleBlock): boolean {
  if (isPlaneMap(map)) {
    fillPlaneView(view, map, block);
    return false;
  }
  view.tangents = undefined;
  const { pitchMm, fromX, fromY, rows, columns } = block;
  const before = view.block;
  if (
    before?.fromX === fromX &&
    before.fromY === -fromY - rows &&
    before.rows === rows &&
    before.columns === columns
  )
    return true;
  view.block = block;
  fillStretch(map, squaresBetween(block), view.stretch);
  // The rim of the image circle is taken as straight inside a sample's square.
  const rim = map.radiusMm - pitchMm / 2;
  for (let row = 0, at = 0; row < rows; row += 1) {
    const y = (fromY + row + 0.5) * pitchMm;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const x = (fromX + column + 0.5) * pitchMm;
      const distance = Math.sqrt(x * x + y * y);
      const inside = distance <= rim ? 1 : Math.max(0, (map.radiusMm - distance) / pitchMm + 0.5);
      view.light[at] = inside * lookUp(map, map.solidAngle, distance);
    }
  }
  return false;
}

const entry = { at: 0, right: 0, down: 0 };

/** The light of a map at a place; a field's rim is soft by the width of a sample. */
function fillPlaneView(view: LensView, map: PlaneMap, block: SampleBlock): void {
  const { pitchMm, fromX, fromY, rows, columns } = block;
  view.block = undefined;
  view.tangents = { x: view.stretch, y: view.tangents?.y ?? view.stretch.slice() };
  fillTangents(map, squaresBetween(block), view.tangents);
  for (let row = 0, at = 0; row < rows; row += 1) {
    const y = (fromY + row + 0.5) * pitchMm;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const x = (fromX + column + 0.5) * pitchMm;
      placeInMap(map, x, y, entry);
      view.light[at] = insideField(map, entry, pitchMm) * between(map, map.light, entry);
    }
  }
}

/** Share of a sample that lies in the field of a lens. */
function insideField(map: PlaneMap, place: typeof entry, pitchMm: number): number {
  const tangent = Math.hypot(between(map, map.tanX, place), between(map, map.tanY, place));
  return Math.min(1, Math.max(0, (map.rimTangent - tangent) / (map.tangentPerMm * pitchMm) + 0.5));
}

/** Looks up the tangents at the corners of a block's squares. */
export function fillTangents(
  map: PlaneMap,
  { pitchMm, fromX, fromY, rows, columns }: SampleBlock,
  { x, y }: Tangents,
): void {
  for (let row = 0, at = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1, at += 1) {
      placeInMap(map, (fromX + column) * pitchMm, (fromY + row) * pitchMm, entry);
      x[at] = between(map, map.tanX, entry);
      y[at] = between(map, map.tanY, entry);
    }
}

/**
 * Places in the scene's pattern at which the samples of a block lie.
 *
 * @param isMirrored as `fillLensView` returned it.
 * @param placement of the scene.
 * @param places memory for the lattice.
 */
export function latticeOf(
  { stretch, tangents }: LensView,
  block: SampleBlock,
  isMirrored: boolean,
  placement: ScenePlacement,
  places: Pick<QuadGrid, 'x' | 'y'>,
): Lattice {
  const { x, y } = warpedGrid(
    tangents ?? stretch,
    squaresBetween(block),
    isMirrored,
    placement,
    places,
  );
  return { rows: block.rows, columns: block.columns, x, y };
}

/**
 * Looks up `RadialMap.stretch` at the corners of a block's squares: stretch[row * (columns + 1) +
 * column].
 */
export function fillStretch(
  map: RadialMap,
  { pitchMm, fromX, fromY, rows, columns }: SampleBlock,
  stretch: Float64Array,
): void {
  for (let row = 0, at = 0; row <= rows; row += 1) {
    const down = (fromY + row) * pitchMm;
    for (let column = 0; column <= columns; column += 1, at += 1) {
      const across = (fromX + column) * pitchMm;
      stretch[at] = lookUp(map, map.stretch, Math.sqrt(across * across + down * down));
    }
  }
}

const NO_SHIFT = { x: 0, y: 0 };

/**
 * Places in the scene's pattern at which the corners of a block's squares lie.
 *
 * @param stretch as `fillStretch` or `fillTangents` gives it.
 * @param isMirrored whether the view shows the block's mirror image, see `fillLensView`.
 * @param placement of the scene.
 * @param corners memory for the grid.
 */
export function warpedGrid(
  stretch: Float64Array | Tangents,
  { pitchMm, fromX, fromY, rows, columns }: SampleBlock,
  isMirrored: boolean,
  { halfWidth, aspect, moved }: ScenePlacement,
  corners: Pick<QuadGrid, 'x' | 'y'>,
): QuadGrid {
  const wide = columns + 1;
  // A shift needs no second pass over the corners, and gives the same bits.
  const shift = moved ? shiftOf(moved) : NO_SHIFT;
  const [acrossScale, downScale] = [0.5 / halfWidth, 0.5 / (halfWidth * aspect)];
  const [x, y] = [
    corners.x.subarray(0, (rows + 1) * wide),
    corners.y.subarray(0, (rows + 1) * wide),
  ];
  if (stretch instanceof Float64Array)
    for (let row = 0, at = 0; row <= rows; row += 1) {
      const down = (fromY + row) * pitchMm;
      for (
        let column = 0, from = (isMirrored ? rows - row : row) * wide;
        column < wide;
        column += 1, from += 1, at += 1
      ) {
        const across = (fromX + column) * pitchMm * stretch[from]!;
        const drop = down * stretch[from]!;
        x[at] = shift ? 0.5 + (across + shift.x) * acrossScale : across;
        y[at] = shift ? 0.5 + (drop + shift.y) * downScale : drop;
      }
    }
  else
    for (let at = 0; at < x.length; at += 1) {
      x[at] = shift ? 0.5 + (stretch.x[at]! + shift.x) * acrossScale : stretch.x[at]!;
      y[at] = shift ? 0.5 + (stretch.y[at]! + shift.y) * downScale : stretch.y[at]!;
    }
  if (moved && !shift) {
    movePoints(moved, x, y);
    for (let at = 0; at < x.length; at += 1) {
      x[at] = 0.5 + x[at]! * acrossScale;
      y[at] = 0.5 + y[at]! * downScale;
    }
  }
  return { rows, columns, x, y };
}

/** The place in a scene at unit distance that is imaged at a place of the picture. */
export function tangentsAt(map: ImageMap, xMm: number, yMm: number): readonly [number, number] {
  if (!isPlaneMap(map)) {
    const stretch = lookUp(map, map.stretch, Math.hypot(xMm, yMm));
    return [xMm * stretch, yMm * stretch];
  }
  placeInMap(map, xMm, yMm, entry);
  return [between(map, map.tanX, entry), between(map, map.tanY, entry)];
}

/** Share of a sample at a place of the picture that lies in the field of the lens. */
export function shareInField(map: PlaneMap, xMm: number, yMm: number, pitchMm: number): number {
  placeInMap(map, xMm, yMm, entry);
  return insideField(map, entry, pitchMm);
}

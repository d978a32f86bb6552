import { pow } from '../../quantities/elementary.ts';
import type { Host } from '../../host.ts';
import { spectrumLength } from '../convolution/convolver.ts';
import { loadConvolver } from '../convolution/load-convolver.ts';
import type { LatticeSampler } from '../../scenes/patterns/lattice.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import { latticeSampler } from '../../scenes/patterns/sample-lattice.ts';
import type { FormLayer, FormTilesPart, FormedPicture } from './form-tiles.ts';
import { MARGIN, cellsPerTile, veilSize } from './gather-veil.ts';
import { latticeOf, lensView, fillLensView } from './lens-view.ts';
import { isTileLit } from './lit-tiles.ts';
import { sampleStands } from './sample-tile.ts';
import { standsOf } from '../scene-placement.ts';
import type { Tiling } from './tiling.ts';

/** The veil of one output; plain data, so that another thread can get it. */
export interface FormVeilPart extends Pick<FormTilesPart, 'tiling' | 'layout'> {
  readonly output: number;
  /** The picture that shows the output. */
  readonly picture: FormedPicture;
  /** The output's plane of `VeilSource`. */
  readonly source: Float32Array;
}

/** Light that the tiles do not sample; plain data, so that another thread can get it. */
export interface GatherSurroundingsPart extends Pick<FormTilesPart, 'tiling' | 'placement'> {
  readonly layers: readonly FormLayer[];
  /** Share of the light that falls beyond each kernel, mean over the nodes. */
  readonly lost: readonly number[];
  /** The planes of `VeilSource`, to which the light is added. */
  readonly planes: readonly Float32Array[];
  /** Rows of tiles, from one to below another. */
  readonly fromRow: number;
  readonly toRow: number;
}

/**
 * Sizes of the convolution, in cells: of the transform, of the blocks, and how far light is spread
 * to each side.
 */
export const TRANSFORM = { n: 256, side: 128, reach: 64 } as const;

/**
 * Spreads the light that falls beyond the kernels, and adds it to the pixels that show this output.
 */
export async function formVeil(part: FormVeilPart, host: Pick<Host, 'loadKernel'>): Promise<void> {
  const { tiling, source } = part;
  if (source.every((light) => light === 0)) return;
  const { n, side, reach } = TRANSFORM;
  const { rows, columns } = veilSize(tiling);
  const convolver = await loadConvolver(host, { n, side, outputs: 1, slots: 1, phases: 1 });
  const spectrum = new Float32Array(spectrumLength(n));
  const tail = tailOf(tiling);
  convolver.kernelSpectra(tail, [Float64Array.of(1)], false, spectrum);
  convolver.loadSlot(0, spectrum);
  const spread = new Float32Array(rows * columns);
  const block = new Float32Array(side * side);
  for (let top = 0; top < rows; top += side) {
    for (let left = 0; left < columns; left += side) {
      block.fill(0);
      const width = Math.min(side, columns - left);
      for (let row = 0; row < Math.min(side, rows - top); row += 1) {
        const from = (top + row) * columns + left;
        block.set(source.subarray(from, from + width), row * side);
      }
      convolver.transformSource(block, 0);
      convolver.clear(0);
      for (const [right, down] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ] as const)
        convolver.convolve({ right, down, phase: 0, mirrored: false, conjugated: false }, [
          { output: 0, slot: 0 },
        ]);
      const plane = convolver.inverseTransform(0);
      for (let row = Math.max(0, top - reach); row < Math.min(rows, top + side + reach); row += 1) {
        const from = ((row - top) & (n - 1)) * convolver.stride;
        for (
          let column = Math.max(0, left - reach);
          column < Math.min(columns, left + side + reach);
          column += 1
        )
          spread[row * columns + column]! += plane[from + ((column - left) & (n - 1))]!;
      }
    }
  }
  addVeil(part, spread);
}

/** The kernel that spreads the veil of a picture, (2·reach + 1)² cells; it must not be changed. */
export const tailOf = (tiling: Tiling): Float32Array =>
  tailKernel(TRANSFORM.reach, (tiling.reach + 0.5) / (tiling.side / cellsPerTile(tiling)));

/**
 * Adds to the planes of the veil the light of places that the tiles do not sample because they lie
 * farther outside the picture than kernels reach.
 */
export function gatherSurroundings(part: GatherSurroundingsPart): void {
  const { tiling, layers, fromRow, toRow } = part;
  const { side, reach, tilesAcross, axisColumn, axisRow, columns, rows } = tiling;
  for (const layer of layers) {
    const sample = coarseSampler(layer.pattern);
    for (let row = fromRow; row < toRow; row += 1) {
      for (let column = -tilesAcross - MARGIN; column < tilesAcross + MARGIN; column += 1) {
        const [left, top] = [axisColumn + column * side, axisRow + row * side];
        const isInside =
          left >= -reach &&
          left + side <= columns + reach &&
          top >= -reach &&
          top + side <= rows + reach;
        if (!isInside && isTileLit(tiling, part.placement, layer, [column, row]))
          gatherTile(part, layer, sample, [column, row]);
      }
    }
  }
}

/**
 * Places per side of a cell at which the scene is looked up: few suffice for a hundredth of the
 * light that is spread over many cells.
 */
const LOOKS = 4;
/** The last place inside a scene. */
const LAST_PLACE = 1 - 1e-12;

/**
 * Samples a pattern with little precision: each value is the mean of the scene's cells at a few
 * places around the node.
 */
function coarseSampler(pattern: Pattern): LatticeSampler {
  if (pattern.kind !== 'cells') return latticeSampler(pattern);
  const { rows, columns, planes, endlessFrom = planes.length } = pattern;
  const inside = (place: number): number => Math.min(LAST_PLACE, Math.max(0, place));
  return (lattice, out) => {
    const wide = lattice.columns + 2;
    for (const plane of out) plane.fill(0);
    for (let node = 0; node < lattice.rows * lattice.columns; node += 1) {
      const at = (Math.floor(node / lattice.columns) + 1) * wide + (node % lattice.columns) + 1;
      const across = (lattice.x[at + 1]! - lattice.x[at - 1]!) / 2;
      const down = (lattice.y[at + wide]! - lattice.y[at - wide]!) / 2;
      for (let look = 0; look < LOOKS ** 2; look += 1) {
        const x = lattice.x[at]! + (((look % LOOKS) + 0.5) / LOOKS - 0.5) * across;
        const y = lattice.y[at]! + ((Math.floor(look / LOOKS) + 0.5) / LOOKS - 0.5) * down;
        const first = x >= 0 && x < 1 && y >= 0 && y < 1 ? 0 : endlessFrom;
        if (first >= planes.length) continue;
        const cell = Math.floor(inside(y) * rows) * columns + Math.floor(inside(x) * columns);
        for (let plane = first; plane < planes.length; plane += 1)
          out[plane]![node]! += planes[plane]![cell]! / LOOKS ** 2;
      }
    }
  };
}

/** Samples those cells of one tile that lie farther outside the picture than kernels reach. */
function gatherTile(
  { tiling, placement, lost, planes }: GatherSurroundingsPart,
  { map, terms, pattern }: FormLayer,
  sample: LatticeSampler,
  [column, row]: readonly [number, number],
): void {
  const { side, reach, pixelMm, centre, axisColumn, axisRow, tilesAcross, tilesDown } = tiling;
  const count = cellsPerTile(tiling);
  const cell = side / count;
  const [left, top] = [axisColumn + column * side, axisRow + row * side];
  const block = {
    pitchMm: cell * pixelMm,
    fromX: (left - centre[0]) / cell,
    fromY: (top - centre[1]) / cell,
    rows: count,
    columns: count,
  };
  const view = lensView(count);
  fillLensView(view, map, block);
  if (view.light.every((value) => value === 0)) return;
  const room = (count + 2) ** 2;
  const places = { x: new Float64Array(room), y: new Float64Array(room) };
  const means = Array.from(
    { length: pattern.kind === 'cells' ? pattern.planes.length : 1 },
    () => new Float32Array(count * count),
  );
  sampleStands(standsOf(placement), means, (stand, out) => {
    sample(latticeOf(view, block, false, stand, places), out);
    return true;
  });
  const shares = terms.map((uses) =>
    uses.map(({ output, kernel }) => ({ plane: planes[output]!, share: lost[kernel]! })),
  );
  const wide = veilSize(tiling).columns;
  const isSampled = (first: number, index: number, size: number): boolean => {
    const middle = first + (index + 0.5) * cell;
    return middle >= -reach && middle <= size + reach;
  };
  for (let y = 0, at = 0; y < count; y += 1) {
    let to =
      ((row + tilesDown + MARGIN) * count + y) * wide + (column + tilesAcross + MARGIN) * count;
    for (let x = 0; x < count; x += 1, at += 1, to += 1) {
      if (isSampled(left, x, tiling.columns) && isSampled(top, y, tiling.rows)) continue;
      for (let term = 0; term < shares.length; term += 1)
        for (const { plane, share } of shares[term]!)
          plane[to]! += share * means[term]![at]! * view.light[at]!;
    }
  }
}

/** Places per side of a cell at which the tail is summed where it changes quickly. */
const FINE = 8;
/** Half width, cells, of the region where it does. */
const STEEP = 6;

/**
 * The kernel that spreads the veil: the share of the light beyond a square that arrives in each
 * cell. It falls with the third power of the distance. The few per cent that fall beyond the last
 * cell are distributed over all in proportion, so that no light is lost.
 *
 * @param inner half width of the square, cells: the half width of the kernels.
 * @returns (2·reach + 1)² shares that sum to 1.
 */
function tailKernel(reach: number, inner: number): Float32Array {
  if (lastTail?.reach !== reach || lastTail.inner !== inner)
    lastTail = { reach, inner, kernel: newTailKernel(reach, inner) };
  return lastTail.kernel;
}

/** The outputs of a picture, and the pictures of a lens, have the same. */
let lastTail:
  | { readonly reach: number; readonly inner: number; readonly kernel: Float32Array }
  | undefined;

function newTailKernel(reach: number, inner: number): Float32Array {
  const wide = 2 * reach + 1;
  const densityAt = (x: number, y: number): number =>
    Math.max(Math.abs(x), Math.abs(y)) < inner ? 0 : 1 / pow(x * x + y * y, 1.5);
  const shares = Float64Array.from({ length: wide * wide }, (_, at) => {
    const [x, y] = [(at % wide) - reach, Math.floor(at / wide) - reach];
    if (Math.max(Math.abs(x), Math.abs(y)) > Math.max(STEEP, inner + 2)) return densityAt(x, y);
    let sum = 0;
    for (let j = 0; j < FINE; j += 1)
      for (let i = 0; i < FINE; i += 1)
        sum += densityAt(x + (i + 0.5) / FINE - 0.5, y + (j + 0.5) / FINE - 0.5);
    return sum / FINE ** 2;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  return Float32Array.from(shares, (share) => share / total);
}

/**
 * Adds the cells, interpolated bilinearly between their centres, to the pixels that show the
 * output.
 */
function addVeil(
  { tiling, layout, picture: { channels, out }, output }: FormVeilPart,
  spread: Float32Array,
): void {
  const { side, axisColumn, axisRow, tilesAcross, tilesDown, rows, columns } = tiling;
  const size = veilSize(tiling);
  const cell = side / cellsPerTile(tiling);
  const gains = channels.map((channel) => (channel.output === output ? channel.gain : 0));
  const [left, top] = [
    axisColumn - (tilesAcross + MARGIN) * side,
    axisRow - (tilesDown + MARGIN) * side,
  ];
  /**
   * The cell whose centre lies left of (above) a pixel, and the distance of the pixel from there in
   * cells.
   */
  const placeOf = (pixel: number, first: number, count: number): readonly [number, number] => {
    const place = Math.min(count - 1.001, Math.max(0, (pixel + 0.5 - first) / cell - 0.5));
    return [Math.floor(place), place - Math.floor(place)];
  };
  const cells = new Int32Array(columns);
  const shares = new Float64Array(columns);
  for (let column = 0; column < columns; column += 1)
    [cells[column], shares[column]] = placeOf(column, left, size.columns);
  const line = new Float64Array(size.columns);
  for (let row = 0; row < rows; row += 1) {
    const channelsOfRow = layout[row % layout.length]!;
    if (channelsOfRow.every((channel) => gains[channel]! === 0)) continue;
    const [above, down] = placeOf(row, top, size.rows);
    for (let column = 0, from = above * size.columns; column < line.length; column += 1, from += 1)
      line[column] = spread[from]! + (spread[from + size.columns]! - spread[from]!) * down;
    for (const [phase, channel] of channelsOfRow.entries()) {
      const gain = gains[channel]!;
      if (gain === 0) continue;
      for (let column = phase; column < columns; column += channelsOfRow.length) {
        const at = cells[column]!;
        out[row * columns + column]! +=
          gain * (line[at]! + (line[at + 1]! - line[at]!) * shares[column]!);
      }
    }
  }
}

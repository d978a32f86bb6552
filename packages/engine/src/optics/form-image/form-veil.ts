import type { Host } from '../../host.ts';
import { spectrumLength } from '../convolution/convolver.ts';
import { loadConvolver } from '../convolution/load-convolver.ts';
import type { LatticeSampler } from '../../scenes/patterns/lattice.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import { latticeSampler } from '../../scenes/patterns/sample-lattice.ts';
import type { FormLayer, FormTilesPart } from './form-tiles.ts';
import { latticeOf, lensView, look } from './lens-view.ts';
import type { Tiling } from './tiling.ts';

/**
 * Light that falls beyond the kernels, gathered in cells of a fraction of a tile. Diffraction at the aperture's rim spreads it with the third
 * power of the distance, whatever the aberrations, so far out that cells of some ten micrometres show it well (physics.md P5).
 */
export interface VeilSource {
  /** Share of the light that falls beyond the kernels, per quadrant node and kernel: lost[node * kernels + kernel]. */
  readonly lost: Float32Array;
  /** Shared; mean light per cell, per output: planes[output][row * columns + column], added to. */
  readonly planes: readonly Float32Array[];
}

/** Cells across a tile: as many as make whole pixels of them, 16 at most. */
export const cellsPerTile = ({ side }: Tiling): number =>
  [16, 8, 4].find((count) => side % count === 0)!;

/** Tiles round those of the picture whose light counts: of what falls beyond the kernels, less than a tenth comes from farther. */
const MARGIN = 2;

/** Cells of a picture's tiles and of those round them, from the tile at [-tilesAcross - MARGIN, -tilesDown - MARGIN] on. */
export const veilSize = (tiling: Tiling): { readonly rows: number; readonly columns: number } => ({
  rows: 2 * (tiling.tilesDown + MARGIN) * cellsPerTile(tiling),
  columns: 2 * (tiling.tilesAcross + MARGIN) * cellsPerTile(tiling),
});

/** Adds what a tile's source of one term loses to the veil's cells. */
export function gatherVeil(
  { tiling, kernels, firstNodeRow, veil }: FormTilesPart,
  [column, row]: readonly [number, number],
  uses: readonly { readonly output: number; readonly kernel: number }[],
  phases: readonly Float32Array[],
): void {
  const { side, tilesAcross, tilesDown } = tiling;
  const count = cellsPerTile(tiling);
  const cell = side / count;
  const { columns } = veilSize(tiling);
  const means = cellMeans(phases, side, cell, count);
  const lostAt = (nodeColumn: number, nodeRow: number, kernel: number): number =>
    veil.lost[
      ((Math.abs(nodeRow) - firstNodeRow) * (tilesAcross + 1) + Math.abs(nodeColumn)) * kernels +
        kernel
    ]!;
  for (const { output, kernel } of uses) {
    const plane = veil.planes[output]!;
    const [upperLeft, upperRight, lowerLeft, lowerRight] = [
      lostAt(column, row, kernel),
      lostAt(column + 1, row, kernel),
      lostAt(column, row + 1, kernel),
      lostAt(column + 1, row + 1, kernel),
    ];
    for (let y = 0, from = 0; y < count; y += 1) {
      const down = (y + 0.5) / count;
      const left = upperLeft + (lowerLeft - upperLeft) * down;
      const right = upperRight + (lowerRight - upperRight) * down;
      let to =
        ((row + tilesDown + MARGIN) * count + y) * columns +
        (column + tilesAcross + MARGIN) * count;
      for (let x = 0; x < count; x += 1, from += 1, to += 1)
        plane[to]! += means[from]! * (left + ((right - left) * (x + 0.5)) / count);
    }
  }
}

/** Means of a source over squares of `cell` pixels. */
function cellMeans(
  phases: readonly Float32Array[],
  side: number,
  cell: number,
  count: number,
): Float64Array {
  const means = new Float64Array(count * count);
  const share = 1 / (phases.length * cell * cell);
  for (const phase of phases)
    for (let row = 0, at = 0; row < side; row += 1) {
      const line = Math.floor(row / cell) * count;
      for (let x = 0; x < count; x += 1) {
        let sum = 0;
        for (let k = 0; k < cell; k += 1, at += 1) sum += phase[at]!;
        means[line + x]! += share * sum;
      }
    }
  return means;
}

/** One output's veil; plain data, so that it can go to another thread. */
export interface FormVeilPart extends Pick<
  FormTilesPart,
  'tiling' | 'channels' | 'layout' | 'out' | 'placement'
> {
  readonly output: number;
  readonly layers: readonly FormLayer[];
  /** Share of the light that falls beyond each kernel, the mean of its nodes. */
  readonly lost: readonly number[];
  /** The output's cells, see `VeilSource`. */
  readonly source: Float32Array;
}

/** Cells of a source that are spread at once, and how far they are spread to each side. */
const TRANSFORM = { n: 256, side: 128, reach: 64 } as const;

/** Spreads the light beyond the kernels over the picture: adds it to the pixels that show this output. */
export async function formVeil(part: FormVeilPart, host: Pick<Host, 'loadKernel'>): Promise<void> {
  const { tiling, source } = part;
  gatherSurroundings(part);
  const { n, side, reach } = TRANSFORM;
  const { rows, columns } = veilSize(tiling);
  const convolver = await loadConvolver(host, { n, side, outputs: 1, slots: 1, phases: 1 });
  const spectrum = new Float32Array(spectrumLength(n));
  const cell = tiling.side / cellsPerTile(tiling);
  const tail = tailKernel(reach, (tiling.reach + 0.5) / cell);
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

/** Adds the light of cells that the picture's tiles do not sample: beyond its sides by more than kernels reach. */
function gatherSurroundings(part: FormVeilPart): void {
  const { tiling, layers } = part;
  const { side, reach, tilesAcross, tilesDown, axisColumn, axisRow, columns, rows } = tiling;
  for (const layer of layers) {
    const sample = coarseSampler(layer.pattern);
    for (let row = -tilesDown - MARGIN; row < tilesDown + MARGIN; row += 1) {
      for (let column = -tilesAcross - MARGIN; column < tilesAcross + MARGIN; column += 1) {
        const [left, top] = [axisColumn + column * side, axisRow + row * side];
        const isInside =
          left >= -reach &&
          left + side <= columns + reach &&
          top >= -reach &&
          top + side <= rows + reach;
        if (!isInside) gatherTile(part, layer, sample, [column, row]);
      }
    }
  }
}

/** Places per side at which the scene is looked at for a cell of the veil: its light is a hundredth, and it is spread over many cells. */
const LOOKS = 4;

/** Averages of a pattern where precision does not count: cells of a scene are looked up at a few places round each node. */
function coarseSampler(pattern: Pattern): LatticeSampler {
  if (pattern.kind !== 'cells') return latticeSampler(pattern);
  const { rows, columns, planes } = pattern;
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
        if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) continue;
        const cell = Math.floor(y * rows) * columns + Math.floor(x * columns);
        for (let plane = 0; plane < planes.length; plane += 1)
          out[plane]![node]! += planes[plane]![cell]! / LOOKS ** 2;
      }
    }
  };
}

/** Samples the cells of one tile that lie beyond reach of the picture. */
function gatherTile(
  { tiling, placement: { halfWidth, aspect }, output, lost, source }: FormVeilPart,
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
  look(view, map, block);
  if (view.light.every((value) => value === 0)) return;
  const room = (count + 2) ** 2;
  const places = { x: new Float64Array(room), y: new Float64Array(room) };
  const scales = [0.5 / halfWidth, 0.5 / (halfWidth * aspect)] as const;
  const means = Array.from(
    { length: pattern.kind === 'cells' ? pattern.planes.length : 1 },
    () => new Float32Array(count * count),
  );
  sample(latticeOf(view, block, false, scales, places), means);
  const shares = terms.map((uses) =>
    uses.reduce((sum, use) => sum + (use.output === output ? lost[use.kernel]! : 0), 0),
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
      for (const [term, share] of shares.entries())
        source[to]! += share * means[term]![at]! * view.light[at]!;
    }
  }
}

/** Places per side of a cell at which the tail is summed where it is steep. */
const FINE = 8;
/** Cells from the middle within which it is. */
const STEEP = 6;

/**
 * Shares of the light beyond a square that arrive in each cell: it falls with the third power of the distance. What would fall beyond the last
 * cell, a few per cent of it, is shared out among all, so that none is lost.
 *
 * @param inner half width of the square, cells.
 * @returns (2·reach + 1)² shares that sum to 1.
 */
function tailKernel(reach: number, inner: number): Float32Array {
  const wide = 2 * reach + 1;
  const densityAt = (x: number, y: number): number =>
    Math.max(Math.abs(x), Math.abs(y)) < inner ? 0 : 1 / (x * x + y * y) ** 1.5;
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

/** Adds cells, interpolated between their middles, to the pixels that show the output. */
function addVeil(
  { tiling, channels, layout, out, output }: FormVeilPart,
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
  /** The cell whose middle lies left of (above) a pixel, and how far the pixel lies from it. */
  const placeOf = (pixel: number, first: number, count: number): readonly [number, number] => {
    const place = Math.min(count - 1.001, Math.max(0, (pixel + 0.5 - first) / cell - 0.5));
    return [Math.floor(place), place - Math.floor(place)];
  };
  const places = Array.from({ length: columns }, (_, column) =>
    placeOf(column, left, size.columns),
  );
  const line = new Float64Array(size.columns);
  for (let row = 0; row < rows; row += 1) {
    const channelsOfRow = layout[row & 1]!;
    if (gains[channelsOfRow[0]]! === 0 && gains[channelsOfRow[1]]! === 0) continue;
    const [above, down] = placeOf(row, top, size.rows);
    for (let column = 0, from = above * size.columns; column < line.length; column += 1, from += 1)
      line[column] = spread[from]! + (spread[from + size.columns]! - spread[from]!) * down;
    for (const [parity, channel] of channelsOfRow.entries()) {
      const gain = gains[channel]!;
      if (gain === 0) continue;
      for (let column = parity; column < columns; column += 2) {
        const [at, share] = places[column]!;
        out[row * columns + column]! += gain * (line[at]! + (line[at + 1]! - line[at]!) * share);
      }
    }
  }
}

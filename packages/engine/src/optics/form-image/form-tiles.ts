import type { Host } from '../../host.ts';
import { spectrumLength } from '../../kernels/fft.ts';
import { loadConvolver } from '../../kernels/load-fft.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import { quadSampler, type QuadGrid, type QuadSampler } from '../../scenes/patterns/quads.ts';
import type { Receptors } from '../lens.ts';
import { lensView, look, warpedGrid, type LensView } from './lens-view.ts';
import type { RadialMap } from './radial-map.ts';
import type { Tiling } from './tiling.ts';

/** What is seen of a scene through one map. */
export interface FormLayer {
  readonly map: RadialMap;
  /** Of as many planes as there are terms. */
  readonly pattern: Pattern;
  /** Which output each kernel belongs to, per term. */
  readonly terms: readonly (readonly { readonly output: number; readonly kernel: number }[])[];
}

/** Some tiles of a picture, none of which touches another; plain data, so that it can go to another thread. */
export interface FormTilesPart {
  readonly tiling: Tiling;
  /** Tiles as [column, row] round the axis, rows from 0 on: each stands for its mirror image above the axis too, which shares its nodes. */
  readonly tiles: readonly (readonly [number, number])[];
  /** Half width of the scene at unit distance, tan(hfov/2), and its height over width. */
  readonly halfWidth: number;
  readonly aspect: number;
  readonly layers: readonly FormLayer[];
  /** Middle of the picture, where the axis meets it, in working pixels. */
  readonly centre: readonly [number, number];
  readonly kernels: number;
  /** spectra[((node · kernels) + kernel) · length], nodes counted from the first row that is there. */
  readonly spectra: Float32Array;
  readonly firstNodeRow: number;
  /** Per channel of the layout: the output it shows, and times what. */
  readonly channels: readonly { readonly output: number; readonly gain: number }[];
  readonly outputs: number;
  readonly layout: Receptors['layout'];
  /** Shared; the picture's pixels, added to. */
  readonly out: Float32Array;
  /** Pixels per row of `out`. */
  readonly columns: number;
}

/**
 * Forms tiles: samples the warped scene, weighs it with the light the lens passes, spreads it with the point spread functions of the
 * tile's four nodes, each weighted with its nearness at the source, and adds the outcome to the pixels.
 *
 * @see physics.md P2 to P5; optics.md section 4.
 */
export async function formTiles(
  part: FormTilesPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { tiling, tiles, layers, kernels, spectra, firstNodeRow, outputs } = part;
  const { n, side, tilesAcross } = tiling;
  const mostOf = (count: (layer: FormLayer) => number): number =>
    layers.reduce((most, layer) => Math.max(most, count(layer)), 0);
  const mostKernels = mostOf(({ terms }) => terms.reduce((sum, uses) => sum + uses.length, 0));
  const convolver = await loadConvolver(host, {
    n,
    side,
    outputs: 2 * outputs,
    slots: 4 * mostKernels,
  });
  const samplers = layers.map(({ pattern }) => quadSampler(pattern));
  const [planes, sampled] = [0, 1].map(() =>
    Array.from(
      { length: mostOf(({ terms }) => terms.length) },
      () => new Float32Array(side * side),
    ),
  ) as [Float32Array[], Float32Array[]];
  const corners = { x: new Float64Array((side + 1) ** 2), y: new Float64Array((side + 1) ** 2) };
  const view = lensView(side);
  const length = spectrumLength(n);
  // Slots by the spectra that they hold.
  const held = new Map<number, number>();
  const slotOf = (spectrum: number): number => {
    const slot = held.get(spectrum) ?? held.size;
    if (slot === held.size) convolver.hold(slot, spectra, spectrum * length);
    held.set(spectrum, slot);
    return slot;
  };
  for (const [column, below] of tiles) {
    const rows = [below, -1 - below];
    const isLit = [false, false];
    for (const [index, layer] of layers.entries()) {
      held.clear();
      view.block = undefined;
      for (const [image, row] of rows.entries()) {
        const lit = sampleTile(part, layer, [column, row], samplers[index]!, view, {
          corners,
          sampled,
          planes,
        });
        for (const [term, uses] of layer.terms.entries()) {
          if (!lit[term] || uses.length === 0) continue;
          if (!isLit[image])
            for (let output = 0; output < outputs; output += 1)
              convolver.clear(image * outputs + output);
          isLit[image] = true;
          convolver.take(planes[term]!);
          for (const [right, down] of CORNERS) {
            const [nodeColumn, nodeRow] = [column + right, row + down];
            const node =
              (Math.abs(nodeRow) - firstNodeRow) * (tilesAcross + 1) + Math.abs(nodeColumn);
            const sums = uses.map(({ output, kernel }) => ({
              output: image * outputs + output,
              slot: slotOf(node * kernels + kernel),
            }));
            convolver.spread(
              right === 1,
              down === 1,
              sums,
              nodeColumn < 0 !== nodeRow < 0,
              nodeRow < 0,
            );
          }
        }
      }
    }
    for (const [image, row] of rows.entries()) {
      if (isLit[image])
        for (let output = 0; output < outputs; output += 1)
          addToPixels(
            part,
            [column, row],
            output,
            convolver.plane(image * outputs + output),
            convolver.stride,
          );
    }
  }
}

/** Nodes of a tile: right or not, down or not. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Working memory for a tile. */
interface Scratch {
  readonly corners: Pick<QuadGrid, 'x' | 'y'>;
  readonly sampled: readonly Float32Array[];
  readonly planes: readonly Float32Array[];
}

/** Fills the planes of a tile's source, as far as it lies within reach of the picture; which of them are not all black. */
function sampleTile(
  { tiling, halfWidth, aspect, centre }: FormTilesPart,
  { map, terms }: FormLayer,
  [tileColumn, tileRow]: readonly [number, number],
  sample: QuadSampler,
  view: LensView,
  { corners, sampled, planes }: Scratch,
): readonly boolean[] {
  const { side, reach, pitch, axisColumn, axisRow } = tiling;
  const [left, top] = [axisColumn + tileColumn * side, axisRow + tileRow * side];
  const [firstColumn, lastColumn] = [
    Math.max(0, -reach - left),
    Math.min(side, tiling.columns + reach - left),
  ];
  const [firstRow, lastRow] = [
    Math.max(0, -reach - top),
    Math.min(side, tiling.rows + reach - top),
  ];
  const [columns, rows] = [lastColumn - firstColumn, lastRow - firstRow];
  if (columns <= 0 || rows <= 0) return [];
  // From the axis to the upper left corner of what is sampled, working pixels.
  const [fromX, fromY] = [left + firstColumn - centre[0], top + firstRow - centre[1]];
  if (
    Math.hypot(Math.max(0, fromX, -fromX - columns), Math.max(0, fromY, -fromY - rows)) * pitch >
    map.radius + pitch
  )
    return [];
  const isMirrored = look(view, map, pitch, { fromX, fromY, rows, columns });
  const grid = warpedGrid(
    view.stretch,
    pitch,
    { fromX, fromY, rows, columns },
    isMirrored,
    0.5 / halfWidth,
    0.5 / (halfWidth * aspect),
    corners,
  );
  if (!touchesScene(grid)) return [];
  const means = terms.map((_, term) => sampled[term]!.subarray(0, rows * columns));
  sample(grid, means);
  return means.map((source, term) => {
    const plane = planes[term]!;
    if (rows < side || columns < side) plane.fill(0);
    let isBlack = true;
    for (let row = 0, at = 0; row < rows; row += 1) {
      for (
        let column = 0,
          light = (isMirrored ? rows - 1 - row : row) * columns,
          to = (firstRow + row) * side + firstColumn;
        column < columns;
        column += 1, light += 1, to += 1, at += 1
      ) {
        const value = source[at]! * view.light[light]!;
        plane[to] = value;
        if (value !== 0) isBlack = false;
      }
    }
    return !isBlack;
  });
}

/** Whether the scene may show in a grid; it may be so small that no corner lies in it. */
function touchesScene({ x, y }: QuadGrid): boolean {
  // Most grids lie in the scene: their first corner tells.
  if (x[0]! > 0 && x[0]! < 1 && y[0]! > 0 && y[0]! < 1) return true;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < x.length; i += 1) {
    left = Math.min(left, x[i]!);
    right = Math.max(right, x[i]!);
    top = Math.min(top, y[i]!);
    bottom = Math.max(bottom, y[i]!);
  }
  return left < 1 && right > 0 && top < 1 && bottom > 0;
}

/** Adds a tile's plane, which reaches over its neighbours, to the pixels that show this output. */
function addToPixels(
  { tiling, channels, layout, out, columns }: FormTilesPart,
  [tileColumn, tileRow]: readonly [number, number],
  output: number,
  plane: Float32Array,
  stride: number,
): void {
  const { n, side, reach, oversampling, axisColumn, axisRow } = tiling;
  const [left, top] = [axisColumn + tileColumn * side, axisRow + tileRow * side];
  const [firstColumn, lastColumn] = [
    Math.max(0, left - reach),
    Math.min(tiling.columns, left + side + reach),
  ];
  const [firstRow, lastRow] = [Math.max(0, top - reach), Math.min(tiling.rows, top + side + reach)];
  const share = 1 / oversampling ** 2;
  const gains = channels.map((channel) => (channel.output === output ? channel.gain * share : 0));
  for (let row = firstRow; row < lastRow; row += 1) {
    const from = ((row - top) & (n - 1)) * stride;
    const pixelRow = Math.floor(row / oversampling);
    const to = pixelRow * columns;
    for (const [parity, channel] of layout[pixelRow & 1]!.entries()) {
      const gain = gains[channel]!;
      if (gain === 0) continue;
      if (oversampling === 1)
        for (
          let column = firstColumn + ((firstColumn + parity) & 1);
          column < lastColumn;
          column += 2
        )
          out[to + column]! += gain * plane[from + ((column - left) & (n - 1))]!;
      else {
        for (let column = firstColumn; column < lastColumn; column += 1) {
          const pixel = Math.floor(column / oversampling);
          if ((pixel & 1) === parity)
            out[to + pixel]! += gain * plane[from + ((column - left) & (n - 1))]!;
        }
      }
    }
  }
}

import type { Host } from '../../host.ts';
import { spectrumLength } from '../../kernels/fft.ts';
import { loadConvolver } from '../../kernels/load-fft.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import { quadSampler, type QuadGrid, type QuadSampler } from '../../scenes/patterns/quads.ts';
import type { Receptors } from '../lens.ts';
import { lookUp, type RadialMap } from './radial-map.ts';
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
  /** Tiles as [column, row] round the axis. */
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
export async function formTiles(part: FormTilesPart, host: Pick<Host, 'loadKernel'>): Promise<void> {
  const { tiling, tiles, layers, kernels, spectra, firstNodeRow, outputs } = part;
  const { n, side, tilesAcross } = tiling;
  const convolver = await loadConvolver(host, { n, side, outputs });
  const samplers = new Map(layers.map(({ pattern }) => [pattern, quadSampler(pattern)]));
  const most = layers.reduce((count, { terms }) => Math.max(count, terms.length), 0);
  const [planes, sampled] = [0, 1].map(() => Array.from({ length: most }, () => new Float32Array(side * side))) as [Float32Array[], Float32Array[]];
  const near = Float32Array.from({ length: side }, (_, i) => (i + 0.5) / side);
  const far = near.map((weight) => 1 - weight);
  const length = spectrumLength(n);
  for (const tile of tiles) {
    let isLit = false;
    for (const layer of layers) {
      if (!sampleTile(part, layer, tile, samplers.get(layer.pattern)!, sampled, planes)) continue;
      if (!isLit) for (let output = 0; output < outputs; output += 1) convolver.clear(output);
      isLit = true;
      for (const [term, uses] of layer.terms.entries()) {
        if (uses.length === 0 || planes[term]!.every((value) => value === 0)) continue;
        convolver.source.set(planes[term]!);
        for (const [right, down] of [[0, 0], [1, 0], [0, 1], [1, 1]] as const) {
          convolver.transform(right ? near : far, down ? near : far);
          const [column, row] = [tile[0] + right, tile[1] + down];
          const node = (Math.abs(row) - firstNodeRow) * (tilesAcross + 1) + Math.abs(column);
          for (const { output, kernel } of uses) convolver.multiplyAdd(output, spectra, (node * kernels + kernel) * length, (column < 0) !== (row < 0), row < 0);
        }
      }
    }
    if (isLit) for (let output = 0; output < outputs; output += 1) addToPixels(part, tile, output, convolver.plane(output), convolver.stride);
  }
}

/** Fills the planes of a tile's source, as far as it lies within reach of the picture; false when it is all black. */
function sampleTile({ tiling, halfWidth, aspect, centre }: FormTilesPart, { map, terms }: FormLayer, [tileColumn, tileRow]: readonly [number, number], sample: QuadSampler, scratch: readonly Float32Array[], planes: readonly Float32Array[]): boolean {
  const { side, reach, pitch, axisColumn, axisRow } = tiling;
  const [left, top] = [axisColumn + tileColumn * side, axisRow + tileRow * side];
  const [firstColumn, lastColumn] = [Math.max(0, -reach - left), Math.min(side, tiling.columns + reach - left)];
  const [firstRow, lastRow] = [Math.max(0, -reach - top), Math.min(side, tiling.rows + reach - top)];
  const [columns, rows] = [lastColumn - firstColumn, lastRow - firstRow];
  if (columns <= 0 || rows <= 0) return false;
  // From the axis to the upper left corner of what is sampled, working pixels.
  const [fromX, fromY] = [left + firstColumn - centre[0], top + firstRow - centre[1]];
  if (Math.hypot(Math.max(0, fromX, -fromX - columns), Math.max(0, fromY, -fromY - rows)) * pitch > map.radius + pitch) return false;
  const grid = warpedGrid(map, pitch, fromX, fromY, rows, columns, 0.5 / halfWidth, 0.5 / (halfWidth * aspect));
  if (!touchesScene(grid)) return false;
  const sampled = terms.map((_, term) => scratch[term]!.subarray(0, rows * columns));
  sample(grid, sampled);
  const light = new Float32Array(columns);
  let isBlack = true;
  for (const plane of planes) plane.fill(0);
  for (let row = 0; row < rows; row += 1) {
    const y = (fromY + row + 0.5) * pitch;
    for (let column = 0; column < columns; column += 1) {
      const x = (fromX + column + 0.5) * pitch;
      const distance = Math.sqrt(x * x + y * y);
      // The rim of the image circle runs straight through a pixel.
      const inside = (map.radius - distance) / pitch + 0.5;
      light[column] = inside <= 0 ? 0 : Math.min(1, inside) * lookUp(map, map.solidAngle, distance);
    }
    const to = (firstRow + row) * side + firstColumn;
    for (let k = 0; k < sampled.length; k += 1) {
      const plane = planes[k]!;
      const source = sampled[k]!;
      for (let column = 0, from = row * columns; column < columns; column += 1, from += 1) {
        const value = source[from]! * light[column]!;
        plane[to + column] = value;
        if (value !== 0) isBlack = false;
      }
    }
  }
  return !isBlack;
}

/** Corners of working pixels as places in the scene's pattern. */
export function warpedGrid(map: RadialMap, pitch: number, fromX: number, fromY: number, rows: number, columns: number, acrossScale: number, downScale: number): QuadGrid {
  const wide = columns + 1;
  const [x, y] = [new Float64Array((rows + 1) * wide), new Float64Array((rows + 1) * wide)];
  for (let row = 0, at = 0; row <= rows; row += 1) {
    const down = (fromY + row) * pitch;
    for (let column = 0; column < wide; column += 1, at += 1) {
      const across = (fromX + column) * pitch;
      const stretch = lookUp(map, map.stretch, Math.sqrt(across * across + down * down));
      x[at] = 0.5 + across * stretch * acrossScale;
      y[at] = 0.5 + down * stretch * downScale;
    }
  }
  return { rows, columns, x, y };
}

/** Whether the scene may show in a grid; it may be so small that no corner lies in it. */
function touchesScene({ x, y }: QuadGrid): boolean {
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
function addToPixels({ tiling, channels, layout, out, columns }: FormTilesPart, [tileColumn, tileRow]: readonly [number, number], output: number, plane: Float32Array, stride: number): void {
  const { n, side, reach, oversampling, axisColumn, axisRow } = tiling;
  const [left, top] = [axisColumn + tileColumn * side, axisRow + tileRow * side];
  const [firstColumn, lastColumn] = [Math.max(0, left - reach), Math.min(tiling.columns, left + side + reach)];
  const [firstRow, lastRow] = [Math.max(0, top - reach), Math.min(tiling.rows, top + side + reach)];
  const share = 1 / oversampling ** 2;
  const gains = channels.map((channel) => (channel.output === output ? channel.gain * share : 0));
  for (let row = firstRow; row < lastRow; row += 1) {
    const from = ((row - top + n) % n) * stride;
    const pixelRow = Math.floor(row / oversampling);
    const [even, odd] = layout[pixelRow & 1]!;
    const [evenGain, oddGain] = [gains[even]!, gains[odd]!];
    if (evenGain === 0 && oddGain === 0) continue;
    const to = pixelRow * columns;
    if (oversampling === 1) {
      for (let column = firstColumn; column < lastColumn; column += 1) {
        const gain = column & 1 ? oddGain : evenGain;
        if (gain !== 0) out[to + column]! += gain * plane[from + ((column - left + n) & (n - 1))]!;
      }
    } else {
      for (let column = firstColumn; column < lastColumn; column += 1) {
        const pixel = Math.floor(column / oversampling);
        const gain = pixel & 1 ? oddGain : evenGain;
        if (gain !== 0) out[to + pixel]! += gain * plane[from + ((column - left + n) & (n - 1))]!;
      }
    }
  }
}

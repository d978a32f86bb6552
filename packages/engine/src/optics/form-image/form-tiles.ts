import type { Host } from '../../host.ts';
import { spectrumLength, type Convolver } from '../convolution/convolver.ts';
import { loadConvolver } from '../convolution/load-convolver.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import type { Receptors } from '../lens.ts';
import { gatherVeil, type VeilSource } from './form-veil.ts';
import type { RadialMap } from './radial-map.ts';
import { tileSampler, type ScenePlacement } from './sample-tile.ts';
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
  readonly placement: ScenePlacement;
  readonly layers: readonly FormLayer[];
  readonly kernels: number;
  /** See `NodeSpectra`; nodes are counted from the row `firstNodeRow` on. */
  readonly spectra: Float32Array;
  readonly firstNodeRow: number;
  /** Per channel of the layout: the output it shows, and times what. */
  readonly channels: readonly { readonly output: number; readonly gain: number }[];
  readonly outputs: number;
  readonly layout: Receptors['layout'];
  /** Light that falls beyond the kernels. */
  readonly veil: VeilSource;
  /** Shared; the picture's pixels, added to. */
  readonly out: Float32Array;
}

/**
 * Forms tiles: samples the warped scene, weighs it with the light the lens passes, convolves it with the kernels of the tile's four nodes,
 * each weighted with its nearness at the source, and adds the outcome to the pixels. Samples of one phase inside their pixels are a
 * picture of their own, with kernels of their own, so that every transform has the size of the pixels.
 *
 * @see docs/optics.md, 'How a picture is formed'; physics.md P2 to P5.
 */
export async function formTiles(
  part: FormTilesPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { tiling, tiles, layers, outputs, placement } = part;
  const { n, side, oversampling } = tiling;
  const mostKernels = Math.max(...layers.map(({ terms }) => terms.flat().length));
  const convolver = await loadConvolver(host, {
    n,
    side,
    outputs: 2 * outputs,
    slots: 4 * oversampling ** 2 * mostKernels,
    phases: oversampling,
  });
  const samplers = layers.map(({ map, pattern }) => tileSampler(tiling, placement, map, pattern));
  for (const [column, below] of tiles) {
    const rows = [below, -1 - below];
    const isLit = [false, false];
    for (const [index, layer] of layers.entries()) {
      const sampler = samplers[index]!;
      sampler.restart();
      const slotOf = slotsFor(part, convolver);
      for (const [image, row] of rows.entries()) {
        for (const [term, phases] of sampler.sample([column, row]).entries()) {
          const uses = layer.terms[term]!;
          if (!phases || uses.length === 0) continue;
          if (!isLit[image]) clearOutputs(convolver, image * outputs, outputs);
          isLit[image] = true;
          gatherVeil(part, [column, row], uses, phases);
          convolvePhases(part, convolver, [column, row], phases, (node, phase) =>
            uses.map(({ output, kernel }) => ({
              output: image * outputs + output,
              slot: slotOf(node, phase, kernel),
            })),
          );
        }
      }
    }
    for (const [image, row] of rows.entries()) {
      if (!isLit[image]) continue;
      for (let output = 0; output < outputs; output += 1) {
        const plane = convolver.inverseTransform(image * outputs + output);
        addToPixels(part, [column, row], output, plane, convolver.stride);
      }
    }
  }
}

function clearOutputs(convolver: Convolver, first: number, count: number): void {
  for (let output = first; output < first + count; output += 1) convolver.clear(output);
}

/** Slots of a convolver for kernels of some nodes and phases, filled when first asked for. */
function slotsFor(
  { tiling, kernels, spectra }: FormTilesPart,
  convolver: Convolver,
): (node: number, phase: number, kernel: number) => number {
  const phases = tiling.oversampling ** 2;
  const length = spectrumLength(tiling.n);
  const slots = new Map<number, number>();
  return (node, phase, kernel) => {
    const spectrum = (node * phases + phase) * kernels + kernel;
    const slot = slots.get(spectrum) ?? slots.size;
    if (slot === slots.size) convolver.loadSlot(slot, spectra.subarray(spectrum * length));
    slots.set(spectrum, slot);
    return slot;
  };
}

/** Nodes of a tile: right or not, down or not. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Convolves all phases of a source with the kernels of the tile's four nodes. */
function convolvePhases(
  { tiling, firstNodeRow }: FormTilesPart,
  convolver: Convolver,
  [column, row]: readonly [number, number],
  phases: readonly Float32Array[],
  usesOf: (
    node: number,
    phase: number,
  ) => readonly { readonly output: number; readonly slot: number }[],
): void {
  const { oversampling, tilesAcross } = tiling;
  const last = oversampling - 1;
  for (const [index, source] of phases.entries()) {
    const [across, along] = [index % oversampling, Math.floor(index / oversampling)];
    convolver.transformSource(source, along);
    for (const [right, down] of CORNERS) {
      const [nodeColumn, nodeRow] = [column + right, row + down];
      const [isLeft, isAbove] = [nodeColumn < 0, nodeRow < 0];
      const node = (Math.abs(nodeRow) - firstNodeRow) * (tilesAcross + 1) + Math.abs(nodeColumn);
      // Seen in a mirror, the phases change places too.
      const phase =
        (isAbove ? last - along : along) * oversampling + (isLeft ? last - across : across);
      const corner = {
        right: right === 1,
        down: down === 1,
        phase: across,
        mirrored: isLeft !== isAbove,
        conjugated: isAbove,
      };
      convolver.convolve(corner, usesOf(node, phase));
    }
  }
}

/** Adds a tile's plane, which reaches over its neighbours, to the pixels that show this output. */
function addToPixels(
  { tiling, channels, layout, out }: FormTilesPart,
  [tileColumn, tileRow]: readonly [number, number],
  output: number,
  plane: Float32Array,
  stride: number,
): void {
  const { n, side, reach, axisColumn, axisRow, columns, rows } = tiling;
  const [left, top] = [axisColumn + tileColumn * side, axisRow + tileRow * side];
  const [firstColumn, lastColumn] = [
    Math.max(0, left - reach),
    Math.min(columns, left + side + reach),
  ];
  const [firstRow, lastRow] = [Math.max(0, top - reach), Math.min(rows, top + side + reach)];
  const gains = channels.map((channel) => (channel.output === output ? channel.gain : 0));
  for (let row = firstRow; row < lastRow; row += 1) {
    const from = ((row - top) & (n - 1)) * stride;
    const to = row * columns;
    for (const [parity, channel] of layout[row & 1]!.entries()) {
      const gain = gains[channel]!;
      if (gain === 0) continue;
      const start = firstColumn + ((firstColumn + parity) & 1);
      for (let column = start; column < lastColumn; column += 2)
        out[to + column]! += gain * plane[from + ((column - left) & (n - 1))]!;
    }
  }
}

import type { Host } from '../../host.ts';
import { spectrumLength, type Convolver } from '../convolution/convolver.ts';
import { loadConvolver } from '../convolution/load-convolver.ts';
import { planeCount, type Pattern } from '../../scenes/patterns/pattern.ts';
import { firstAtPhase, type Receptors } from '../lens.ts';
import { cellMeans, gatherVeil, type GatherVeilPart } from './gather-veil.ts';
import { isPlaneMap, type ImageMap, type RadialMap } from './radial-map.ts';
import type { ScenePlacement } from '../scene-placement.ts';
import { samplerMemory, tileSampler } from './sample-tile.ts';
import { placeInBlock, type NodeBlock } from './tiling.ts';

/** The part of a scene's light that is seen through one map. */
export interface FormLayer {
  readonly map: ImageMap;
  /** Has a plane per term. */
  readonly pattern: Pattern;
  /**
   * Per term: the kernels with which it is convolved, and the output to which each result is added.
   */
  readonly terms: readonly (readonly { readonly output: number; readonly kernel: number }[])[];
}

/** A layer that is seen through a map over the radius, as devices sample it. */
export interface RoundLayer extends FormLayer {
  readonly map: RadialMap;
}

export const isRoundLayer = (layer: FormLayer): layer is RoundLayer => !isPlaneMap(layer.map);

/**
 * Some tiles of a picture, none of which reaches another; plain data, so that another thread can
 * get it.
 */
export interface FormTilesPart extends GatherVeilPart {
  /**
   * Tiles as [column, row] from the axis, rows from 0 on. Each stands for its mirror image above
   * the axis too, which shares its nodes; but for a lens that is not round these are all tiles.
   */
  readonly tiles: readonly (readonly [number, number])[];
  readonly placement: ScenePlacement;
  readonly layers: readonly FormLayer[];
  /** See `nodeSpectra`. */
  readonly spectra: Float32Array;
  /** The nodes that `spectra` has. */
  readonly block: NodeBlock;
  /** The pictures that are formed at once, none of which shows an output of another. */
  readonly pictures: readonly FormedPicture[];
  readonly outputs: number;
  readonly layout: Receptors['layout'];
}

/** A picture of a scene's light, or of a part of it. */
export interface FormedPicture {
  /** Per channel of the layout: the output that it shows, and the factor on it. */
  readonly channels: readonly { readonly output: number; readonly gain: number }[];
  /** Shared memory: the pixels of the picture, which are added to. */
  readonly out: Float32Array;
}

/** The picture that shows an output. */
export const pictureOf = (pictures: readonly FormedPicture[], output: number): FormedPicture =>
  pictures.find(({ channels }) => channels.some((channel) => channel.output === output))!;

/**
 * Forms tiles: samples the scene as the lens distorts it, weighs the samples with the light that
 * the lens passes, convolves them with the kernels of the tile's four nodes, each weighted with its
 * nearness to the sample, and adds the result to the pixels. The samples at one place inside their
 * pixels, a phase, are a picture at pixel pitch with kernels of their own, so that transforms are
 * no larger with several samples per pixel.
 *
 * @see docs/life-of-a-simulation.md#image-formation-through-a-real-lens;
 *   docs/reference/physics.md#p2, docs/reference/physics.md#p4.
 */
export async function formTiles(
  part: FormTilesPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { tiling, tiles, layers, outputs, placement } = part;
  const { n, side, oversampling, isEven = false } = tiling;
  const mostKernels = Math.max(
    ...layers.map(({ terms }) => new Set(terms.flat().map(({ kernel }) => kernel)).size),
  );
  const convolver = await loadConvolver(host, {
    n,
    side,
    outputs: 2 * outputs,
    slots: (isEven ? 1 : 4) * oversampling ** 2 * mostKernels,
    phases: oversampling,
    isEven,
  });
  const samplers = layers.map((layer, place) =>
    tileSampler(tiling, placement, layer, samplerMemory(tiling, planeCount(layer.pattern), place)),
  );
  for (const [column, below] of tiles) {
    const rows = tiling.isWhole ? [below] : [below, -1 - below];
    /** Outputs that get light, of the tile and of its image. */
    const lit = rows.map(() => new Set<number>());
    for (const [index, layer] of layers.entries()) {
      const sampler = samplers[index]!;
      const slotOf = slotsFor(part, convolver);
      for (const [image, row] of rows.entries()) {
        for (const [term, phases] of sampler.sample([column, row]).entries()) {
          const uses = layer.terms[term]!;
          if (!phases || uses.length === 0) continue;
          for (const { output } of uses) {
            if (!lit[image]!.has(output)) convolver.clear(image * outputs + output);
            lit[image]!.add(output);
          }
          gatherVeil(part, [column, row], uses, cellMeans(tiling, phases));
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
      for (const output of [...lit[image]!].sort((a, b) => a - b)) {
        const plane = convolver.inverseTransform(image * outputs + output);
        addToPixels(part, [column, row], output, plane, convolver.stride);
      }
    }
  }
}

/**
 * Gives the slot of a convolver that holds a kernel of a node and phase, and loads the kernel on
 * first use.
 */
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

/** Corners of a tile, where its nodes are: [right, down]. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Convolves all phases of a source with the kernels of the tile's four nodes. */
function convolvePhases(
  { tiling, block }: FormTilesPart,
  convolver: Convolver,
  [column, row]: readonly [number, number],
  phases: readonly Float32Array[],
  usesOf: (
    node: number,
    phase: number,
  ) => readonly { readonly output: number; readonly slot: number }[],
): void {
  const { oversampling, isWhole = false } = tiling;
  const last = oversampling - 1;
  for (const [index, source] of phases.entries()) {
    const [across, along] = [index % oversampling, Math.floor(index / oversampling)];
    convolver.transformSource(source, along);
    if (tiling.isEven) {
      const corner = { right: false, down: false, mirrored: false, conjugated: false };
      convolver.convolve({ ...corner, phase: across }, usesOf(0, index));
      continue;
    }
    for (const [right, down] of CORNERS) {
      const [nodeColumn, nodeRow] = [column + right, row + down];
      const [isLeft, isAbove] = isWhole ? [false, false] : [nodeColumn < 0, nodeRow < 0];
      const node = isWhole
        ? placeInBlock(block, nodeColumn, nodeRow)
        : placeInBlock(block, Math.abs(nodeColumn), Math.abs(nodeRow));
      // Mirroring reverses the order of the phases too.
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

/**
 * Adds one output of a tile, which reaches into its neighbours, to the pixels that show this
 * output.
 */
function addToPixels(
  { tiling, pictures, layout }: FormTilesPart,
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
  const { channels, out } = pictureOf(pictures, output);
  const gains = channels.map((channel) => (channel.output === output ? channel.gain : 0));
  for (let row = firstRow; row < lastRow; row += 1) {
    const from = ((row - top) & (n - 1)) * stride;
    const to = row * columns;
    const line = layout[row % layout.length]!;
    const period = line.length;
    for (let phase = 0; phase < period; phase += 1) {
      const gain = gains[line[phase]!]!;
      if (gain === 0) continue;
      const start = firstAtPhase(firstColumn, phase, period);
      for (let column = start; column < lastColumn; column += period)
        out[to + column]! += gain * plane[from + ((column - left) & (n - 1))]!;
    }
  }
}

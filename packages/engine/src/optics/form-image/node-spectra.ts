import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { StageContext } from '../../stage.ts';
import { spectrumLength } from '../convolution/convolver.ts';
import { digestOf } from '../../digest.ts';
import { foldKernels, type FoldKernelsPart } from './fold-kernels.ts';
import type { LensModel } from './lens-model.ts';
import { heightAt, solidAngleAt } from './lens-table.ts';
import {
  nodeAngle,
  type FormingPlan,
  type NodePlace,
  type PointSpreadTable,
} from './point-spread-table.ts';
import { isInBlock, placeInBlock, quadrantNodes, type NodeBlock } from './tiling.ts';

/** What determines the kernels of a picture. */
export interface KernelPlan extends FormingPlan {
  readonly pointSpreads: PointSpreadTable;
  /** Per kernel, the weight of each band. */
  readonly kernels: readonly Float64Array[];
}

/**
 * Light that falls beyond each kernel, weighted as the kernel is.
 *
 * @returns lost[node * kernels + kernel] for all nodes of the quadrant; 0 where a node serves no
 * tile.
 */
export function lostLight(plan: KernelPlan) {
  const { tiling, pointSpreads, kernels } = plan;
  const nodes = quadrantNodes(tiling);
  const lost = sharedFloat32(nodes.length * kernels.length);
  for (const [node, [column, row]] of nodes.entries()) {
    const place = pointSpreads.places[node];
    if (!place) continue;
    const brightness = nodeBrightness(plan, [column, row], place);
    for (const [kernel, weights] of kernels.entries())
      lost[node * kernels.length + kernel] = pointSpreads.bands.reduce(
        (sum, band, i) =>
          sum + weights[band]! * brightness[band]! * pointSpreads.kernels[place.lostFrom + i]!,
        0,
      );
  }
  return lost;
}

/** How many numbers the spectra of one node have. */
export const nodeLength = ({ tiling, kernels }: KernelPlan): number =>
  kernels.length * tiling.oversampling ** 2 * spectrumLength(tiling.n);

const lengthOf = (plan: KernelPlan, block: NodeBlock): number =>
  (plan.tiling.isEven ? 1 : placeInBlock(block, block.lastColumn, block.lastRow) + 1) *
  nodeLength(plan);

/**
 * Memory for the spectra of a pass: new for each where they are kept for later runs, else the same
 * for all passes of a picture and, once released, for the next picture, because shared memory is
 * freed late.
 */
export function spectraMemory(
  plan: KernelPlan,
  passes: readonly NodeBlock[],
): { readonly memoryOf: (block: NodeBlock) => SpectraMemory; readonly release: () => void } {
  const lengths = passes.map((block) => lengthOf(plan, block));
  // If not all passes fit, none is kept: the later ones would push the earlier ones out, so that no
  // run would ever find any.
  const isKept = lengths.reduce((bytes, length) => bytes + 4 * length, 0) <= MOST_KEPT;
  if (isKept)
    return {
      memoryOf: (block) => ({ isKept, take: () => sharedFloat32(lengthOf(plan, block)) }),
      release: () => undefined,
    };
  const most = Math.max(0, ...lengths);
  const memory = spare && spare.length >= most ? spare : sharedFloat32(most);
  spare = undefined;
  return {
    memoryOf: () => ({ isKept, take: () => memory }),
    release: () => {
      spare = memory;
    },
  };
}

/** Memory of the last picture whose spectra were not kept, for the next one. */
let spare: Float32Array | undefined;

/** The nodes of a block whose kernels are wanted. */
export interface NeededNodes {
  readonly block: NodeBlock;
  /** Indices of the nodes of the quadrant round which tiles have light; absent: all. */
  readonly needed?: readonly number[];
}

interface SpectraMemory {
  readonly isKept: boolean;
  readonly take: () => Float32Array;
}

/** The kernels of a node, as weighted sums of its point spread functions. */
export interface NodeKernels extends Pick<FoldKernelsPart, 'from' | 'transposed' | 'weights'> {
  /** Index of the node in its block. */
  readonly place: number;
}

/** What the kernels at a block of nodes are made of. */
export function nodeKernels(
  plan: KernelPlan,
  { block, needed }: NeededNodes,
): readonly NodeKernels[] {
  const { tiling, pointSpreads, kernels } = plan;
  /** Node on the axis of even kernels, however far out the first tile with light is. */
  let isDone = false;
  return quadrantNodes(tiling).flatMap(([column, row], node): NodeKernels[] => {
    const place = pointSpreads.places[node];
    if (!place || isDone || !isInBlock(block, column, row)) return [];
    if (needed && !needed.includes(node)) return [];
    isDone = tiling.isEven === true;
    const brightness = nodeBrightness(plan, [column, row], place);
    return [
      {
        place: isDone ? 0 : placeInBlock(block, column, row),
        from: place.from,
        transposed: place.transposed,
        weights: kernels.map((weights) =>
          Float64Array.from(pointSpreads.bands, (band) => weights[band]! * brightness[band]!),
        ),
      },
    ];
  });
}

/**
 * Computes the spectra of all kernels at a block of nodes, or finds those of an earlier run.
 *
 * @returns spectra[((node · phases + phase) · kernels + kernel) · length + i].
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function nodeSpectra(
  plan: KernelPlan,
  { block, needed }: NeededNodes,
  { isKept, take }: SpectraMemory,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped'>,
): Promise<Float32Array> {
  const { model, pointSpreads, kernels } = plan;
  const { n, reach, oversampling } = plan.tiling;
  const key = isKept
    ? digestOf([
        ...[pointSpreads.key, block, needed ?? '', kernels.map((kernel) => [...kernel])],
        ...(model.light === undefined ? [] : [model.light]),
      ])
    : '';
  const kept = keptBy(host.parallel);
  const known = kept.get(key);
  if (known) {
    keep(kept, key, known);
    return known;
  }
  const spectra = take();
  const parts = nodeKernels(plan, { block, ...(needed && { needed }) }).map(
    ({ place, ...kernel }): FoldKernelsPart => ({
      ...kernel,
      pointSpreads: pointSpreads.kernels,
      reach,
      oversampling,
      n,
      out: spectra,
      at: place * nodeLength(plan),
    }),
  );
  await host.parallel(foldKernels, parts, { stopped: () => context.stopped() });
  if (isKept) keep(kept, key, spectra);
  return spectra;
}

/**
 * Spectra of earlier runs on a host, the least recently used first. They depend on lens, pitch,
 * light and filters, and on whether the host's threads have SIMD, because each convolver has its
 * own order of the numbers in a spectrum; hence a map per host.
 */
type KeptSpectra = Map<string, Float32Array>;
const keptByHost = new WeakMap<Host['parallel'], KeptSpectra>();
/** Bytes. */
const MOST_KEPT = 256e6;

function keptBy(parallel: Host['parallel']): KeptSpectra {
  const kept = keptByHost.get(parallel) ?? new Map<string, Float32Array>();
  keptByHost.set(parallel, kept);
  return kept;
}

function keep(kept: KeptSpectra, key: string, spectra: Float32Array): void {
  kept.delete(key);
  kept.set(key, spectra);
  let bytes = 0;
  for (const { byteLength } of kept.values()) bytes += byteLength;
  for (const [oldest, { byteLength }] of kept) {
    if (bytes <= MOST_KEPT) break;
    kept.delete(oldest);
    bytes -= byteLength;
  }
}

/**
 * Light of each band at a node, relative to what the source has; of a lens with moved surfaces by
 * what it lets through of the field besides.
 */
function nodeBrightness(
  { model, references, tiling, pointSpreads }: Omit<KernelPlan, 'kernels'>,
  [column, row]: readonly [number, number],
  { movedFrom }: NodePlace,
): Float64Array {
  if (model.nodesOf && movedFrom !== undefined) {
    // Kernels of a lens without symmetry know all of it.
    const own = new Float64Array(references.length);
    for (const [i, band] of pointSpreads.bands.entries())
      own[band] = pointSpreads.kernels[movedFrom + i]!;
    return own;
  }
  const distanceMm = Math.hypot(column, row) * tiling.side * tiling.pixelMm;
  const known = brightnessOf(model, references);
  const even = known.get(distanceMm) ?? bandBrightness(model, references, distanceMm);
  known.set(distanceMm, even);
  if (movedFrom === undefined) return even;
  const brightness = even.slice();
  for (const [i, band] of pointSpreads.bands.entries())
    brightness[band]! *= pointSpreads.kernels[movedFrom + i]!;
  return brightness;
}

/** Light of the bands by the distance from the axis, for the references of the last picture. */
const lastBrightness = new WeakMap<
  LensModel,
  { readonly references: string; readonly known: Map<number, Float64Array> }
>();

function brightnessOf(model: LensModel, references: readonly number[]): Map<number, Float64Array> {
  const key = references.join(' ');
  const last = lastBrightness.get(model);
  if (last?.references === key && last.known.size <= MOST_DISTANCES) return last.known;
  const known = new Map<number, Float64Array>();
  lastBrightness.set(model, { references: key, known });
  return known;
}
/** More than a picture has nodes, but for the smallest pixels. */
const MOST_DISTANCES = 4096;

/**
 * Light of each band at a distance from the axis, relative to its reference band, whose map and
 * light the source has (rho of docs/reference/physics.md#p4).
 */
function bandBrightness(
  model: LensModel,
  references: readonly number[],
  distanceMm: number,
): Float64Array {
  const { table } = model;
  return Float64Array.from(references, (reference, band) => {
    if (reference === band) return 1;
    const angle = nodeAngle(table, reference, distanceMm);
    const lightOf = (imagedBand: number): number => {
      const { heightMm, slope } = heightAt(table, imagedBand, angle);
      return (
        solidAngleAt(table, imagedBand, angle) * (angle === 0 ? slope * slope : heightMm * slope)
      );
    };
    return lightOf(band) / lightOf(reference);
  });
}

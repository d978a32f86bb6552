import type { Host } from '../../host.ts';
import type { StageContext } from '../../stage.ts';
import { digestOf } from '../../digest.ts';
import type { LensModel } from './lens-model.ts';
import type { PixelSide } from '../pixel-shape.ts';
import { angleAt, heightAt, type LensTable } from './lens-table.ts';
import { cachedTable, tableInMemory } from './table-cache.ts';
import { isNodeUsed, quadrantNodes, type Tiling } from './tiling.ts';
import {
  between,
  fieldAt,
  lightOfField,
  placeInMap,
  withinField,
  type PlaneMap,
} from './plane-map.ts';
import { isSameEverywhere } from './pupil-source.ts';
import {
  tracePointSpreads,
  type FreeNode,
  type TracePointSpreadsPart,
} from './trace-point-spreads.ts';

/**
 * Kernels of a tiling's nodes, from samples of the source to pixels: kernels[((node · phases +
 * phase) · bands + band) · (2·reach + 1)² + place]. What a band's kernels of all phases miss to a
 * sum of 1 falls beyond them.
 */
export interface PointSpreadTable {
  /** Name of the table in caches: unique to lens, tiling and bands. */
  readonly key: string;
  /** Bands that it holds, ascending. */
  readonly bands: readonly number[];
  readonly kernels: Float32Array;
  /** Place of the kernels of each quadrant node; undefined for nodes that serve no tile. */
  readonly places: readonly (NodePlace | undefined)[];
  /** Whether it was traced, not found in a cache. */
  readonly isNew: boolean;
  /** Count of nodes that were traced. */
  readonly nodes: number;
}

/** Place of a node's kernels in a table. */
export interface NodePlace {
  /** Index of their first number, and of the first band's lost share of light. */
  readonly from: number;
  readonly lostFrom: number;
  /**
   * Index of the first band's share of light, see `TracePointSpreadsPart.moved`; absent for round
   * lenses.
   */
  readonly movedFrom?: number;
  /** Whether they belong to the node's mirror image in the diagonal. */
  readonly transposed: boolean;
}

/** A lens, how the picture is cut into tiles, and through which maps the bands are seen. */
export interface FormingPlan {
  readonly model: LensModel;
  readonly tiling: Tiling;
  /**
   * Per band, the reference band whose map and light its source has; kernels compensate the
   * difference (docs/reference/physics.md#p4).
   */
  readonly references: readonly number[];
}

/** With fewer bands than this a table is traced for them alone. */
const FEW_BANDS = 8;

/**
 * Field angle, radians, of a node at a distance from the axis; for nodes beyond the image circle
 * the angle of its rim.
 */
export const nodeAngle = (table: LensTable, band: number, distanceMm: number): number =>
  angleAt(table, band, Math.min(distanceMm, table.heightsMm[band]!.at(-1)!));

/**
 * Traces the kernels of all nodes, or finds them in a cache. The lens is round, so nodes that are
 * mirror images share them.
 *
 * @param needed bands that the picture needs; with many of them all bands are traced, so that most
 * pictures share one table.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function pointSpreadTable(
  plan: FormingPlan,
  needed: readonly number[],
  host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache'>>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<PointSpreadTable> {
  const { model, tiling, references } = plan;
  const { reach, pitchMm, oversampling, side, binning, sides, ownWidths } = tiling;
  const { nodes, owners } = tracedNodes(tiling, !isSameEverywhere(model.design));
  const all = model.table.wavelengths.map((_, band) => band);
  const keyOf = (bands: readonly number[]): string =>
    `point-spread-${digestOf([model.digest, references, pitchMm, oversampling, reach, side, nodes, bands, ...(binning ? [binning] : []), ...(sides.every(isWholeSide) ? [] : [sides]), ...(ownWidths ? [ownWidths.leastMm] : [])])}`;
  const isFew = needed.length < FEW_BANDS && !tableInMemory(keyOf(all));
  const bands = isFew ? needed : all;
  const key = keyOf(bands);
  const length = bands.length * oversampling ** 2 * (2 * reach + 1) ** 2;
  const moved = tiling.isWhole ? bands.length : 0;
  const places = nodes.map((_, index) => ({
    from: index * length,
    lostFrom: nodes.length * length + index * bands.length,
    ...(tiling.isWhole && {
      movedFrom: nodes.length * (length + bands.length) + index * moved,
    }),
  }));
  const { table: kernels, isNew } = await cachedTable(
    key,
    nodes.length * (length + bands.length + moved),
    host,
    async (out) => {
      const parts = nodes.map((node, index) => partOf(plan, bands, node, places[index]!, out));
      await host.parallel(tracePointSpreads, parts, {
        stopped: () => context.stopped(),
        done: (count) => {
          context.progress(count / parts.length);
        },
      });
    },
  );
  return {
    key,
    bands,
    kernels,
    places: owners.map(
      (owner) => owner && { ...places[owner.index]!, transposed: owner.transposed },
    ),
    isNew,
    nodes: nodes.length,
  };
}

const isWholeSide = ({ share, spread }: PixelSide): boolean => share === 1 && spread === 0;

/** Whether kernels turn with their node. */
const isSquare = ({ sides: [across, down] }: Tiling): boolean => across.share === down.share;

/** Column and row of a node of the quadrant. */
type Node = readonly [column: number, row: number];

/**
 * Nodes that must be traced, those with column >= row; and for each quadrant node which one it
 * shares, undefined where it serves no tile. A thin lens has the same kernels everywhere.
 */
function tracedNodes(
  tiling: Tiling,
  dependsOnField: boolean,
): {
  readonly nodes: readonly Node[];
  readonly owners: readonly (
    | { readonly index: number; readonly transposed: boolean }
    | undefined
  )[];
} {
  const nodes: Node[] = [];
  const indices = new Map<string, number>();
  const owners = quadrantNodes(tiling).map(([column, row]) => {
    if (!isNodeUsed(tiling, column, row)) return undefined;
    const isShared = dependsOnField && !tiling.isWhole && isSquare(tiling);
    const node = !dependsOnField
      ? ([0, 0] as const)
      : !isShared
        ? ([column, row] as const)
        : ([Math.max(column, row), Math.min(column, row)] as const);
    const index = indices.get(node.join(' ')) ?? nodes.push(node) - 1;
    indices.set(node.join(' '), index);
    return { index, transposed: isShared && row > column };
  });
  return { nodes, owners };
}

/** What a lens without symmetry images at a node, through the maps of the bands' references. */
function freeNode(
  { table, nodesOf, mapOf }: LensModel,
  placeMm: readonly [number, number],
  references: readonly number[],
  at: number,
): FreeNode {
  const entry = { at: 0, right: 0, down: 0 };
  const imaged = references.map((reference) => {
    const map = mapOf(reference) as PlaneMap;
    placeInMap(map, ...placeMm, entry);
    const near = [between(map, map.tanX, entry), between(map, map.tanY, entry)] as const;
    const nodes = nodesOf!(reference);
    const tangents = withinField(nodes, fieldAt(nodes, ...placeMm, near));
    return { tangents, light: lightOfField(nodes, ...tangents) };
  });
  return {
    placeMm,
    references: references.map((reference) => table.wavelengths[reference]!),
    tangents: imaged.map(({ tangents }) => tangents),
    light: imaged.map(({ light }) => light),
    at,
  };
}

/** The job that traces the kernels of one node. */
function partOf(
  { model, tiling, references }: FormingPlan,
  bands: readonly number[],
  [column, row]: Node,
  { from, lostFrom, movedFrom }: Omit<NodePlace, 'transposed'>,
  out: Float32Array,
): TracePointSpreadsPart {
  const { table, design, axisShiftMm } = model;
  const { reach, pitchMm, oversampling, side, pixelMm, binning, sides, ownWidths } = tiling;
  const placeMm = [column * side * pixelMm, row * side * pixelMm] as const;
  const distanceMm = Math.hypot(column, row) * side * pixelMm;
  const angles = bands.map((band) => nodeAngle(table, references[band]!, distanceMm));
  return {
    design,
    reach,
    oversampling,
    pitchMm,
    ...(binning !== undefined && { binning }),
    ...(ownWidths && { leastHalfMm: ownWidths.leastMm }),
    sides,
    out,
    at: from,
    lostAt: lostFrom,
    wavelengths: bands.map((band) => table.wavelengths[band]!),
    ...(movedFrom !== undefined &&
      model.nodesOf && {
        free: freeNode(
          model,
          placeMm,
          bands.map((band) => references[band]!),
          movedFrom,
        ),
      }),
    ...(movedFrom !== undefined &&
      !model.nodesOf && {
        moved: {
          heightsMm: bands.map(
            (band, i) => heightAt(table, references[band]!, angles[i]!).heightMm,
          ),
          originMm: (axisShiftMm ?? [0, 0]).map(
            (mm) => Math.round(mm / pixelMm) * pixelMm,
          ) as unknown as readonly [number, number],
          at: movedFrom,
        },
      }),
    angles,
    shiftsMm: bands.map(
      (band, i) =>
        heightAt(table, band, angles[i]!).heightMm -
        heightAt(table, references[band]!, angles[i]!).heightMm,
    ),
    towards:
      distanceMm === 0
        ? [0, 1]
        : [(column * side * pixelMm) / distanceMm, (row * side * pixelMm) / distanceMm],
  };
}

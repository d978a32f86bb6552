import type { Host } from '../../host.ts';
import type { StageContext } from '../../pipeline/stage.ts';
import { digestOf } from './digest.ts';
import type { LensModel } from './lens-model.ts';
import { angleAt, heightAt } from './lens-table.ts';
import { cachedTable, tableInMemory } from './table-cache.ts';
import { isNodeUsed, quadrantNodes, type Tiling } from './tiling.ts';
import type { TracePointSpreadsPart } from './trace-point-spreads.ts';

/**
 * Kernels of a tiling's nodes, from samples of the source to pixels: kernels[((node · phases + phase) · bands + band) · (2·reach + 1)² + place].
 * What a band's kernels of all phases miss to a sum of 1 falls beyond them.
 */
export interface PointSpreadTable {
  /** Names the table among all lenses, tilings and groupings of bands. */
  readonly key: string;
  /** Bands that are in it, ascending. */
  readonly bands: readonly number[];
  readonly kernels: Float32Array;
  /** Where each quadrant node's kernels are; undefined for nodes that serve no tile. */
  readonly places: readonly (NodePlace | undefined)[];
  readonly isNew: boolean;
  readonly nodes: number;
}

/** Place of a node's kernels in a table. */
export interface NodePlace {
  /** Index of their first number, and of the first band's lost share of light. */
  readonly from: number;
  readonly lostFrom: number;
  /** Whether they belong to the node's mirror image in the diagonal. */
  readonly transposed: boolean;
}

/** A table of its own is traced for fewer bands than this. */
const FEW_BANDS = 8;

/** Field angle of a node at a distance from the axis, mm; nodes beyond the image circle take its rim's. */
export const nodeAngle = (model: LensModel, band: number, distance: number): number =>
  angleAt(model.table, band, Math.min(distance, model.table.heights[band]!.at(-1)!));

/**
 * Traces, or finds, the point spread functions of all nodes. The lens is round, so nodes that mirror one another share them.
 *
 * @param references band of each band whose map puts the nodes into the field; its kernels are shifted against that band's image.
 * @param needed bands; all are traced when many are needed, so that most pictures share one table.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function pointSpreadTable(
  model: LensModel,
  tiling: Tiling,
  references: readonly number[],
  needed: readonly number[],
  host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache'>>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<PointSpreadTable> {
  const { table, design } = model;
  const { reach, pitch, oversampling, side, pixel } = tiling;
  const size = oversampling ** 2 * (2 * reach + 1) ** 2;
  const traced = new Map<
    string,
    { readonly index: number; readonly column: number; readonly row: number }
  >();
  const owners = quadrantNodes(tiling).map(([column, row]) => {
    if (!isNodeUsed(tiling, column, row)) return undefined;
    const [major, minor] = [Math.max(column, row), Math.min(column, row)];
    const key = `${major} ${minor}`;
    const known = traced.get(key) ?? { index: traced.size, column: major, row: minor };
    traced.set(key, known);
    return { index: known.index, transposed: row > column };
  });
  const nodes = [...traced.values()];
  const all = table.wavelengths.map((_, band) => band);
  const keyOf = (bands: readonly number[]): string =>
    `point-spread-${digestOf([model.digest, references, pitch, oversampling, reach, side, nodes.map(({ column, row }) => [column, row]), bands])}`;
  const isFew = needed.length < FEW_BANDS && !tableInMemory(keyOf(all));
  const bands = isFew ? needed : all;
  const length = bands.length * size;
  const lostFrom = nodes.length * length;
  const tableKey = keyOf(bands);
  const { table: kernels, isNew } = await cachedTable(
    tableKey,
    lostFrom + nodes.length * bands.length,
    host,
    async (out) => {
      const parts = nodes.map(({ index, column, row }): TracePointSpreadsPart => {
        const distance = Math.hypot(column, row) * side * pixel;
        const angles = bands.map((band) => nodeAngle(model, references[band]!, distance));
        return {
          design,
          reach,
          oversampling,
          pitch,
          out,
          at: index * length,
          lostAt: lostFrom + index * bands.length,
          wavelengths: bands.map((band) => table.wavelengths[band]!),
          angles,
          shifts: bands.map(
            (band, i) =>
              heightAt(table, band, angles[i]!).height -
              heightAt(table, references[band]!, angles[i]!).height,
          ),
          towards:
            distance === 0
              ? [0, 1]
              : [(column * side * pixel) / distance, (row * side * pixel) / distance],
        };
      });
      await host.parallel('tracePointSpreads', parts, {
        stopped: () => context.stopped(),
        done: (count) => {
          context.progress(count / parts.length);
        },
      });
    },
  );
  return {
    key: tableKey,
    bands,
    kernels,
    places: owners.map(
      (owner) =>
        owner && {
          from: owner.index * length,
          lostFrom: lostFrom + owner.index * bands.length,
          transposed: owner.transposed,
        },
    ),
    isNew,
    nodes: nodes.length,
  };
}

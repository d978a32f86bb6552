import type { Host } from '../../host.ts';
import type { StageContext } from '../../pipeline/stage.ts';
import { digestOf } from './digest.ts';
import type { LensModel } from './lens-model.ts';
import { angleAt, heightAt } from './lens-table.ts';
import { cachedTable } from './table-cache.ts';
import { quadrantNodes, type Tiling } from './tiling.ts';
import type { TracePointSpreadsPart } from './trace-point-spreads.ts';

/** Point spread functions of a tiling's nodes: kernels of unit sum, bands after bands, node after node. */
export interface PointSpreadTable {
  readonly kernels: Float32Array;
  /** First number of each quadrant node's kernels, and whether they are its mirror image's in the diagonal. */
  readonly places: readonly { readonly from: number; readonly transposed: boolean }[];
  readonly isNew: boolean;
  readonly nodes: number;
}

/** Whose map puts the nodes into the field: one band's for all, with the others shifted against it, or each band's own. */
export type NodeMap = 'reference' | 'own';

/** Field angle of a node at a distance from the axis, mm; nodes beyond the image circle take its rim's. */
export const nodeAngle = (model: LensModel, band: number, distance: number): number => angleAt(model.table, band, Math.min(distance, model.table.heights[band]!.at(-1)!));

/**
 * Traces, or finds, the point spread functions of all nodes. The lens is round, so nodes that mirror one another share them.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function pointSpreadTable(model: LensModel, tiling: Tiling, nodeMap: NodeMap, host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache'>>, context: Pick<StageContext, 'stopped' | 'progress'>): Promise<PointSpreadTable> {
  const { table, design } = model;
  const { reach, pitch, side } = tiling;
  const bands = table.wavelengths.length;
  const length = bands * (2 * reach + 1) ** 2;
  const traced = new Map<string, { readonly place: number; readonly column: number; readonly row: number }>();
  const places = quadrantNodes(tiling).map(([column, row]) => {
    const [major, minor] = [Math.max(column, row), Math.min(column, row)];
    const key = `${major} ${minor}`;
    const known = traced.get(key) ?? { place: traced.size * length, column: major, row: minor };
    traced.set(key, known);
    return { from: known.place, transposed: row > column };
  });
  const nodes = [...traced.values()];
  const key = `point-spread-${digestOf([model.digest, nodeMap, pitch, reach, side, nodes.map(({ column, row }) => [column, row])])}`;
  const { table: kernels, isNew } = await cachedTable(key, nodes.length * length, host, async (out) => {
    const parts = nodes.map(({ place, column, row }): TracePointSpreadsPart => {
      const distance = Math.hypot(column, row) * side * pitch;
      const reference = nodeAngle(model, table.reference, distance);
      const angles = table.wavelengths.map((_, band) => (nodeMap === 'reference' ? reference : nodeAngle(model, band, distance)));
      const shifts = table.wavelengths.map((_, band) => (nodeMap === 'reference' ? heightAt(table, band, reference).height - heightAt(table, table.reference, reference).height : 0));
      return { design, wavelengths: table.wavelengths, angles, shifts, towards: distance === 0 ? [0, 1] : [(column * side * pitch) / distance, (row * side * pitch) / distance], reach, pitch, out, at: place };
    });
    await host.parallel('tracePointSpreads', parts, { stopped: () => context.stopped(), done: (count) => { context.progress(count / parts.length); } });
  });
  return { kernels, places, isNew, nodes: nodes.length };
}

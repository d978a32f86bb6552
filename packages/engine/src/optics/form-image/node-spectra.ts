import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import { spectrumLength } from '../../kernels/fft.ts';
import type { StageContext } from '../../pipeline/stage.ts';
import type { FoldKernelsPart } from './fold-kernels.ts';
import type { LensModel } from './lens-model.ts';
import { heightAt, solidAngleAt } from './lens-table.ts';
import { nodeAngle, type PointSpreadTable } from './point-spread-table.ts';
import { quadrantNodes, type Tiling } from './tiling.ts';

/**
 * Spectra of all kernels at the nodes of some rows of a quadrant, one node after another, kernel after kernel.
 *
 * @param references band of each band whose light and map the source is laid out by; kernels make up for the difference (physics.md P4).
 * @param kernels weight of each band per kernel.
 * @param firstRow of nodes, `lastRow` the last.
 * @returns memory to hand to `returnSpectra` when done.
 */
export async function nodeSpectra(
  model: LensModel,
  references: readonly number[],
  tiling: Tiling,
  pointSpreads: PointSpreadTable,
  kernels: readonly Float64Array[],
  firstRow: number,
  lastRow: number,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped'>,
): Promise<Float32Array> {
  const { n, reach, side, pitch, tilesAcross } = tiling;
  const length = spectrumLength(n) * kernels.length;
  const out = borrowSpectra((lastRow - firstRow + 1) * (tilesAcross + 1) * length);
  const parts = quadrantNodes(tiling).flatMap(([column, row], node): FoldKernelsPart[] => {
    const place = pointSpreads.places[node];
    if (row < firstRow || row > lastRow || !place) return [];
    const brightness = bandBrightness(model, references, Math.hypot(column, row) * side * pitch);
    return [
      {
        pointSpreads: pointSpreads.kernels,
        ...place,
        reach,
        n,
        out,
        at: (node - firstRow * (tilesAcross + 1)) * length,
        weights: kernels.map((weights) =>
          Float64Array.from(pointSpreads.bands, (band) => weights[band]! * brightness[band]!),
        ),
      },
    ];
  });
  await host.parallel('foldKernels', parts, { stopped: () => context.stopped() });
  return out;
}

/** Shared memory of the run before, a hundred megabytes for a large sensor, which the collector would be slow to free. */
let spare: Float32Array | undefined;

function borrowSpectra(length: number): Float32Array {
  const memory = spare && spare.length >= length ? spare : sharedFloat32(length);
  spare = undefined;
  return memory;
}

/** Hands the memory on to the next run. */
export function returnSpectra(memory: Float32Array): void {
  spare = memory;
}

/** rho of physics.md P4: light of each band at a node relative to its reference band, by whose map the source is laid out. */
function bandBrightness(
  model: LensModel,
  references: readonly number[],
  distance: number,
): Float64Array {
  const { table } = model;
  return Float64Array.from(references, (reference, band) => {
    if (reference === band) return 1;
    const angle = nodeAngle(model, reference, distance);
    const lightOf = (of: number): number => {
      const { height, slope } = heightAt(table, of, angle);
      return solidAngleAt(table, of, angle) * (angle === 0 ? slope * slope : height * slope);
    };
    return lightOf(band) / lightOf(reference);
  });
}

import { sharedFloat32 } from '../images/shared-array.ts';
import { BANDS } from '../quantities/wavelengths.ts';
import { rowSampler, type Formula } from './patterns/pattern.ts';
import { mean, type Scene } from './scene.ts';

/** Reflectance of the dark stripes of charts with depth; the bright ones are white. */
export const DARK = 0.1;

/** A square chart whose distance depends on the column alone. */
export function depthChart(
  side: number,
  pattern: Formula | undefined,
  distanceAt: (column: number) => number,
): Scene {
  const plane = sharedFloat32(side * side).fill(1);
  if (pattern) {
    const edges = Float64Array.from({ length: side + 1 }, (_, i) => i / side);
    const sample = rowSampler(pattern, edges);
    for (let row = 0; row < side; row += 1)
      sample(row / side, (row + 1) / side, [plane.subarray(row * side, (row + 1) * side)]);
  }
  const line = Float32Array.from({ length: side }, (_, column) => distanceAt(column));
  const distances = sharedFloat32(side * side);
  for (let row = 0; row < side; row += 1) distances.set(line, row * side);
  return {
    rows: side,
    columns: side,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(plane)],
    pattern: pattern ?? { kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] },
    raster: () => plane,
    depth: { rows: side, columns: side, kind: 'z', distances, unknownShare: 0 },
  };
}

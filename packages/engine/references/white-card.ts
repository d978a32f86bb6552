import { BANDS } from '../src/quantities/wavelengths.ts';
import type { Scene } from '../src/scenes/scene.ts';

/** A perfect white diffuser that fills the scene. */
export const whiteCard: Scene = {
  rows: 1,
  columns: 1,
  spectra: [new Float64Array(BANDS).fill(1)],
  planeMeans: [1],
  pattern: { kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] },
  raster: () => Float32Array.of(1),
};

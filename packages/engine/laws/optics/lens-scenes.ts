import { lensModel, type RealLensModel } from '../../src/optics/form-image/lens-model.ts';
import { lensFiles } from '../../references/optics/lens-files.ts';
import type { OpticsId } from '../../src/optics/list.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import type { LitScene } from '../../src/illuminants/light.ts';
import type { Pattern } from '../../src/scenes/patterns/pattern.ts';
import { BANDS, type Spectrum } from '../../src/quantities/wavelengths.ts';

/** Light that differs in all bands, so that a test fails where bands are exchanged. */
export const SLOPED: Spectrum = Float64Array.from({ length: BANDS }, (_, band) => 1 + band / 10);

/** A square scene of the given patterns' planes, each under its own spectrum. */
export function litPattern(
  pattern: Pattern,
  radiance: readonly Spectrum[] = [SLOPED],
  rows = 100,
  columns = 100,
): LitScene {
  return {
    scene: {
      rows,
      columns,
      spectra: radiance,
      planeMeans: radiance.map(() => 1),
      pattern,
      raster: () => new Float32Array(rows * columns),
    },
    radiance,
    white: SLOPED,
    whiteLuminance: 1,
    meanLuminance: 1,
  };
}

/** White all over. */
export const whiteCard = (): LitScene =>
  litPattern({ kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] });

/** One lit cell of `cells` x `cells`. */
export function litCell(cells: number, row: number, column: number): LitScene {
  const plane = new Float32Array(cells * cells);
  plane[row * cells + column] = 1;
  return litPattern({ kind: 'cells', rows: cells, columns: cells, planes: [plane] });
}

/** A response of 1 in one band and 0 in the others. */
export const oneBand = (band: number): Spectrum =>
  Float64Array.from({ length: BANDS }, (_, other) => Number(other === band));

const models = new Map<OpticsId, RealLensModel>();

/** A lens of the product; its tables are made once per file of tests. */
export function modelOf(id: OpticsId): RealLensModel {
  const model = models.get(id) ?? lensModel(lensDesign(lensFiles[id]));
  models.set(id, model);
  return model;
}

import type { LitScene } from '../../illuminants/light.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import type { Cells } from '../../scenes/patterns/cells.ts';
import { litBlocks } from '../../scenes/patterns/lit-blocks.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import type { SceneDepth } from '../../scenes/scene-depth.ts';
import { shareOf } from './depth-levels.ts';
import type { SceneLayers } from './scene-layers.ts';

/** What is formed of a layer. */
interface LayerScenes {
  readonly light: LitScene;
  /** White where the layer is shown, which goes on beyond the end of the scene. */
  readonly weight: LitScene;
  /** The same as far as the scene goes; absent where the layer does not reach its end. */
  readonly within?: LitScene;
  /** White where it goes on behind something; absent where it does not. */
  readonly behind?: LitScene;
}

/** A scene that is white everywhere and has no end. */
export const evenWhite = (lit: LitScene): LitScene =>
  white(lit, { kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)], endlessFrom: 0 });

const white = (lit: LitScene, pattern: Cells): LitScene => ({
  ...lit,
  radiance: [lit.white],
  scene: sceneOf(lit, pattern, [lit.white]),
});

/** A scene of the size of another, without depth. */
const sceneOf = (
  { scene: { rows, columns, raster } }: LitScene,
  pattern: Pattern,
  spectra: readonly Spectrum[],
): LitScene['scene'] => ({
  rows,
  columns,
  spectra,
  planeMeans: spectra.map(() => 1),
  pattern,
  raster,
});

/**
 * Makes the scenes of a layer. Their planes are valid until the next call, because memory that
 * threads share is slow to give back.
 */
export function layerScenes(
  lit: LitScene,
  depth: SceneDepth,
  { places, hidden }: SceneLayers,
): (layer: number) => LayerScenes {
  const { rows, columns, spectra, pattern, raster } = lit.scene;
  const samples = rows * columns;
  const shown = spectra.map((_, plane) =>
    pattern.kind === 'cells' && pattern.rows === rows && pattern.columns === columns
      ? pattern.planes[plane]!
      : raster(plane),
  );
  const hiddenPlanes = depth.hidden?.planes ?? shown;
  const { sources } = hidden;
  const isFormula = pattern.kind !== 'cells' && pattern.kind !== 'weighted';
  const isEndless = pattern.kind === 'cells' && pattern.endlessFrom === 0;
  const planes = (isFormula ? [0, 1] : shown).map(() => sharedFloat32(samples));
  const [weight, behind] = [sharedFloat32(samples), sharedFloat32(samples)];
  const cellsOf = (...values: readonly Float32Array[]): Cells => ({
    kind: 'cells',
    rows,
    columns,
    planes: values,
  });
  return (layer) => {
    let isBehind = false;
    for (let at = 0; at < samples; at += 1) {
      const own = shareOf(places[at]!, layer);
      const other = shareOf(hidden.places[at]!, layer);
      const source = sources?.[at] ?? at;
      weight[at] = own;
      behind[at] = other;
      if (other > 0) isBehind = true;
      if (isFormula) {
        planes[0]![at] = own;
        planes[1]![at] = other > 0 ? other * hiddenPlanes[0]![source]! : 0;
      } else
        for (let plane = 0; plane < planes.length; plane += 1)
          planes[plane]![at] =
            (own > 0 ? own * shown[plane]![at]! : 0) +
            (other > 0 ? other * hiddenPlanes[plane]![source]! : 0);
    }
    const cells = {
      ...cellsOf(...planes),
      ...(isEndless && { endlessFrom: 0 }),
      lit: litBlocks(cellsOf(weight, behind)),
    };
    const layered: Pattern = isFormula ? { kind: 'weighted', formula: pattern, cells } : cells;
    const whiteCells = { ...cellsOf(weight), lit: cells.lit };
    const hasEnd = !isEndless && reachesEnd(weight, rows, columns);
    return {
      light: { ...lit, scene: sceneOf(lit, layered, spectra) },
      weight: white(lit, { ...whiteCells, endlessFrom: 0 }),
      ...(hasEnd && { within: white(lit, whiteCells) }),
      ...(isBehind && {
        behind: white(lit, {
          ...cellsOf(behind),
          endlessFrom: 0,
          lit: litBlocks(cellsOf(behind)),
        }),
      }),
    };
  };
}

/** Whether any cell of the outermost rows and columns is not 0. */
function reachesEnd(plane: Float32Array, rows: number, columns: number): boolean {
  for (let row = 0; row < rows; row += 1) {
    const step = row === 0 || row === rows - 1 ? 1 : Math.max(1, columns - 1);
    for (let column = 0; column < columns; column += step)
      if (plane[row * columns + column] !== 0) return true;
  }
  return false;
}

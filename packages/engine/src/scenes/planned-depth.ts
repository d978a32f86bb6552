import type { Host } from '../host.ts';
import { SimulationError } from '../simulation-error.ts';
import { paintScene, type ScenePlan } from './paint-scene.ts';
import type { DepthPlan, HiddenContent, SceneDepth } from './scene-depth.ts';
import type { Scene } from './scene.ts';

/**
 * A scene with the distances of a plan.
 *
 * @throws SimulationError 'bad-parameter' where the sizes differ, and where what is hidden has
 *   other colours than the scene.
 */
export function withPlannedDepth(scene: Scene, depth: DepthPlan | undefined): Scene {
  if (!depth) return scene;
  if (depth.rows !== scene.rows || depth.columns !== scene.columns)
    throw new SimulationError(
      'bad-parameter',
      `The depth map has ${depth.rows} × ${depth.columns} values for a scene of ${scene.rows} × ${scene.columns}.`,
      'sceneDepth',
    );
  const { hidden } = depth;
  if (!hidden) return { ...scene, depth };
  const planes = coloursFor(hidden.planes, scene.spectra.length);
  return { ...scene, depth: { ...depth, hidden: { ...hidden, planes } } };
}

/** How far the samples of a plan's scene are; undefined where all are at one distance. */
export const depthOfPlan = async (
  { scene, depth }: { readonly scene: ScenePlan; readonly depth?: DepthPlan },
  host: Pick<Host, 'loadImage'>,
): Promise<SceneDepth | undefined> => depth ?? (await paintScene(scene, host)).depth;

/** Colours of a hidden picture as a scene with so many planes has them. */
function coloursFor(planes: HiddenContent['planes'], count: number): HiddenContent['planes'] {
  if (planes.length === count) return planes;
  const [red, green, blue] = planes;
  if (planes.length === 1 && count === 3) return [red!, red!, red!];
  if (planes.length === 3 && count === 1)
    return [red!.map((value, at) => (value + green![at]! + blue![at]!) / 3)];
  throw new SimulationError(
    'bad-parameter',
    `The hidden picture has ${planes.length} planes of colours for a scene of ${count}: both must be pictures in colour or grey.`,
    'sceneDepth',
  );
}

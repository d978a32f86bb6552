import { colourTemperatureOf } from '../colour/colour-temperature.ts';
import { chromaticityOf, xyzOf } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import { lightScene, nativeLight, type LitScene } from '../illuminants/light.ts';
import { photonsToEnergy } from '../quantities/wavelengths.ts';
import { paintScene, sceneTraits } from '../scenes/paint-scene.ts';
import { SimulationError } from '../simulation-error.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';

/** Builds the scene and lights it. */
export async function lightSceneStage(
  plan: SimulationPlan,
  host: Pick<Host, 'loadImage'>,
): Promise<LitScene> {
  const descriptor = sceneTraits(plan.scene);
  const scene = await paintScene(plan.scene, host, plan.imageWhite);
  if (scene.rows * scene.columns > plan.maximumSceneSamples)
    throw new SimulationError(
      'too-large',
      `${descriptor.label} has ${scene.columns} × ${scene.rows} samples; at most ${plan.maximumSceneSamples / 1e6} million are computed.`,
      'scene',
    );
  const native = nativeLight(descriptor.nativeIlluminant);
  return lightScene(scene, plan.illuminant.energy ?? native.energy, plan.luminance);
}

/** The parts of the report about scene and light. */
export function describeScene(
  plan: SimulationPlan,
  { scene, white, meanLuminance, whiteLuminance }: LitScene,
): Pick<SimulationReport, 'scene' | 'illuminant'> {
  const descriptor = sceneTraits(plan.scene);
  const xyz = xyzOf(photonsToEnergy(white));
  return {
    scene: {
      label: descriptor.label,
      columns: scene.columns,
      rows: scene.rows,
      planes: scene.spectra.length,
      hfovDegrees: (plan.scene.parameters.hfov * 180) / Math.PI,
      meanLuminance,
      whiteLuminance,
    },
    illuminant: {
      label: plan.illuminant.label || nativeLight(descriptor.nativeIlluminant).label,
      xy: chromaticityOf(xyz),
      cct: colourTemperatureOf(xyz),
    },
  };
}

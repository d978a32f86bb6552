import { colourTemperatureOf } from '../colour/colour-temperature.ts';
import { chromaticityOf, xyzOf } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import { lightScene, nativeLight, type LitScene } from '../illuminants/light.ts';
import { photonsToEnergy } from '../quantities/wavelengths.ts';
import { scenes } from '../scenes/list.ts';
import { paintScene } from '../scenes/paint-scene.ts';
import { SimulationError } from '../simulation-error.ts';
import { figure } from './figure.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import type { StageContext } from './stage.ts';

/** Paints the scene and puts the light on it. */
export async function lightSceneStage(
  plan: SimulationPlan,
  host: Pick<Host, 'loadImage'>,
  context: StageContext,
): Promise<LitScene> {
  const descriptor = scenes[plan.scene.id];
  const scene = await paintScene(plan.scene, host, plan.imageWhite);
  if (scene.rows * scene.columns > plan.maximumSceneSamples)
    throw new SimulationError(
      'too-large',
      `${descriptor.label} has ${scene.columns} x ${scene.rows} samples; at most ${plan.maximumSceneSamples / 1e6} million are computed.`,
      'scene',
    );
  const native = nativeLight(descriptor.nativeIlluminant);
  const lit = lightScene(scene, plan.illuminant.energy ?? native.energy, plan.luminance);
  const light = plan.illuminant.energy
    ? plan.illuminant.label
    : `${native.label} (the scene's own: no illuminant is chosen)`;
  context.log(
    `Scene: ${descriptor.label}, ${scene.columns} x ${scene.rows} samples, ${scene.spectra.length} spectr${scene.spectra.length === 1 ? 'um' : 'a'}, 400 to 700 nm in steps of 10 nm.`,
  );
  context.log(
    `Light: ${light}; ${BRIGHTNESS[plan.luminance.of]}: scene mean ${figure(lit.meanLuminance)} cd/m², white diffuser ${figure(lit.whiteLuminance)} cd/m².`,
  );
  return lit;
}

const BRIGHTNESS = {
  white: 'brightness as set by the illuminant luminance',
  'scene mean': 'brightness as set by the mean of the scene',
  'as given': 'photons as given in the custom table',
} as const;

/** What the report says about scene and light. */
export function describeScene(
  plan: SimulationPlan,
  { scene, white, meanLuminance, whiteLuminance }: LitScene,
): Pick<SimulationReport, 'scene' | 'illuminant'> {
  const descriptor = scenes[plan.scene.id];
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

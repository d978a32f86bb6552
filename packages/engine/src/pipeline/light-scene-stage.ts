import { colourTemperatureOf } from '../colour/colour-temperature.ts';
import { chromaticityOf, xyzOf } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import {
  lightScene,
  nativeLight,
  type LitScene,
  type LuminancePlan,
} from '../illuminants/light.ts';
import { illuminants } from '../illuminants/list.ts';
import { photonsToEnergy, type Spectrum } from '../quantities/wavelengths.ts';
import { paintScene, sceneTraits } from '../scenes/paint-scene.ts';
import { withPlannedDepth } from '../scenes/planned-depth.ts';
import type { Scene } from '../scenes/scene.ts';
import { SimulationError } from '../simulation-error.ts';
import { recall, type RememberedResult } from '../stage-memory.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import type { SceneToForm } from './shot.ts';

/**
 * Luminance at which pictures are formed, cd/m². Image formation is linear in light, so one formed
 * picture serves every luminance; at the default luminance nothing is scaled.
 */
const FORMED_AT = 100;

/** Builds the scene and lights it. */
export async function lightSceneStage(
  plan: SimulationPlan,
  host: Pick<Host, 'loadImage' | 'memory'>,
): Promise<RememberedResult<LitScene> & { readonly toForm: SceneToForm }> {
  if (plan.world && !plan.world.rendered)
    throw new SimulationError(
      'bad-parameter',
      'This does not photograph worlds: give the recipe a scene.',
      'world',
    );
  const descriptor = sceneTraits(plan.scene);
  const { result: scene, key } = await recall(
    host.memory,
    [
      'scene',
      sceneKey(plan.scene),
      plan.imageWhite,
      ...(plan.depth ? [plan.depth.digest, plan.depth.hidden !== undefined] : []),
    ],
    async () => withPlannedDepth(await paintScene(plan.scene, host, plan.imageWhite), plan.depth),
    bytesOf,
  );
  if (scene.rows * scene.columns > plan.maximumSceneSamples)
    throw new SimulationError(
      'too-large',
      `${descriptor.label} has ${scene.columns} × ${scene.rows} samples; at most ${plan.maximumSceneSamples / 1e6} million are computed.`,
      'scene',
    );
  const energy = lightEnergy(plan);
  const lightAt = (luminance: LuminancePlan): Promise<RememberedResult<LitScene>> =>
    recall(
      host.memory,
      ['lit scene', key, energy, luminance],
      () => lightScene(scene, energy, luminance),
      ({ radiance }) => radiance.length * radiance[0]!.byteLength,
    );
  const { luminance } = plan;
  const lit = await lightAt(luminance);
  if (luminance.of === 'as given' || luminance.value === FORMED_AT)
    return { ...lit, toForm: { lit: lit.result, key: lit.key, scale: 1 } };
  const formed = await lightAt({ ...luminance, value: FORMED_AT });
  return {
    ...lit,
    toForm: { lit: formed.result, key: formed.key, scale: luminance.value / FORMED_AT },
  };
}

/** Energy per band of the light of a plan's scene, relative or as `IlluminantPlan` has it. */
export const lightEnergy = ({
  illuminant,
  scene,
}: Pick<SimulationPlan, 'illuminant' | 'scene'>): Spectrum =>
  illuminant.energy ?? nativeLight(sceneTraits(scene).nativeIlluminant).energy;

/** A scene from a file is known by its digest; its pixels would take long to hash. */
const sceneKey = (scene: SimulationPlan['scene']): object => {
  if (scene.id !== 'own') return scene;
  const { data: _, ...known } = scene;
  return known;
};

/** Memory of a scene: the planes of its pattern, its distances and at most one of its raster. */
const bytesOf = ({ pattern, rows, columns, depth }: Scene): number =>
  4 * rows * columns * (depth ? 2 : 1) +
  (pattern.kind === 'cells'
    ? pattern.planes.reduce((sum, { byteLength }) => sum + byteLength, 0)
    : 0);

/** Whether a file of the scene has brought its light, as radiance does. */
const isRadiance = ({ scene, illuminant }: SimulationPlan): boolean =>
  scene.id === 'own' && illuminant.absolute && illuminant.label !== illuminants.custom.label;

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
      illuminanceLux: isRadiance(plan) ? null : Math.PI * whiteLuminance,
    },
    illuminant: {
      label: plan.illuminant.label || nativeLight(descriptor.nativeIlluminant).label,
      xy: chromaticityOf(xyz),
      cct: colourTemperatureOf(xyz),
    },
  };
}

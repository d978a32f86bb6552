import { neutralGains, type Gains } from '../analysis/colour/neutral-gains.ts';
import { toEngineUnits } from '../field-descriptor.ts';
import { nativeLight } from '../illuminants/light.ts';
import { energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import { sceneTraits } from '../scenes/paint-scene.ts';
import { sensorFields } from '../sensors/bayer/descriptor.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import type { SimulationPlan } from './plan.ts';

/** The light of a run and its sensor, and the gains that make white neutral for both. */
export interface CameraLight {
  /** Name of the light. */
  readonly label: string;
  /** Per band, on any scale. */
  readonly energy: Spectrum;
  /** The reference sensor where none is chosen. */
  readonly sensor: SensorPlan;
  /** Not finite where a channel gets nothing of the light, and of a sensor without colours. */
  readonly neutral: Gains;
}

/**
 * The light and the sensor of a run, for all that suits an ISP to them: a named light, the custom
 * table, one from a file, or that which the scene brings.
 */
export function cameraLight({
  illuminant,
  scene,
  sensor = {
    label: '',
    order: 'grbg',
    bits: 10,
    parameters: toEngineUnits(sensorFields, {}),
  },
}: Pick<SimulationPlan, 'illuminant' | 'scene' | 'sensor'>): CameraLight {
  const native = nativeLight(sceneTraits(scene).nativeIlluminant);
  const energy = illuminant.energy ?? native.energy;
  return {
    label: illuminant.energy ? illuminant.label : native.label,
    energy,
    sensor,
    neutral: neutralGains(energyToPhotons(energy), quantumEfficiencyOf(sensor)),
  };
}

import type { NoResult } from '@lumenloom/browser-host';
import { member, toSensorPlan } from '@lumenloom/contract';
import { illuminants, isps, optics, scenes, sensors } from '@lumenloom/engine/catalogue';
import { suitLight, type SuitedCamera } from '../../../workbench/shell/dialogs/suit-light.ts';
import { initialRecipe, type Recipe } from '../../../workbench/model/recipe/recipe.ts';

/** What is done with the raw picture. */
export const PROCESSINGS = {
  finished: 'Finished picture',
  noisy: 'Finished, noise not reduced',
  raw: 'Raw mosaic',
} as const;

/** What can be set of the camera. */
export interface CameraSettings {
  readonly light: string;
  readonly lens: string;
  readonly exposureSeconds: number;
  /** Noise of the sensor's read-out, mV. */
  readonly readNoise: number;
  readonly processing: keyof typeof PROCESSINGS;
}

export const LIGHTS = ['D65', 'D50', 'Tungsten', 'Fluorescent'] as const;
export const LENSES = Object.values(optics).map(({ label }) => label);

/** Near the metered exposure of the picture in daylight through this lens. */
export const firstSettings: CameraSettings = {
  light: 'D65',
  lens: optics['double-gauss'].label,
  exposureSeconds: 1 / 50,
  readNoise: 0.96,
  processing: 'finished',
};

/** 1.44 mm wide, as the sensor that the workbench begins with. */
const SENSOR = { rows: '300', cols: '450', pixel_size: '3.2' };
/** Width of the scene, degrees, with which the picture fills the sensor. */
const hfovOf = (lens: string): number => (lens === optics.fisheye.label ? 40 : 10);

const isp = isps.fastOpenIsp;

/** A recipe, and the exposure, for which a recipe has no field. */
export interface ExposedRecipe {
  readonly recipe: Recipe;
  readonly exposureSeconds: number;
}

/**
 * AWB and CCM by light: to fit them takes most of a second, and of the settings only the light
 * changes them visibly.
 */
const suited = new Map<string, ReturnType<typeof suitLight>>();

function suitedTo({ illuminant, sensor, sensorParams }: Recipe): ReturnType<typeof suitLight> {
  const found =
    suited.get(illuminant) ??
    suitLight(cameraOf(illuminant, sensor, sensorParams), 'fastOpenIsp', initialRecipe.ispParams);
  suited.set(illuminant, found);
  return found;
}

/** Light and sensor of the settings, which are all of the lists: no engine is asked. */
function cameraOf(light: string, sensor: string, parameters: object): SuitedCamera | NoResult {
  const [, found] = member(illuminants, light) ?? [];
  const read = toSensorPlan(sensor, parameters);
  if (!read.ok) return { kind: 'refused', problems: read.problems };
  return found && 'energy' in found
    ? { label: light, energy: Float64Array.from(found.energy), sensor: read.value.sensor }
    : { kind: 'nothing' };
}

/**
 * The recipe of the settings. White balance and colours suit the light, as those of a camera do.
 */
export async function shotOf({
  light,
  lens,
  exposureSeconds,
  readNoise,
  processing,
}: CameraSettings): Promise<ExposedRecipe> {
  const chosen: Recipe = {
    ...initialRecipe,
    scene: scenes.appleJpg.label,
    sceneFileParams: { ...initialRecipe.sceneFileParams, hfov: hfovOf(lens) },
    illuminant: light,
    optics: lens,
    sensor: Object.values(sensors)[0]!.label,
    sensorParams: { ...initialRecipe.sensorParams, ...SENSOR, read_noise: String(readNoise) },
    isp: processing === 'raw' ? '' : isp.label,
  };
  const { changes } = await suitedTo(chosen);
  const ispParams = {
    ...initialRecipe.ispParams,
    ...changes,
    nlmEnabled: processing === 'finished',
    bnfEnabled: processing === 'finished',
  };
  return { recipe: { ...chosen, ispParams }, exposureSeconds };
}

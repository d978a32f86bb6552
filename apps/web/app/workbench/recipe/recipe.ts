import { DEFAULT_CUSTOM_PHOTONS } from '@lumenloom/contract';
import { BANDS, scenes, sensors, type Field, type FieldValue } from '@lumenloom/engine/catalogue';

/** The choices a person makes, by their name in the request. Blank is ''. */
export type Choice = 'illuminant' | 'scene' | 'optics' | 'sensor' | 'isp' | 'algorithm';

type SceneParametersKey = (typeof scenes)[keyof typeof scenes]['wireKey'];
type SceneParameters = Readonly<Record<SceneParametersKey, Readonly<Record<string, FieldValue>>>>;

/** All that one run depends on; exactly the body of POST /simulate, so that what is kept, sent and saved is one thing. */
export interface Recipe extends Readonly<Record<Choice, string>>, SceneParameters {
  /** cd/m²; '' is unset. */
  readonly illuminantLuminance: number | '';
  /** One per band, in units of 10^20 photons. */
  readonly illuminantCustomPhotons: readonly number[];
  /** Always '': built-in pictures are chosen by their name. */
  readonly sceneFile: '';
  /** cd/m²; '' is unset. */
  readonly sceneLuminance: number | '';
  /** Wavelength by wavelength; zeros change nothing. */
  readonly sceneFileIlluminantData: readonly (readonly [number, number])[];
  /** As typed: the sensor's fields travel as text. */
  readonly sensorParams: Readonly<Record<string, string>>;
  readonly ispParams: Readonly<Record<string, unknown>>;
}

const defaultsOf = (fields: readonly Field[]): Record<string, FieldValue> => Object.fromEntries(fields.map((field) => [field.key, field.default]));

const sceneDefaults = Object.fromEntries(Object.values(scenes).map((scene) => [scene.wireKey, defaultsOf(scene.fields)])) as SceneParameters;

/** What New returns to. */
export const initialRecipe: Recipe = {
  illuminant: '',
  illuminantLuminance: '',
  illuminantCustomPhotons: DEFAULT_CUSTOM_PHOTONS,
  scene: '',
  sceneFile: '',
  sceneLuminance: '',
  ...sceneDefaults,
  sceneFileIlluminantData: Array.from({ length: BANDS }, () => [0, 0] as const),
  optics: '',
  sensor: '',
  sensorParams: Object.fromEntries(sensors.bayerGrbg.fields.map((field) => [field.key, String(field.default)])),
  isp: '',
  ispParams: {},
  algorithm: '',
};

export type RecipeChange =
  | { readonly type: 'chosen'; readonly choice: Choice; readonly label: string }
  | { readonly type: 'reset' };

/** Every change of the recipe goes through here. */
export function reduceRecipe(recipe: Recipe, change: RecipeChange): Recipe {
  switch (change.type) {
    case 'chosen': return { ...recipe, [change.choice]: change.label };
    case 'reset': return initialRecipe;
  }
}

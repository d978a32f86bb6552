import { DEFAULT_CUSTOM_PHOTONS } from '@lumenloom/contract';
import {
  BANDS,
  isps,
  scenes,
  sensors,
  type Field,
  type FieldValue,
} from '@lumenloom/engine/catalogue';

/** The choices a person makes, by their name in the request. Blank is ''. */
export type Choice = 'illuminant' | 'scene' | 'optics' | 'sensor' | 'isp' | 'algorithm';

export type SceneParametersKey = (typeof scenes)[keyof typeof scenes]['wireKey'];
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
  /** As typed: numbers, pairs and matrix cells travel as text, switches as they are. */
  readonly ispParams: Readonly<Record<string, TypedValue>>;
}

export type TypedValue = boolean | string | readonly (readonly string[])[];

/** A default as a dialog would hold it after typing. */
export function typedDefault(field: Field): TypedValue {
  switch (field.kind) {
    case 'switch':
      return field.default;
    case 'matrix':
      return field.default.map((row) => row.map(String));
    case 'number':
      return field.typed ?? String(field.default);
    case 'choice':
    case 'pair':
      return String(field.default);
  }
}

const typedDefaults = (fields: readonly Field[]): Record<string, TypedValue> =>
  Object.fromEntries(fields.map((field) => [field.key, typedDefault(field)]));

const defaultsOf = (fields: readonly Field[]): Record<string, FieldValue> =>
  Object.fromEntries(fields.map((field) => [field.key, field.default]));

const sceneDefaults = Object.fromEntries(
  Object.values(scenes).map((scene) => [scene.wireKey, defaultsOf(scene.fields)]),
) as SceneParameters;

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
  sensorParams: typedDefaults(sensors.bayerGrbg.fields) as Recipe['sensorParams'],
  isp: '',
  ispParams: typedDefaults(isps.fastOpenIsp.fields),
  algorithm: '',
};

export type RecipeChange =
  | { readonly type: 'chosen'; readonly choice: Choice; readonly label: string }
  | {
      readonly type: 'scene parameters';
      readonly wireKey: SceneParametersKey;
      readonly values: Readonly<Record<string, FieldValue>>;
    }
  | { readonly type: 'sensor parameters'; readonly values: Recipe['sensorParams'] }
  | { readonly type: 'isp parameters'; readonly values: Recipe['ispParams'] }
  | { readonly type: 'illuminant luminance' | 'scene luminance'; readonly value: number | '' }
  | { readonly type: 'custom photons'; readonly photons: readonly number[] }
  | { readonly type: 'reset' };

/** Every change of the recipe goes through here. */
export function reduceRecipe(recipe: Recipe, change: RecipeChange): Recipe {
  switch (change.type) {
    case 'chosen':
      return { ...recipe, [change.choice]: change.label };
    case 'scene parameters':
      return { ...recipe, [change.wireKey]: change.values };
    case 'sensor parameters':
      return { ...recipe, sensorParams: change.values };
    case 'isp parameters':
      return { ...recipe, ispParams: change.values };
    // The two luminances exclude each other: what really changes clears the other.
    case 'illuminant luminance':
      return change.value === recipe.illuminantLuminance
        ? recipe
        : { ...recipe, illuminantLuminance: change.value, sceneLuminance: '' };
    case 'scene luminance':
      return change.value === recipe.sceneLuminance
        ? recipe
        : { ...recipe, sceneLuminance: change.value, illuminantLuminance: '' };
    case 'custom photons':
      return { ...recipe, illuminantCustomPhotons: change.photons, sceneLuminance: '' };
    case 'reset':
      return initialRecipe;
  }
}

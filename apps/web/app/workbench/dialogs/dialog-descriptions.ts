import { isps, scenes, sensors, type Field, type SceneId } from '@lumenloom/engine/catalogue';
import type { Recipe, RecipeChange } from '../recipe/recipe.ts';
import { asNumbers, typedValues, type Typed } from './parameter-form.ts';

/** Fields under a heading of their own. */
export interface DialogSection {
  readonly label: string;
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Everything that tells one parameter dialog from another. */
export interface DialogDescription {
  readonly title: string;
  /** px. */
  readonly width: number;
  readonly height?: number;
  /** All fields, shown or not. */
  readonly fields: readonly Field[];
  /** For dialogs that are too long for one list. The first field of each switches it on. */
  readonly sections?: readonly DialogSection[];
  readonly values: Typed;
  readonly toChange: (typed: Typed) => RecipeChange;
}

const SCENE_WIDTH = 360;
const SCENE_FILE_WIDTH = 400;
const SENSOR_WIDTH = 480;
const ISP_SIZE = { width: 850, height: 900 } as const;

/** Where the specification's title is not the choice's label and 'Parameters'. */
const sceneTitles: Partial<Record<SceneId, string>> = {
  macbeth: 'Macbeth Chart Parameters',
  ringsRays: 'Rings & Rays Parameters',
  appleJpg: 'Scene File Parameters',
};

/** What the sensor dialog puts into emptied fields; the workspace itself starts with other sizes (ruling W-120). */
const ownDefaults: Readonly<Record<string, number>> = { rows: 400, cols: 600 };

/** The dialog of the chosen scene; undefined while none is chosen. */
export function sceneDialog(recipe: Recipe): DialogDescription | undefined {
  const [id, scene] =
    (Object.entries(scenes) as [SceneId, (typeof scenes)[SceneId]][]).find(
      ([, { label }]) => label === recipe.scene,
    ) ?? [];
  if (!id || !scene) return undefined;
  const { wireKey, label, fields } = scene;
  return {
    title: sceneTitles[id] ?? `${label} Parameters`,
    width: scene.nativeIlluminant === 'display-white' ? SCENE_FILE_WIDTH : SCENE_WIDTH,
    fields,
    values: typedValues(fields, recipe[wireKey]),
    toChange: (typed) => ({ type: 'scene parameters', wireKey, values: asNumbers(fields, typed) }),
  };
}

export function sensorDialog(recipe: Recipe): DialogDescription {
  const fields: readonly Field[] = sensors.bayerGrbg.fields.map((field) => ({
    ...field,
    default: ownDefaults[field.key] ?? field.default,
  }));
  return {
    title: 'Sensor Parameters',
    width: SENSOR_WIDTH,
    fields,
    values: typedValues(fields, recipe.sensorParams),
    toChange: (typed) => ({ type: 'sensor parameters', values: typed as Recipe['sensorParams'] }),
  };
}

/** The dialog of the chosen ISP; undefined while none is chosen. */
export function ispDialog(recipe: Recipe): DialogDescription | undefined {
  const isp = Object.values(isps).find(({ label }) => label === recipe.isp);
  return (
    isp && {
      title: `ISP Parameters (${isp.label})`,
      ...ISP_SIZE,
      fields: isp.fields,
      sections: isp.modules,
      values: typedValues(isp.fields, recipe.ispParams),
      toChange: (typed) => ({ type: 'isp parameters', values: typed }),
    }
  );
}

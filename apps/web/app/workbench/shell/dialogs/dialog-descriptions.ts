import { member, parameterObjects } from '@lumenloom/contract';
import {
  blankSensor,
  ispNamed,
  isps,
  scenes,
  sensors,
  type Field,
  type SceneId,
} from '@lumenloom/engine/catalogue';
import type { CameraLightAnswer } from '../../kit/no-light.ts';
import { listedChoice } from '../../model/own-names.ts';
import type { Recipe, RecipeChange } from '../../model/recipe/recipe.ts';
import { whiteBalanceNote, type SectionNote } from './white-balance-note.ts';
import { asNumbers, typedValues, type TypedValues } from './parameter-form.ts';

/** A group of fields with a heading. */
export interface DialogSection {
  readonly label: string;
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Contents of a parameter dialog, and the change that it makes. */
export interface DialogDescription {
  readonly title: string;
  /** px. */
  readonly width: number;
  readonly height?: number;
  /** All fields, shown or not. */
  readonly fields: readonly Field[];
  /** Groups of fields, in long dialogs. The first field of each is its switch. */
  readonly sections?: readonly DialogSection[];
  readonly values: TypedValues;
  /** The note of a section, which is about the light of the recipe. */
  readonly noteOf?: (
    section: string,
    typed: TypedValues,
    light: CameraLightAnswer,
  ) => SectionNote | undefined;
  readonly toChange: (typed: TypedValues) => RecipeChange;
}

const SCENE_WIDTH = 360;
const SCENE_FILE_WIDTH = 400;
const SENSOR_WIDTH = 480;
const ISP_SIZE = { width: 850, height: 900 } as const;

/** Titles of the specification that are not the scene's label and 'Parameters'. */
const sceneTitles: Partial<Record<SceneId, string>> = {
  macbeth: 'Macbeth Chart Parameters',
  ringsRays: 'Rings & Rays Parameters',
  appleJpg: 'Scene File Parameters',
};

/** The dialog of the chosen scene; undefined while none is chosen. */
export function sceneDialog(recipe: Recipe): DialogDescription | undefined {
  const [id, scene] = member(scenes, listedChoice('scene', recipe.scene)) ?? [];
  if (!id || !scene) return undefined;
  const { wireKey, label, fields } = scene;
  return {
    title: sceneTitles[id] ?? `${label} Parameters`,
    width: scene.nativeIlluminant === 'display-white' ? SCENE_FILE_WIDTH : SCENE_WIDTH,
    fields,
    values: typedValues(fields, recipe[wireKey]),
    toChange: (typed) => ({ type: 'parameters', wireKey, values: asNumbers(fields, typed) }),
  };
}

/**
 * The dialog of the chosen sensor; without one it sets the parameters that the next choice will
 * have.
 */
export function sensorDialog(recipe: Recipe): DialogDescription {
  const [, sensor] = member(sensors, listedChoice('sensor', recipe.sensor)) ?? [];
  const { wireKey } = sensor ?? blankSensor;
  const fields = sensor?.fields ?? parameterObjects(sensors)[wireKey];
  return {
    title: 'Sensor Parameters',
    width: SENSOR_WIDTH,
    fields,
    values: typedValues(fields, recipe[wireKey]),
    toChange: (values) => ({ type: 'parameters', wireKey, values }),
  };
}

/** The dialog of the chosen ISP; undefined while none is chosen. */
export function ispDialog(recipe: Recipe): DialogDescription | undefined {
  const [id, isp] = member(isps, recipe.isp) ?? [];
  if (!isp) return undefined;
  const { wireKey, label, fields, modules } = isp;
  return {
    title: `ISP Parameters (${label})`,
    ...ISP_SIZE,
    fields,
    ...(modules.length > 0 && { sections: modules }),
    noteOf: (section, typed, light) =>
      section === ispNamed(id!).suit?.section ? whiteBalanceNote(light, typed) : undefined,
    values: typedValues(fields, recipe[wireKey]),
    toChange: (values) => ({ type: 'parameters', wireKey, values }),
  };
}

import { member, parameterObjects } from '@lumenloom/contract';
import { illuminants, isps, scenes, sensors } from '@lumenloom/engine/catalogue';
import { listedChoice } from '../../model/own-names.ts';
import type { Choice, Recipe } from '../../model/recipe/recipe.ts';

/** Dialogs by purpose. Which one opens for a purpose can depend on what is chosen. */
export type DialogName = 'illuminant' | 'scene' | 'scene luminance' | 'sensor' | 'isp';

/** The dialog that is open. */
export interface OpenDialog {
  readonly name: DialogName;
  /**
   * The field that gets the focus, by its key or by the row of a table; the first one without it.
   */
  readonly focus?: string | undefined;
}

const keysOf = (family: Parameters<typeof parameterObjects>[0]): string[] =>
  Object.keys(parameterObjects(family));
/** Parts of the recipe in folds of Scene Params, whichever scene is chosen. */
const BESIDE_SCENE = ['sceneDepth', 'motion', 'flicker', 'antiFlickerHertz'];
const dialogParts: Readonly<Record<DialogName, readonly string[]>> = {
  illuminant: ['illuminantLuminance', 'illuminantLux', 'illuminantCustomPhotons'],
  scene: [...keysOf(scenes), ...BESIDE_SCENE],
  'scene luminance': ['sceneLuminance'],
  sensor: [...keysOf(sensors), 'exposureParams', 'sensorFile', 'captures', 'environment'],
  isp: keysOf(isps),
};

/** The dialog that changes a part of the recipe; undefined for the choices themselves. */
export const dialogOfPart = (part: string): DialogName | undefined =>
  (Object.keys(dialogParts) as DialogName[]).find((name) => dialogParts[name].includes(part));

/** Where a field can be changed: in a dialog, or in a choice list. */
export type FieldPlace =
  | { readonly dialog: OpenDialog }
  | { readonly list: Choice }
  /** In the dialog of a feature for this part of the recipe. */
  | { readonly settings: keyof Recipe; readonly focus: string | undefined };

const lists: readonly string[] = ['illuminant', 'scene', 'optics', 'sensor', 'isp', 'algorithm'];

/**
 * Where a field of a refused request can be changed.
 *
 * @param field its path in the request, such as 'sensorParams.rows'.
 * @param settings parts of the recipe whose dialogs features have.
 * @returns undefined where the field belongs to nothing that is chosen now.
 */
export function placeOf(
  field: string,
  recipe: Recipe,
  settings: readonly (keyof Recipe)[] = [],
): FieldPlace | undefined {
  const [part = '', focus] = field.split(/[.[\]]/);
  if (lists.includes(part)) return { list: part as Choice };
  if (part === 'opticsParams' && focus === 'objectDistance' && recipe.scene !== '')
    return { dialog: { name: 'scene', focus } };
  if (settings.includes(part as keyof Recipe)) return { settings: part as keyof Recipe, focus };
  // The object stands beside the focus.
  if (part === 'task' && settings.includes('opticsParams'))
    return { settings: 'opticsParams', focus: part };
  if (BESIDE_SCENE.includes(part) && recipe.scene !== '')
    return { dialog: { name: 'scene', focus: part } };
  if (part === 'captures') return { dialog: { name: 'sensor', focus: part } };
  const name = dialogOfPart(part);
  if (!name) return undefined;
  const isThere = {
    illuminant:
      (part === 'illuminantCustomPhotons') === (recipe.illuminant === illuminants.custom.label),
    scene: member(scenes, listedChoice('scene', recipe.scene))?.[1].wireKey === part,
    'scene luminance': true,
    sensor: true,
    isp: recipe.isp !== '',
  }[name];
  return isThere ? { dialog: { name, focus } } : undefined;
}

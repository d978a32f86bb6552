import { isDeepStrictEqual } from 'node:util';
import type { EvaluationDocument } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { inWorld } from '../../plan/plan-evaluation.ts';
import type { Recipe } from '../../plan/read-plan.ts';

/** Fields of a recipe that the scene of an evaluation sets. */
const SCENE_FIELDS = {
  hfov: 'sceneFileParams.hfov',
  luminance: 'sceneLuminance',
  illuminant: 'illuminant',
} as const;

/** Values of cameras that the scene replaces, and cameras that are the same after that. */
export function sameCameraSentences(document: EvaluationDocument): readonly string[] {
  const cameras = Object.entries(document.cameras as Readonly<Record<string, Recipe>>);
  const replaced = new Map(
    cameras.map(([name, recipe]) => [name, replacedIn(document, name, recipe)]),
  );
  const conditions = document.conditions.length > 0 ? document.conditions : [{ set: {} }];
  const worldsOf = (recipe: Recipe) => conditions.map(({ set }) => inWorld(recipe, document, set));
  const worlds = cameras.map(([, recipe]) => worldsOf(recipe));
  const alike = cameras.flatMap(([first], at) =>
    cameras.slice(at + 1).flatMap(([second], after) => {
      if (!isDeepStrictEqual(worlds[at], worlds[at + 1 + after])) return [];
      const why = [...replaced.get(first)!, ...replaced.get(second)!];
      return [
        `${first} and ${second} are the same camera${why.length > 0 ? `: ${why.join(', ')}` : ''}.`,
      ];
    }),
  );
  const said = alike.join(' ');
  const others = [...replaced.values()].flat().filter((one) => !said.includes(one));
  return [...alike, ...others.map((one) => `${one}.`)];
}

const replacedIn = (
  { scene }: EvaluationDocument,
  name: string,
  recipe: Recipe,
): readonly string[] =>
  Object.entries(SCENE_FIELDS).flatMap(([key, path]) => {
    const ofScene = scene[key as keyof typeof SCENE_FIELDS];
    const own = path
      .split('.')
      .reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), recipe);
    return ofScene === undefined || own === undefined || own === ofScene
      ? []
      : [`scene.${key} replaces cameras.${name}.${path}`];
  });

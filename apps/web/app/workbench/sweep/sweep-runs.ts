import { isps, sensors } from '@lumenloom/engine/catalogue';
import {
  parameterObjects,
  stepsOf,
  type SweepDocument,
  type SweepOutcome,
} from '@lumenloom/contract';
import { changesInWords, differences } from '../recipe/differences.ts';
import { initialRecipe, type Recipe } from '../recipe/recipe.ts';
import { shown } from '@lumenloom/sweep/page';

/** Parameter objects whose numbers a recipe of the workbench holds as text. */
const TYPED = new Set(Object.keys({ ...parameterObjects(sensors), ...parameterObjects(isps) }));

type Table = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers as they would be typed. */
const typed = (value: unknown): unknown =>
  typeof value === 'number'
    ? String(value)
    : Array.isArray(value)
      ? value.map(typed)
      : isTable(value)
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, typed(part)]))
        : value;

function placed(into: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(into))
    return into.map((item: unknown, at) =>
      String(at) === step ? placed(item, rest, value) : item,
    );
  const table = isTable(into) ? into : {};
  return { ...table, [step]: placed(table[step], rest, value) };
}

/** Values of a run that a recipe of the workbench cannot hold. */
export const isOfLens = (path: string): boolean => path.startsWith('lens.');

/** The recipe of a run, as the workbench holds it; surfaces of a lens are left as they are. */
export function recipeOfRun({ recipe }: SweepDocument, { values }: SweepOutcome): Recipe {
  let all: unknown = Object.fromEntries(
    Object.entries(initialRecipe).map(([key, initial]: [string, unknown]) => {
      const given = recipe[key];
      if (given === undefined) return [key, initial];
      return [key, isTable(initial) && isTable(given) ? { ...initial, ...given } : given];
    }),
  );
  for (const [path, value] of Object.entries(values))
    if (!isOfLens(path)) all = placed(all, stepsOf(path), value);
  return Object.fromEntries(
    Object.entries(all as Table).map(([key, part]) => [key, TYPED.has(key) ? typed(part) : part]),
  ) as unknown as Recipe;
}

/** In what two runs differ: their recipes, then their figures. */
export function runsInWords(document: SweepDocument, one: SweepOutcome, other: SweepOutcome) {
  const ofLens = Object.keys(one.values).filter(
    (path) => isOfLens(path) && one.values[path] !== other.values[path],
  );
  return {
    recipe: [
      changesInWords(differences(recipeOfRun(document, one), recipeOfRun(document, other))),
      ...ofLens.map((path) => `${path} ${shown(one.values[path])} → ${shown(other.values[path])}`),
    ]
      .filter((words) => words !== '')
      .join('; '),
    figures: document.measure.map((name) => ({
      name,
      one: one.figures[name] ?? undefined,
      other: other.figures[name] ?? undefined,
    })),
  };
}

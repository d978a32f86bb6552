import { access, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import {
  fieldPath,
  isBlank,
  labels,
  messages,
  nameInChoice,
  ownIdOf,
  withoutNames,
  type EvaluationDocument,
  type OwnParts,
  type Problem,
} from '@lumenloom/contract';
import {
  SimulationError,
  decodeText,
  loadGlassCatalogue,
  readAnyLens,
  readLight,
  readSensorFile,
} from '@lumenloom/engine';
import { illuminants, isObject, optics, sensors } from '@lumenloom/engine/catalogue';
import { fileBelow, publishedPart, withFilesBeside } from '@lumenloom/node-host';

type Recipe = Readonly<Record<string, unknown>>;

/** Choices of a recipe in which a camera may name a part of its author's own. */
const CHOICES = { optics, sensor: sensors, illuminant: illuminants } as const;
type Choice = keyof typeof CHOICES;

/** A part that is named in a recipe. */
export interface PartName {
  /** Where it is named. */
  readonly field: string;
  readonly choice: Choice;
  readonly name: string;
}

/** What named parts hold, by choice and name. */
export type NamedParts = Readonly<Record<string, OwnParts>>;

/** The key of a part in `NamedParts`. */
export const partKey = ({ choice, name }: Pick<PartName, 'choice' | 'name'>): string =>
  `${choice} ${name}`;

/** The parts that a recipe names and that are not in the lists of the program. */
export const namesIn = (recipe: Recipe, fieldOf: (choice: string) => string): readonly PartName[] =>
  (Object.keys(CHOICES) as Choice[]).flatMap((choice) => {
    const name = recipe[choice];
    return typeof name !== 'string' || name === '' || labels(CHOICES[choice]).includes(name)
      ? []
      : [{ field: fieldOf(choice), choice, name }];
  });

/** The parts that an evaluation names and that are not in the lists of the program. */
export const partNames = ({
  cameras,
  conditions,
  scene,
}: Pick<EvaluationDocument, 'cameras' | 'conditions' | 'scene'>): readonly PartName[] => {
  const places: readonly (readonly [readonly (string | number)[], Recipe])[] = [
    ...Object.entries(cameras).flatMap(([name, recipe]) =>
      typeof recipe === 'string' ? [] : [[['cameras', name], recipe] as const],
    ),
    ...conditions.map(({ set }, at) => [['conditions', at, 'set'], set] as const),
    [['scene'], scene],
  ];
  return places.flatMap(([place, recipe]) =>
    namesIn(recipe, (choice) => fieldPath([...place, choice])),
  );
};

/** A recipe without the names of parts, what those hold, and the names by choice. */
export function withParts(
  recipe: Recipe,
  parts: NamedParts,
): { readonly recipe: Recipe; readonly own: OwnParts; readonly names: Recipe } {
  let plain = recipe;
  let own: OwnParts = {};
  const names: Record<string, unknown> = {};
  for (const choice of Object.keys(CHOICES) as Choice[]) {
    const part = parts[partKey({ choice, name: String(recipe[choice]) })];
    if (!part) continue;
    own = { ...own, ...part };
    names[choice] = recipe[choice];
    plain = withoutNames(plain, [choice]);
  }
  return { recipe: plain, own, names };
}

/**
 * A recipe that names its parts again where a name means the same everywhere, without the numbers
 * that are those of the sensor; a part from a file stays as its numbers.
 */
export function withNamesAgain(recipe: Recipe, names: Recipe, { sensor }: OwnParts): Recipe {
  const kept = Object.entries(names).filter(([choice, name]) =>
    nameInChoice(choice as Choice, name),
  );
  const named = { ...recipe, ...Object.fromEntries(kept) };
  const { sensorParams } = recipe;
  if (!sensor || !isObject(sensorParams) || !kept.some(([choice]) => choice === 'sensor'))
    return named;
  const numbers: Recipe = { ...sensor.parameters };
  const own = Object.entries(sensorParams).filter(([key, value]) => value !== numbers[key]);
  return { ...named, sensorParams: Object.fromEntries(own) };
}

/** The numbers of a recipe's sensor that another recipe has otherwise: `read_noise 0.5`. */
export function overruledNumbers(recipe: Recipe, made: Recipe): readonly string[] {
  const [own, others] = [recipe, made].map(({ sensorParams }) =>
    isObject(sensorParams) ? sensorParams : {},
  ) as [Recipe, Recipe];
  return Object.entries(own).flatMap(([key, value]) =>
    isBlank(value) || Number(value) === Number(others[key]) ? [] : [`${key} ${String(value)}`],
  );
}

/**
 * Reads the published parts, and the files beside a document, that an evaluation names.
 *
 * @param folder of the document; undefined: files are not looked for.
 * @param known parts that are read already.
 * @returns them all; names that mean nothing are left to the check of the recipe.
 */
export async function readParts(
  names: readonly PartName[],
  folder: string | undefined,
  known: NamedParts,
): Promise<{ readonly parts: NamedParts; readonly problems: readonly Problem[] }> {
  const parts: Record<string, OwnParts> = { ...known };
  const problems: Problem[] = [];
  for (const one of names) {
    const key = partKey(one);
    if (parts[key]) continue;
    try {
      const part = (await partPublished(one)) ?? (await partInFile(one, folder));
      if (part) parts[key] = part;
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      problems.push({ field: one.field, message: error.message });
    }
  }
  return { parts, problems };
}

/** @throws SimulationError where no such part is published. */
async function partPublished({ choice, name }: PartName): Promise<OwnParts | undefined> {
  const named = nameInChoice(choice, name);
  if (!named || !('published' in named)) return undefined;
  const part = await publishedPart(named.choice, named.published);
  if ('own' in part) return part.own;
  throw new SimulationError('bad-parameter', messages.noPublishedPart(name, part.known));
}

/** @throws SimulationError naming the file, where it cannot be read. */
async function partInFile(
  { choice, name }: PartName,
  folder: string | undefined,
): Promise<OwnParts | undefined> {
  if (ownIdOf(name) !== undefined || folder === undefined) return undefined;
  const path = await findFile(name, folder);
  if (path === undefined) return undefined;
  try {
    const bytes = await readFile(path);
    switch (choice) {
      case 'optics': {
        const catalogue = await loadGlassCatalogue();
        return {
          optics: readAnyLens(await withFilesBeside(bytes, path), basename(path), {
            catalogue,
            keepFocus: false,
          }).file,
        };
      }
      case 'sensor':
        return {
          sensor: (
            await readSensorFile(decodeText(bytes), basename(path), {
              open: (file, place) => fileBelow(dirname(path), file, place),
            })
          ).sensor,
        };
      case 'illuminant':
        return { illuminant: readLight(decodeText(bytes), basename(path)).illuminant };
    }
  } catch (error) {
    throw new SimulationError('bad-parameter', `${name}: ${(error as Error).message}`);
  }
}

/** The path of a file beside a document, or in the folder of this process. */
export async function findFile(name: string, folder: string): Promise<string | undefined> {
  for (const path of [resolve(folder, name), resolve(name)])
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  return undefined;
}

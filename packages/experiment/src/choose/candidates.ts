import {
  MOST_CANDIDATES,
  PART_LISTS,
  fieldPath,
  labels,
  ownIdOf,
  type ChoiceDocument,
  type PartList,
} from '@lumenloom/contract';
import { illuminants, isObject, isps, optics, sensors } from '@lumenloom/engine/catalogue';
import { didYouMean, fail, publishedName } from '@lumenloom/engine/quick';
import { partsIndex } from '@lumenloom/node-host';
import { pathProblem, withValue } from '../document/recipe-path.ts';

export type Recipe = Readonly<Record<string, unknown>>;

/** A part that cameras are made of. */
export interface ListedPart {
  readonly name: string;
  /** Values of the recipe by their paths, the choice among them. */
  readonly set: Recipe;
  /** Whether it is the choice alone. */
  readonly isPlain: boolean;
  /** Where the plan names it. */
  readonly field: string;
}

/** A camera that may be raced. */
export interface Candidate {
  readonly name: string;
  /** Its parts by their lists; those of cameras of the plan are unknown. */
  readonly parts: Readonly<Partial<Record<PartList, ListedPart>>>;
  /** Of the plan, where it is no product of parts. */
  readonly recipe?: Recipe;
  readonly field: string;
}

const CHOICES = { lens: optics, sensor: sensors, isp: isps, light: illuminants } as const;
const LISTS = Object.keys(PART_LISTS) as PartList[];

/**
 * The cameras of a plan: the product of its lists, the first one slowest, then its own cameras.
 *
 * @throws SimulationError naming the place at fault.
 */
export async function candidatesOf(document: ChoiceDocument): Promise<readonly Candidate[]> {
  const lists: (readonly [PartList, readonly ListedPart[]])[] = [];
  for (const list of LISTS) {
    const entries = document.parts[list];
    if (entries) lists.push([list, await partsOf(list, entries)]);
  }
  const product = lists.reduce(
    (count, [, parts]) => count * parts.length,
    lists.length > 0 ? 1 : 0,
  );
  const own = Object.entries(document.cameras);
  const count = product + own.length;
  if (count > MOST_CANDIDATES)
    fail(
      'parts',
      `${count.toLocaleString('en-US')} candidates; at most ${MOST_CANDIDATES.toLocaleString('en-US')}.`,
    );
  if (count === 0) fail('parts', 'Missing.');
  const named = lists.some(([, { length }]) => length > 1)
    ? lists.filter(([, { length }]) => length > 1)
    : lists;
  const candidates: Candidate[] = [];
  for (let at = 0; at < product; at += 1) {
    const parts: Partial<Record<PartList, ListedPart>> = {};
    let rest = at;
    for (const [list, entries] of lists.toReversed()) {
      parts[list] = entries[rest % entries.length]!;
      rest = Math.floor(rest / entries.length);
    }
    const name = named.map(([list]) => parts[list]!.name).join(' + ');
    candidates.push({ name, parts, field: 'parts' });
  }
  for (const [name, recipe] of own)
    candidates.push({ name, parts: {}, recipe, field: fieldPath(['cameras', name]) });
  const names = new Set<string>();
  for (const { name, field } of candidates) {
    if (names.has(name)) fail(field, `There are two called ${name}.`);
    names.add(name);
  }
  return candidates;
}

/** The values of a camera by their paths, those of its parts over those of the plan. */
export const recipeOf = (document: ChoiceDocument, { parts, recipe }: Candidate): Recipe =>
  LISTS.reduce(
    (made, list) =>
      Object.entries(parts[list]?.set ?? {}).reduce<Recipe>(
        (one, [path, value]) => withValue(one, path, value),
        made,
      ),
    recipe ?? document.recipe,
  );

type Entry = NonNullable<ChoiceDocument['parts'][PartList]>[number];

async function partsOf(list: PartList, entries: readonly Entry[]): Promise<readonly ListedPart[]> {
  const { lenses, sensors: chips } = await partsIndex();
  const published = (list === 'lens' ? lenses : list === 'sensor' ? chips : []).flatMap(
    ({ name }) => (publishedName(name) === undefined ? [] : [name]),
  );
  const known = [...labels(CHOICES[list]), ...published];
  const choice = PART_LISTS[list];
  const found = entries.flatMap((entry, at): readonly ListedPart[] => {
    const field = fieldPath(['parts', list, at]);
    const plain = (name: string): ListedPart => ({
      name,
      set: { [choice]: name },
      isPlain: true,
      field,
    });
    if (typeof entry === 'string') {
      if (entry === 'published:*' && published.length > 0) return published.map(plain);
      if (!known.includes(entry) && ownIdOf(entry) === undefined)
        fail(field, `There is no ${list} ${entry.slice(0, 60)}${didYouMean(entry, known) || '.'}`);
      return [plain(entry)];
    }
    if (entry.file !== undefined) {
      if (list === 'isp') fail(`${field}.file`, 'An ISP has no file: give set.');
      return [{ name: entry.name, set: { [choice]: entry.file }, isPlain: true, field }];
    }
    const set = flat(entry.set!);
    for (const path of Object.keys(set)) {
      const problem = pathProblem(path);
      if (problem !== undefined) fail(`${field}.set`, problem);
    }
    return [{ name: entry.name, set, isPlain: false, field }];
  });
  return found;
}

/** Objects of parameters as paths, so that several parts may set fields of one object. */
const flat = (set: Recipe): Recipe =>
  Object.fromEntries(
    Object.entries(set).flatMap(([key, value]) =>
      isObject(value) && /^[a-z]+Params$/i.test(key)
        ? Object.entries(value).map(([field, own]) => [`${key}.${field}`, own] as const)
        : [[key, value] as const],
    ),
  );

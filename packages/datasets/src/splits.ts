import { didYouMean } from '@lumenloom/engine/catalogue';
import type { ChosenSplit, ListedImage, Listing } from './dataset.ts';
import { refusal } from './file-tree.ts';

/** All parts of a data set. */
export const ALL = 'all';

/** What may follow the name of a part: training_set, val2017. */
const REST = '(?:[-_ ]?(?:set|data|images?|imgs?))?(?:20\\d\\d)?$';
const NAMES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^train(?:ing)?${REST}`, 'i'), 'train'],
  [new RegExp(`^(?:val|valid|validation|dev|minival)${REST}`, 'i'), 'val'],
  [new RegExp(`^test(?:ing)?${REST}`, 'i'), 'test'],
];

/** Whether a name means train, val or test. */
export const isSplitName = (name: string): boolean => NAMES.some(([pattern]) => pattern.test(name));

/** The part that a name means: train, val or test, however it is written; else the name itself. */
export const splitNamed = (name: string): string =>
  NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? name;

/** The part of a file by its folders; undefined where none of them is called so. */
export const splitOfPath = (path: string): string | undefined =>
  path
    .split('/')
    .slice(0, -1)
    .flatMap((folder) => NAMES.find(([pattern]) => pattern.test(folder))?.[1] ?? [])[0];

/** Pictures with the parts that their folders name, where all of them have one. */
export const splitByFolders = (images: readonly ListedImage[]): readonly ListedImage[] => {
  const parts = images.map(({ path, place }) => splitOfPath(path ?? place));
  return parts.includes(undefined)
    ? images
    : images.map((image, at) => ({ ...image, splits: [parts[at]!] }));
};

/**
 * The part that is taken: the one that is asked for, else val, else test, else all.
 *
 * @param names of the parts; empty where there are none.
 * @throws SimulationError for a part that is not there.
 */
export function chooseSplit(
  names: readonly string[],
  asked: string | undefined,
): ChosenSplit | undefined {
  const splits = [...new Set(names)].toSorted();
  if (splits.length === 0 && (asked === undefined || asked === ALL)) return undefined;
  if (asked === undefined) {
    const split = ['val', 'test'].find((name) => splits.includes(name)) ?? ALL;
    return { split, splits };
  }
  const named = asked === ALL || splits.includes(asked) ? asked : splitNamed(asked);
  if (named === ALL || splits.includes(named)) return { split: named, splits };
  throw refusal(
    splits.length === 0
      ? `The data set has no parts, so there is no ${asked.slice(0, 40)}.`
      : `The data set has no part ${asked.slice(0, 40)}${didYouMean(asked, splits) || `; it has ${splits.join(', ')}.`}`,
    'split',
  );
}

/** A listing with the pictures of the part that is taken. */
export function inSplit(listing: Listing, asked: string | undefined): Listing {
  if (listing.chosen) return listing;
  const chosen = chooseSplit(
    listing.images.flatMap(({ splits = [] }) => splits),
    asked,
  );
  if (!chosen) return listing;
  const { split } = chosen;
  if (split === ALL) return { ...listing, chosen };
  return {
    ...listing,
    chosen,
    images: listing.images.filter(({ splits }) => splits?.includes(split)),
    problems: listing.problems.filter(({ place }) => (splitOfPath(place) ?? split) === split),
  };
}

/** Which part is taken, in a sentence; undefined where there is no other one. */
export function splitSentence(chosen: ChosenSplit | undefined): string | undefined {
  if (!chosen || chosen.splits.length < 2) return undefined;
  const { split, splits } = chosen;
  return split === ALL
    ? `All parts of the data set are taken: ${splits.join(', ')}.`
    : `Of the parts of the data set (${splits.join(', ')}) ${split} is taken; split takes another, or all.`;
}

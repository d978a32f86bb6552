import type { Annotation } from '@lumenloom/engine';
import type { DataImage, Dataset, DatasetCheck, Listing, PictureConditions } from './dataset.ts';
import { sentenceOf, trouble, type Trouble } from './troubles.ts';

/** Problems that are listed; the rest are counted. */
const MOST_PROBLEMS = 1000;
/** Areas between COCO's sizes, square pixels. */
const [MEDIUM, LARGE] = [32 ** 2, 96 ** 2];

/** Counts while the pictures are read one at a time. */
interface Tally {
  annotations: number;
  crowd: number;
  readonly sizes: { small: number; medium: number; large: number };
  readonly pictures: Map<string, number>;
  /** Categories that have a label. */
  readonly used: Set<number>;
  readonly problems: string[];
}

/** Reads every picture and label of a data set, one picture at a time. */
export async function checkDataset(dataSet: Dataset, listing: Listing): Promise<DatasetCheck> {
  const tally: Tally = {
    annotations: listing.strayLabels ?? 0,
    crowd: 0,
    sizes: { small: 0, medium: 0, large: 0 },
    pictures: new Map(),
    used: new Set(),
    problems: listing.problems.map(sentenceOf),
  };
  const { format, categories, images } = dataSet;
  const places = new Map(listing.images.map(({ id, place, path }) => [id, { place, path }]));
  for (const image of images) {
    const { place, path } = places.get(image.id)!;
    if (path === undefined) tally.problems.push(sentenceOf(missing(place, image)));
    else await checkPicture(dataSet, image, path, tally);
    await checkLabels(dataSet, listing, image, tally);
  }
  if (listing.listsClasses)
    for (const { id, name } of categories)
      if (!tally.used.has(id)) tally.problems.push(`The class ${name} has no label.`);
  const { problems } = tally;
  return {
    format,
    images: images.length,
    annotations: tally.annotations,
    categories: categories.length,
    ...dataSet.split,
    crowd: tally.crowd,
    sizes: { ...tally.sizes, pictures: Object.fromEntries(tally.pictures) },
    ...(dataSet.conditions.size > 0 && { conditions: countsOf(dataSet.conditions) }),
    problems:
      problems.length > MOST_PROBLEMS
        ? [
            ...problems.slice(0, MOST_PROBLEMS),
            `There are ${problems.length - MOST_PROBLEMS} more problems.`,
          ]
        : problems,
  };
}

function countsOf(conditions: PictureConditions): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { condition } of conditions.values()) counts[condition] = (counts[condition] ?? 0) + 1;
  return counts;
}

/** See `Dataset.troubles`. */
export async function* troublesOf(
  images: readonly DataImage[],
  listing: Listing,
): AsyncGenerator<Trouble> {
  yield* listing.problems;
  const places = new Map(listing.images.map(({ id, place, path }) => [id, { place, path }]));
  for (const image of images) {
    const { place, path } = places.get(image.id)!;
    if (path === undefined) yield missing(place, image);
    else yield* (await listing.labelsOf?.(image))?.problems ?? [];
  }
}

const missing = (place: string, { name }: DataImage): Trouble =>
  trouble(place, `: the image ${name} is missing`);

async function checkPicture(
  dataSet: Dataset,
  image: DataImage,
  path: string,
  { pictures, problems }: Tally,
): Promise<void> {
  try {
    const { rows, columns } = await dataSet.readPicture(image);
    const size = `${columns} x ${rows}`;
    pictures.set(size, (pictures.get(size) ?? 0) + 1);
    const map = await dataSet.truthOf(image);
    if (map && (map.rows !== rows || map.columns !== columns))
      problems.push(
        `${path}: its map has ${map.columns} x ${map.rows} pixels, and the image ${columns} x ${rows}.`,
      );
    if (map && dataSet.task === 'segmentation')
      problems.push(...unknownClasses(dataSet, path, map.values));
  } catch (error) {
    problems.push((error as Error).message);
  }
}

/** The class number that evaluations leave out unless they are asked otherwise. */
const VOID = 255;

/** Class numbers of a mask that no category has. */
function unknownClasses(
  { categories, ignoredClasses }: Dataset,
  path: string,
  values: ArrayLike<number>,
): readonly string[] {
  const known = new Set([...categories.map(({ id }) => id), ...ignoredClasses, VOID]);
  const unknown = [...new Set(Array.from(values))].filter((value) => !known.has(value));
  return unknown.length === 0
    ? []
    : [`${path}: its mask has the classes ${unknown.slice(0, 20).join(', ')}, which are unknown.`];
}

async function checkLabels(
  dataSet: Dataset,
  listing: Listing,
  image: DataImage,
  tally: Tally,
): Promise<void> {
  const category = listing.classOf?.(image);
  if (category !== undefined) tally.used.add(category);
  if (category !== undefined || listing.mapPathOf?.(image) !== undefined) tally.annotations += 1;
  if (!listing.labelsOf) return;
  try {
    const { annotations, problems, count } = await listing.labelsOf(image);
    tally.problems.push(...problems.map(sentenceOf));
    tally.annotations += count?.all ?? annotations.length;
    tally.crowd += count?.crowd ?? annotations.filter(({ iscrowd }) => iscrowd === 1).length;
    for (const annotation of annotations) {
      tally.used.add(annotation.category_id);
      countSize(tally, annotation);
    }
  } catch (error) {
    tally.problems.push(`${image.name}: its labels cannot be read: ${(error as Error).message}`);
  }
}

/** Ranges of COCO, both ends included. */
function countSize({ sizes }: Tally, { area, iscrowd }: Annotation): void {
  if (iscrowd === 1) return;
  if (area <= MEDIUM) sizes.small += 1;
  if (area >= MEDIUM && area <= LARGE) sizes.medium += 1;
  if (area >= LARGE) sizes.large += 1;
}

import { meanOf } from '@lumenloom/engine';
import {
  IOU_THRESHOLDS,
  anomalyFigures,
  classificationFigures,
  depthFigures,
  detectionFigures,
  precisionRecall,
  segmentationFigures,
  classesInCells,
  sortedLevels,
  startMatching,
  type DetectionFigures,
  type DetectionMatches,
  type Subset as ObjectSubset,
} from '@lumenloom/scoring';
import type { EvaluationDocument } from '@lumenloom/contract';
import type { Figures } from '@lumenloom/report/page-text';
import { addCandidates, noCandidates, type Candidates } from './candidates.ts';
import type { DoneLine, Found, FoundObject, TruthObject } from './picture-lines.ts';
import type { Subset } from './rungs.ts';

/** How often each picture counts, in the order of the pictures: a draw of a bootstrap. */
export type Multiplicities = Uint32Array;

/**
 * What a network found on all pictures in one way: on the sources, or through a camera some of
 * whose parts are on.
 */
export interface Column {
  /** By their names without `dataset.`. */
  readonly figures: Figures;
  /** Of detections: figures of classes by `classKey`. */
  readonly classes?: Figures;
  /** Of detections: figures that no draw has, by `detailKey`. */
  readonly details?: () => Figures;
  /** Of detections: objects of each subset, by its name. */
  readonly objects?: Readonly<Record<string, number>>;
  readonly found?: FoundCounts;
  /** Why the figures are those of a network that sees nothing; absent where they are not. */
  readonly floor?: string;
  /** Figures of a draw of the pictures, with those of classes. */
  readonly drawn: (multiplicities: Multiplicities) => Figures;
  /** Of detections, for curves, subsets and galleries. */
  readonly detection?: {
    /** Of COCO's areas, without what was matched in each image. */
    readonly matches: DetectionMatches;
    readonly figures: DetectionFigures;
    readonly candidates: Candidates;
  };
}

/** How much a detector finds at all (docs/reference/vision.md#found). */
export interface FoundCounts {
  /** With a score of at least the network's threshold. */
  readonly detections: number;
  readonly truths: number;
  readonly pictures: number;
  /** Null without a result. */
  readonly topScore: number | null;
}

/** What the columns of an evaluation share. */
export interface Ground {
  readonly document: EvaluationDocument;
  /** Those that are scored. */
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  /** Names of the pictures that count, in their order. */
  readonly images: readonly string[];
  /** Under which conditions pictures were taken, by their names; empty where nobody says it. */
  readonly pictureConditions: ReadonlyMap<string, string>;
  /** Whether truth is what the network finds on the sources. */
  readonly isAgreement: boolean;
  /** Score from which on the network counts something as found. */
  readonly threshold: number;
  /** Class numbers of pixels that are left out. */
  readonly voidClasses: readonly number[];
}

type FoundOf<Task extends Found['task']> = Extract<Found, { readonly task: Task }>;

/** The column of lines, which belong to the pictures of the ground. */
export function columnOf(ground: Ground, lines: readonly DoneLine[], subset: Subset): Column {
  const place = new Map(ground.images.map((name, at) => [name, at]));
  const places = lines.map(({ image }) => place.get(image)!);
  const task = lines[0]?.content().found[subset]!.task;
  if (task === 'detection') return detectionColumn(ground, lines, places, subset);
  const found = lines.map(({ content }) => content().found[subset]!);
  switch (task) {
    case 'classification':
      return classificationColumn(ground, places, found as FoundOf<'classification'>[]);
    case 'segmentation':
      return segmentationColumn(ground, places, found as FoundOf<'segmentation'>[]);
    case 'depth':
      return depthColumn(places, found as FoundOf<'depth'>[]);
    case 'anomaly':
      return anomalyColumn(places, found as FoundOf<'anomaly'>[]);
    case undefined:
      return { figures: {}, drawn: () => ({}) };
  }
}

/** COCO's areas in the source picture. */
export const SIZES = [
  ['small', 0, 32 ** 2],
  ['medium', 32 ** 2, 96 ** 2],
  ['large', 96 ** 2, Infinity],
] as const;
export const FIELD_PARTS = ['inner third', 'middle third', 'outer third'] as const;

type Placed = Pick<TruthObject, 'sourceArea' | 'fieldShare'>;

const subsetBy = (name: string, fits: (object: Placed) => boolean): ObjectSubset => ({
  name,
  ofTruth: (annotation) => fits(annotation as unknown as Placed),
  ofResult: (result) => fits(result as unknown as Placed),
});

/** Objects by their size in the source picture, and by their place in the camera's. */
const OBJECT_SUBSETS: readonly ObjectSubset[] = [
  ...SIZES.map(([name, low, high]) =>
    subsetBy(`size ${name}`, ({ sourceArea }) => sourceArea >= low && sourceArea <= high),
  ),
  ...FIELD_PARTS.map((name, part) =>
    subsetBy(`field ${name}`, ({ fieldShare }) => Math.min(2, Math.floor(3 * fieldShare)) === part),
  ),
];

function detectionColumn(
  ground: Ground,
  lines: readonly DoneLine[],
  places: readonly number[],
  subset: Subset,
): Column {
  const { categories } = ground;
  const { iouType } = ground.document.score;
  const known = new Set(categories.map(({ id }) => id));
  const matching = startMatching({ iouType, subsets: OBJECT_SUBSETS });
  const candidates = noCandidates();
  let [detections, truths, topScore] = [0, 0, -Infinity];
  for (const [at, { content, width, height }] of lines.entries()) {
    const image = { image_id: at };
    const { truth, found } = content();
    const objects = truth.task === 'detection' ? truth.objects : [];
    const annotations = objects
      .filter(({ category_id: category }) => known.has(category))
      .map((object) => ({ ...object, ...image }));
    const results = resultsIn(ground, found[subset]!).map((object) => ({ ...object, ...image }));
    const matches = matching.add(
      { images: [{ id: at, width, height }], categories, annotations },
      results,
    );
    addCandidates(candidates, at, matches, { objects: annotations, results });
    truths += annotations.filter(({ iscrowd }) => iscrowd === 0).length;
    for (const { score, category_id: category } of results) {
      if (!known.has(category)) continue;
      if (score >= ground.threshold) detections += 1;
      topScore = Math.max(topScore, score);
    }
  }
  const whole = matching.end();
  const figures = detectionFigures(whole);
  const matches = withoutSubsets(whole);
  const named = ({ perClass: _, subsets: __, ...shown }: DetectionFigures): Figures =>
    ground.isAgreement ? { agreement50: shown.map50 } : { ...shown };
  return {
    figures: named(figures),
    classes: classesIn(figures),
    details: () => detailsIn(ground, figures, matches),
    objects: Object.fromEntries(
      Object.entries(figures.subsets).map(([name, { objects }]) => [name, objects]),
    ),
    found: {
      ...{ detections, truths, pictures: lines.length },
      topScore: topScore === -Infinity ? null : topScore,
    },
    ...floorOf(detections, truths, figures),
    drawn: (multiplicities) => {
      const weights = weightsOf(places, multiplicities);
      const shown = detectionFigures(matches, { weights });
      return { ...named(shown), ...classesIn(shown) };
    },
    detection: { matches, figures, candidates },
  };
}

function floorOf(
  detections: number,
  truths: number,
  { map50 }: DetectionFigures,
): Pick<Column, 'floor'> {
  if (truths === 0) return {};
  if (detections === 0) return { floor: 'the network finds nothing' };
  return map50 === 0 ? { floor: 'nothing that the network finds is where an object is' } : {};
}

/** Figures of classes that have intervals. */
export const CLASS_FIGURES = ['ap', 'ap50'] as const;

/** The name of a figure of a category. */
export const classKey = (category: number, figure: (typeof CLASS_FIGURES)[number]): string =>
  `${figure} of ${category}`;

const classesIn = ({ perClass }: DetectionFigures): Figures =>
  Object.fromEntries(
    perClass.flatMap((one) =>
      CLASS_FIGURES.map((figure) => [classKey(one.category, figure), one[figure]] as const),
    ),
  );

/** The name of a figure of a part: of a category, a subset of objects, or an overlap. */
export const detailKey = (part: string | number, figure: string): string => `${figure} of ${part}`;

/** Figures of classes, subsets and overlaps that have no intervals. */
function detailsIn(
  { categories }: Ground,
  { perClass, subsets }: DetectionFigures,
  matches: DetectionMatches,
): Figures {
  const overlaps = IOU_THRESHOLDS.map((overlap) => {
    const precisions = categories.flatMap(({ id }) => {
      const curve = precisionRecall(matches, id, overlap);
      return curve ? [meanOf(curve.precision)] : [];
    });
    return [detailKey(overlap, 'ap'), precisions.length > 0 ? meanOf(precisions) : null] as const;
  });
  return Object.fromEntries([
    ...overlaps,
    ...perClass.flatMap(({ category, ap75, ar100 }) => [
      [detailKey(category, 'ap75'), ap75] as const,
      [detailKey(category, 'ar100'), ar100] as const,
    ]),
    ...Object.entries(subsets).flatMap(([name, own]) =>
      SUBSET_FIGURES.map((figure) => [detailKey(name, figure), own[figure]] as const),
    ),
  ]);
}

/** Figures of a subset of the objects. */
export const SUBSET_FIGURES = ['map', 'map50', 'map75', 'mar100'] as const;

/** The results of a picture that are scored. */
export const resultsIn = ({ document }: Ground, found: Found): readonly FoundObject[] =>
  found.task === 'detection'
    ? found.objects.filter(({ segmentation }) => document.score.iouType === 'bbox' || segmentation)
    : [];

/** The matches that draws need: those of COCO's own areas. */
const withoutSubsets = ({ imageIds, subsets, categories }: DetectionMatches): DetectionMatches => {
  const kept = subsets.length - OBJECT_SUBSETS.length;
  return {
    imageIds,
    subsets: subsets.slice(0, kept),
    categories: categories.map((one) => ({ ...one, subsets: one.subsets.slice(0, kept) })),
  };
};

/** How often each line counts, from how often its picture does. */
const weightsOf = (places: readonly number[], multiplicities: Multiplicities): Uint32Array =>
  Uint32Array.from(places, (place) => multiplicities[place]!);

function classificationColumn(
  { categories }: Ground,
  places: readonly number[],
  found: readonly FoundOf<'classification'>[],
): Column {
  const ranks = { files: [], ranks: Uint32Array.from(found, ({ rank }) => rank) };
  const figures = classificationFigures(ranks);
  const { top1 } = figures;
  return {
    figures: { ...figures },
    ...(top1 !== null &&
      top1 * categories.length <= 1 && {
        floor: `top-1 is not above chance for ${categories.length} classes`,
      }),
    drawn: (multiplicities) => ({
      ...classificationFigures(ranks, weightsOf(places, multiplicities)),
    }),
  };
}

function segmentationColumn(
  { voidClasses }: Ground,
  places: readonly number[],
  found: readonly FoundOf<'segmentation'>[],
): Column {
  const pictures = found.map(({ cells }) => new Map(cells));
  const figuresOf = (weights?: Uint32Array): Figures => {
    const {
      iou: _,
      pixels: __,
      ...figures
    } = segmentationFigures(pictures, {
      voidClass: voidClasses,
      ...(weights && { weights }),
    });
    return figures;
  };
  const inPictures = pictures.map((cells) => classesInCells(cells.keys()));
  const [truth, results] = (['truth', 'found'] as const).map(
    (side) => new Set(inPictures.flatMap((classes) => [...classes[side]])),
  );
  return {
    figures: figuresOf(),
    ...(results!.size === 1 && truth!.size > 1 && { floor: 'all pixels are of one class' }),
    drawn: (multiplicities) => figuresOf(weightsOf(places, multiplicities)),
  };
}

function depthColumn(places: readonly number[], found: readonly FoundOf<'depth'>[]): Column {
  const pictures = found.map(({ depth }) => depth);
  const points = pictures.reduce((sum, { points: own }) => sum + own, 0);
  const figuresOf = (weights?: Uint32Array): Figures => {
    const { points: _, scale: __, shift: ___, ...figures } = depthFigures(pictures, weights);
    return figures;
  };
  return {
    figures: figuresOf(),
    ...(points === 0 && { floor: 'no pixel has a depth that counts' }),
    drawn: (multiplicities) => figuresOf(weightsOf(places, multiplicities)),
  };
}

function anomalyColumn(places: readonly number[], found: readonly FoundOf<'anomaly'>[]): Column {
  const pixels = sortedLevels(found.map(({ levels }) => levels));
  const figuresOf = (weights?: Uint32Array): Figures => {
    const { regions: _, ...figures } = anomalyFigures(pixels, weights);
    return figures;
  };
  return {
    figures: figuresOf(),
    drawn: (multiplicities) => figuresOf(weightsOf(places, multiplicities)),
  };
}

import { meanOf } from '@lumenloom/engine';
import {
  IOU_THRESHOLDS,
  detectionFigures,
  precisionRecall,
  startMatching,
  type DetectionFigures,
  type DetectionMatches,
  type MatchOptions,
  type Subset as ObjectSubset,
} from '@lumenloom/scoring';
import type { EvaluationDocument } from '@lumenloom/contract';
import type { Figures } from '@lumenloom/report/page-text';
import { addCandidates, noCandidates, type Candidates } from './candidates.ts';
import type { FoundObject, TruthObject } from './objects.ts';

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
  /** Of key points: the deviation of each. */
  readonly sigmas?: readonly number[];
}

/** What a task kept of one picture: how it was found there, and where the picture stands. */
export interface KeptPicture<Kept> {
  /** Among the pictures of the ground. */
  readonly place: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Read when it is asked for, because memory has no room for the contents of all pictures. */
  readonly content: () => {
    readonly truth: readonly TruthObject[];
    readonly found: Kept;
  };
}

/** A column of figures that are made from all pictures, each with a weight. */
export function columnOfFigures(
  pictures: readonly KeptPicture<unknown>[],
  figuresOf: (weights?: Uint32Array) => Figures,
): Column {
  return {
    figures: figuresOf(),
    drawn: (multiplicities) => figuresOf(weightsOf(pictures, multiplicities)),
  };
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

/** What detectors keep of a picture. */
export interface KeptObjects {
  readonly objects: readonly FoundObject[];
}

/** The column of objects in boxes. */
export const detectionColumn = (
  ground: Ground,
  pictures: readonly KeptPicture<KeptObjects>[],
): Column =>
  objectColumn(ground, pictures, {
    matching: { iouType: ground.document.score.iouType },
    figuresOf: (_, { perClass: __, subsets: ___, ...shown }) =>
      ground.isAgreement ? { agreement50: shown.map50 } : { ...shown },
  });

/** How objects are scored. */
interface ObjectScore {
  readonly matching: Pick<MatchOptions, 'iouType' | 'likeness'>;
  /** Of matches and their figures. */
  readonly figuresOf: (
    matches: DetectionMatches,
    figures: DetectionFigures,
    weights?: Uint32Array,
  ) => Figures;
}

/** The column of objects that are matched. */
export function objectColumn(
  ground: Ground,
  pictures: readonly KeptPicture<KeptObjects>[],
  { matching: options, figuresOf }: ObjectScore,
): Column {
  const { categories } = ground;
  const known = new Set(categories.map(({ id }) => id));
  const matching = startMatching({ ...options, subsets: OBJECT_SUBSETS });
  const candidates = noCandidates();
  let [detections, truths, topScore] = [0, 0, -Infinity];
  for (const [at, { content, width, height }] of pictures.entries()) {
    const image = { image_id: at };
    const { truth, found } = content();
    const annotations = truth
      .filter(({ category_id: category }) => known.has(category))
      .map((object) => ({ ...object, ...image }));
    const results = resultsIn(ground, found.objects).map((object) => ({ ...object, ...image }));
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
  return {
    figures: figuresOf(matches, figures),
    classes: classesIn(figures),
    details: () => detailsIn(ground, figures, matches),
    objects: Object.fromEntries(
      Object.entries(figures.subsets).map(([name, { objects }]) => [name, objects]),
    ),
    found: {
      detections,
      truths,
      pictures: pictures.length,
      topScore: topScore === -Infinity ? null : topScore,
    },
    ...floorOf(detections, truths, figures),
    drawn: (multiplicities) => {
      const weights = weightsOf(pictures, multiplicities);
      const shown = detectionFigures(matches, { weights });
      return { ...figuresOf(matches, shown, weights), ...classesIn(shown) };
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
export const resultsIn = (
  { document }: Ground,
  objects: readonly FoundObject[],
): readonly FoundObject[] =>
  objects.filter(({ segmentation }) => document.score.iouType === 'bbox' || segmentation);

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
const weightsOf = (
  pictures: readonly KeptPicture<unknown>[],
  multiplicities: Multiplicities,
): Uint32Array => Uint32Array.from(pictures, ({ place }) => multiplicities[place]!);

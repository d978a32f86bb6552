import {
  anomalyFigures,
  classificationFigures,
  depthFigures,
  detectionFigures,
  segmentationFigures,
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
      return classificationColumn(places, found as FoundOf<'classification'>[]);
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
  }
  const whole = matching.end();
  const figures = detectionFigures(whole);
  const matches = withoutSubsets(whole);
  const named = ({ perClass: _, subsets: __, ...shown }: DetectionFigures): Figures =>
    ground.isAgreement ? { agreement50: shown.map50 } : { ...shown };
  return {
    figures: named(figures),
    classes: classesIn(figures),
    drawn: (multiplicities) => {
      const weights = weightsOf(places, multiplicities);
      const shown = detectionFigures(matches, { weights });
      return { ...named(shown), ...classesIn(shown) };
    },
    detection: { matches, figures, candidates },
  };
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
  places: readonly number[],
  found: readonly FoundOf<'classification'>[],
): Column {
  const ranks = { files: [], ranks: Uint32Array.from(found, ({ rank }) => rank) };
  return {
    figures: { ...classificationFigures(ranks) },
    drawn: (multiplicities) => ({
      ...classificationFigures(ranks, weightsOf(places, multiplicities)),
    }),
  };
}

function segmentationColumn(
  { document }: Ground,
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
      voidClass: document.score.void,
      ...(weights && { weights }),
    });
    return figures;
  };
  return {
    figures: figuresOf(),
    drawn: (multiplicities) => figuresOf(weightsOf(places, multiplicities)),
  };
}

function depthColumn(places: readonly number[], found: readonly FoundOf<'depth'>[]): Column {
  const pictures = found.map(({ depth }) => depth);
  const figuresOf = (weights?: Uint32Array): Figures => {
    const { points: _, scale: __, shift: ___, ...figures } = depthFigures(pictures, weights);
    return figures;
  };
  return {
    figures: figuresOf(),
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

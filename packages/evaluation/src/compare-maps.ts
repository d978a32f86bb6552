import type { EvaluationDocument } from '@lumenloom/contract';
import type { Dataset } from '@lumenloom/datasets';
import {
  SimulationError,
  inverseMap,
  type Finding,
  type LabelView,
  type PixelMap,
} from '@lumenloom/engine';
import {
  anomalyLevels,
  confusionOf,
  depthOfPicture,
  type Alignment,
  type AnomalyLevels,
  type PictureDepth,
} from '@lumenloom/scoring';

type TruthMap = PixelMap<Float32Array> | PixelMap<Uint8Array> | PixelMap<Uint16Array>;
type FindingOf<Kind extends Finding['kind']> = Extract<Finding, { readonly kind: Kind }>;

/** Stands for classes of the network that the data set does not have. */
const NO_CATEGORY = 65_534;

/**
 * Class numbers that are left out: those of the plan, those that the data set itself excludes, its
 * categories that no class of the network means, and what the network finds beside the categories.
 */
export const voidClassesOf = ({
  evaluation: { document },
  dataset,
  categories,
  categoryOf,
}: {
  readonly evaluation: { readonly document: Pick<EvaluationDocument, 'score'> };
  readonly dataset: Pick<Dataset, 'ignoredClasses'>;
  readonly categories: Dataset['categories'];
  readonly categoryOf: readonly (number | undefined)[];
}): readonly number[] => [
  ...[document.score.void].flat(),
  ...dataset.ignoredClasses,
  ...categories.flatMap(({ id }) => (categoryOf.includes(id) ? [] : [id])),
  NO_CATEGORY,
];

/**
 * Truth at the pixels of a picture: through the lens where there is one, else nearest; `outside`
 * where the picture shows nothing of the source.
 */
function truthAt(
  map: TruthMap,
  view: LabelView | undefined,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  outside: number,
): Float64Array {
  const placeOf = view
    ? inverseMap(view)
    : (x: number, y: number): number =>
        Math.floor((y * map.rows) / rows) * map.columns + Math.floor((x * map.columns) / columns);
  return Float64Array.from({ length: rows * columns }, (_, pixel) => {
    const [x, y] = [(pixel % columns) + 0.5, Math.floor(pixel / columns) + 0.5];
    const place = placeOf(x, y, map.rows, map.columns);
    return place < 0 ? outside : map.values[place]!;
  });
}

/**
 * Pixels by true and found class, as `confusionOf` has them.
 *
 * @param categoryOf number of the data set for each class of the network.
 * @param voidClasses at least one.
 */
export function compareClasses(
  truth: { readonly map: TruthMap; readonly view: LabelView | undefined },
  finding: FindingOf<'classMap'>,
  categoryOf: readonly (number | undefined)[],
  voidClasses: readonly number[],
): readonly (readonly [cell: number, pixels: number])[] {
  const { rows, columns, classes } = finding;
  const found = Float64Array.from(classes, (label) => categoryOf[label] ?? NO_CATEGORY);
  return [
    ...confusionOf(
      { rows, columns, data: truthAt(truth.map, truth.view, finding, voidClasses[0]!) },
      { rows, columns, data: found },
      voidClasses,
      'the result',
    ),
  ];
}

/** Errors of the depth of a picture. */
export function compareDepth(
  truth: { readonly map: TruthMap; readonly view: LabelView | undefined },
  finding: FindingOf<'depth'>,
  { cap, align }: { readonly cap: number; readonly align: Alignment },
): PictureDepth {
  const { rows, columns, values } = finding;
  return depthOfPicture(
    { rows, columns, data: truthAt(truth.map, truth.view, finding, 0) },
    { rows, columns, data: values },
    { cap, align },
    'the result',
  );
}

/** Binary digits of a value of an anomaly map that count, so that a line of a picture is short. */
const DIGITS = 11;

/** A number to so many binary digits. */
function toDigits(value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) + 1 - DIGITS);
  return unit * Math.round(value / unit);
}

/** Pixels of a picture by the values of an anomaly map, good and defective ones. */
export function compareAnomaly(
  truth: { readonly map: TruthMap; readonly view: LabelView | undefined },
  finding: FindingOf<'anomaly'>,
): AnomalyLevels {
  const { rows, columns, map } = finding;
  if (!map.every(Number.isFinite))
    throw new SimulationError('bad-model', 'its anomaly map holds something that is no number.');
  const { values, good, bad, covered, ...about } = anomalyLevels(
    {
      place: 'the result',
      mask: { rows, columns, data: truthAt(truth.map, truth.view, finding, 0) },
      map: { rows, columns, data: map },
    },
    toDigits,
  );
  // Lists, because the line of a picture is JSON.
  const [listed, ofGood, ofBad] = [values, good, bad].map((numbers) => Array.from(numbers));
  return { ...about, values: listed!, good: ofGood!, bad: ofBad!, covered: Array.from(covered) };
}

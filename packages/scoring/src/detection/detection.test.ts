import { describe, expect, test } from 'vitest';
import golden from '../../references/coco.json' with { type: 'json' };
import type { CocoResult, CocoTruth, IouType } from './coco.ts';
import { precisionRecall } from './curves.ts';
import { detectionFigures } from './figures.ts';
import { IOU_THRESHOLDS, matchDetections } from './match.ts';

type Row = readonly (number | string)[];
interface Case {
  readonly iouType: IouType;
  readonly sameAs?: string;
  readonly images: readonly (readonly [number, number, number])[];
  readonly categories: CocoTruth['categories'];
  readonly annotations: readonly Row[];
  readonly results: readonly Row[];
  readonly maskSize?: readonly number[];
  readonly expected: Readonly<Record<string, unknown>> & {
    readonly precisionAt101Recalls?: Readonly<Record<string, { readonly iou50: number[] | null }>>;
  };
}
const cases = golden.cases as unknown as Readonly<Record<string, Case>>;

/** A case as files of COCO. */
function filesOf({ images, categories, annotations, results, maskSize: size }: Case) {
  const truth: CocoTruth = {
    images: images.map(([id, width, height]) => ({ id, width, height })),
    categories,
    annotations: annotations.map((row) => {
      const [id, image_id, category_id] = row as number[];
      const [area, iscrowd] = row.slice(-2) as number[];
      const shape = size
        ? { segmentation: { size, counts: row[3] } }
        : { bbox: row.slice(3, 7) as number[] };
      return {
        id,
        image_id: image_id!,
        category_id: category_id!,
        area: area!,
        iscrowd: iscrowd!,
        ...shape,
      };
    }),
  };
  const found = results.map((row): CocoResult => {
    const [image_id, category_id] = row as number[];
    const shape = size
      ? { segmentation: { size, counts: row[2] } }
      : { bbox: row.slice(2, 6) as number[] };
    return {
      image_id: image_id!,
      category_id: category_id!,
      score: row.at(-1) as number,
      ...shape,
    };
  });
  return { truth, found };
}

/** Numbers within the golden's tolerance of 1e-9, null as it is. */
const close = (value: unknown): unknown =>
  typeof value === 'number'
    ? (expect.closeTo(value, 9) as unknown)
    : Array.isArray(value)
      ? value.map(close)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]))
        : value;

test('the IoU thresholds are those of the evaluator', () => {
  expect(IOU_THRESHOLDS.map(String)).toEqual(golden.iouThresholds);
});

describe.each(Object.entries(cases))('COCO, %s', (_, row) => {
  const { truth, found } = filesOf(row.sameAs === undefined ? row : cases[row.sameAs]!);
  const matches = matchDetections(truth, found, { iouType: row.iouType });

  test('the twelve numbers and those of each class', () => {
    const { precisionAt101Recalls: _curves, ...expected } = row.expected;
    expect(detectionFigures(matches)).toEqual({ ...(close(expected) as object), subsets: {} });
  });

  test.runIf(row.expected.precisionAt101Recalls)('precision over recall', () => {
    for (const [category, { iou50 }] of Object.entries(row.expected.precisionAt101Recalls!))
      expect(precisionRecall(matches, Number(category), 0.5)?.precision ?? null).toEqual(
        close(iou50),
      );
  });
});

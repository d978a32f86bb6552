import { describe, expect, test } from 'vitest';
import golden from '../../references/coco.json' with { type: 'json' };
import type { CocoAnnotation, CocoResult, CocoTruth } from './coco.ts';
import { cocoFiles, cocoNumbers, type CocoCase } from './coco-case.ts';
import { matchedPairs, precisionRecall } from './curves.ts';
import { detectionFigures } from './figures.ts';
import { IOU_THRESHOLDS, matchDetections } from './match.ts';

const cases = golden.cases as unknown as Readonly<Record<string, CocoCase>>;

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
  const { truth, found } = cocoFiles(row.sameAs === undefined ? row : cases[row.sameAs]!);
  const matches = matchDetections(truth, found, { iouType: row.iouType });

  test('the twelve numbers and those of each class', () => {
    const { precisionAt101Recalls: _curves, ...expected } = row.expected;
    expect(detectionFigures(matches)).toEqual({ ...(close(expected) as object), subsets: {} });
  });

  test('the numbers of the proof are the twelve', () => {
    const numbers = cocoNumbers(row, row.sameAs === undefined ? row : cases[row.sameAs]!);
    for (const { key, theirs, ours } of numbers) expect(ours, key).toBeCloseTo(theirs, 9);
  });

  const curves = Object.entries(row.expected.precisionAt101Recalls ?? {});
  if (curves.length > 0)
    test('precision over recall', () => {
      for (const [category, { iou50 }] of curves)
        expect(precisionRecall(matches, Number(category), 0.5)?.precision ?? null).toEqual(
          close(iou50),
        );
    });
});

const SQUARE = { width: 40, height: 40 };
/** One picture with objects at these boxes of category 1, and results of falling score. */
const scene = (
  objects: readonly Partial<CocoAnnotation>[],
  results: readonly Partial<CocoResult>[],
): [CocoTruth, CocoResult[]] => [
  {
    images: [{ id: 7, ...SQUARE }],
    categories: [{ id: 1 }],
    annotations: objects.map((object) => ({ image_id: 7, category_id: 1, area: 100, ...object })),
  },
  results.map((result, i) => ({ image_id: 7, category_id: 1, score: 1 - i / 10, ...result })),
];
const [HERE, THERE, AWAY] = [
  [0, 0, 10, 10],
  [20, 0, 10, 10],
  [0, 20, 10, 10],
];

describe('pairs of an image', () => {
  const matches = matchDetections(
    ...scene(
      [{ bbox: HERE }, { bbox: THERE }, { bbox: AWAY, iscrowd: 1 }],
      [{ bbox: AWAY }, { bbox: HERE }, { bbox: [30, 30, 5, 5] }, { bbox: THERE }],
    ),
  );

  test('found, missed and false alarms; a crowd is neither', () => {
    expect(matchedPairs(matches, 0.5, 0)).toEqual([
      {
        image: 7,
        found: [
          { annotation: 0, result: 1 },
          { annotation: 1, result: 3 },
        ],
        missed: [],
        falseAlarms: [2],
      },
    ]);
  });

  test('results below the score are not given', () => {
    expect(matchedPairs(matches, 0.5, 0.85)).toEqual([
      { image: 7, found: [{ annotation: 0, result: 1 }], missed: [1], falseAlarms: [] },
    ]);
  });
});

test('a subset of the caller leaves out what is outside', () => {
  const isLeft = ({ bbox }: { readonly bbox?: readonly number[] }) => bbox![0]! < 15;
  const matches = matchDetections(
    ...scene([{ bbox: HERE }, { bbox: THERE }], [{ bbox: [21, 20, 9, 9] }, { bbox: HERE }]),
    { subsets: [{ name: 'left', ofTruth: isLeft, ofResult: isLeft }] },
  );
  expect(detectionFigures(matches)).toMatchObject({
    map: expect.closeTo((51 / 101) * 0.5, 12) as unknown,
    subsets: { left: { map: 1, map50: 1, map75: 1, mar100: 1, objects: 1 } },
  });
});

test('an identifier of 0 is one like any other, and the largest are kept apart', () => {
  const [truth, found] = scene([{ bbox: HERE }, { bbox: THERE }], [{ bbox: HERE }]);
  const [one, other] = [2 ** 53 - 1, 0];
  const matches = matchDetections(
    {
      ...truth,
      images: [{ id: one }, { id: other }],
      annotations: truth.annotations.map((object, i) => ({
        ...object,
        id: 0,
        image_id: [one, other][i]!,
      })),
    },
    found.map((result) => ({ ...result, image_id: one })),
  );
  expect(matches.imageIds).toEqual([other, one]);
  expect(detectionFigures(matches).mar100).toBe(0.5);
});

test.each([
  [{ bbox: HERE, area: undefined }, 'annotations[0].area is missing.'],
  [{ bbox: HERE, area: -1 }, 'annotations[0].area must not be negative.'],
  [{ bbox: HERE, iscrowd: 2 }, 'annotations[0].iscrowd must be 0 or 1.'],
  [{ bbox: HERE, image_id: 1.5 }, 'annotations[0].image_id must be an integer of at most 2^53.'],
  [{}, 'annotations[0].bbox is missing.'],
])('refused: %j', (object, sentence) => {
  expect(() => matchDetections(...scene([object as CocoAnnotation], []))).toThrow(sentence);
});

test('refused: an image that is there twice, and what is no COCO file', () => {
  const [truth] = scene([], []);
  const twice = { ...truth, images: [...truth.images, ...truth.images] };
  expect(() => matchDetections(twice, [])).toThrow('images[1].id is also that of images[0].');
  expect(() => matchDetections([] as unknown as CocoTruth, [])).toThrow('truth must be an object');
  expect(() => matchDetections({} as CocoTruth, [])).toThrow('images is missing.');
});

import { expect, test } from 'vitest';
import golden from '../references/metrics.json' with { type: 'json' };
import { anomalyFigures, anomalyPixels } from './anomaly/anomaly.ts';
import { classificationFigures, mcNemar, rankClasses } from './classification.ts';
import { depthFigures, depthOfPicture, type Alignment } from './depth.ts';
import { detectionFigures } from './detection/figures.ts';
import { matchDetections } from './detection/match.ts';
import { confusionOf, segmentationFigures, type NumberMap } from './segmentation.ts';

const close = (expected: object, digits: number): unknown =>
  Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      typeof value === 'number' ? (expect.closeTo(value, digits) as unknown) : (value as unknown),
    ]),
  );

const mapOf = (rows: readonly (readonly number[])[]): NumberMap => ({
  rows: rows.length,
  columns: rows[0]!.length,
  data: rows.flat(),
});

test.each(Object.keys(golden.depth.expected) as Alignment[])('depth, aligned by %s', (align) => {
  const { truth, metric, relativeInverse, cap, expected } = golden.depth;
  const results = align === 'inverseScaleShift' ? relativeInverse : metric;
  const picture = depthOfPicture(mapOf(truth), mapOf(results), { cap, align }, 'a.npy');
  const wanted = close((expected as Partial<Record<Alignment, object>>)[align]!, 6);
  expect(depthFigures([picture])).toEqual(wanted);
  expect(depthFigures([picture, picture], Uint32Array.of(0, 1))).toEqual(wanted);
});

test('segmentation', () => {
  const { truth, predicted, void: voidClass, expected } = golden.segmentation;
  const pictures = truth.map((rows, i) =>
    confusionOf(mapOf(rows), mapOf(predicted[i]!), voidClass, `${i}.png`),
  );
  const { wrongMeanOverImages: _, iou, ...figures } = expected;
  expect(segmentationFigures(pictures, { voidClass })).toEqual({
    ...(close(figures, 9) as object),
    // Five of the six classes occur.
    iou: iou.slice(0, 5).map((value) => expect.closeTo(value!, 9) as unknown),
  });
});

test('anomaly', () => {
  const { maps, masks, expected } = golden.anomaly;
  const pixels = anomalyPixels(
    maps.map((map, i) => ({ place: `${i}`, map: mapOf(map), mask: mapOf(masks[i]!) })),
  );
  expect(anomalyFigures(pixels)).toEqual(close(expected, 6));
});

test('classification', () => {
  const { labels, a, b, expected } = golden.classification;
  const classes = a[0]!.map((_, i) => `class ${i}`);
  const truth = {
    classes,
    labels: Object.fromEntries(labels.map((label, i) => [`${i}.png`, label])),
  };
  const [first, second] = [a, b].map((rows) =>
    rankClasses(truth, {
      classes,
      scores: Object.fromEntries(rows.map((scores, i) => [`${i}.png`, scores])),
    }),
  );
  expect(classificationFigures(first!)).toEqual({ top1: 0.605, top5: 0.95 });
  expect(classificationFigures(second!)).toEqual({ top1: 0.53, top5: 0.89 });
  const { onlyA, onlyB, mcNemarExactP } = expected;
  expect(mcNemar(first!, second!)).toEqual(close({ onlyA, onlyB, mcNemarExactP }, 9));
});

test('a draw of images has the figures of the images that it repeats', () => {
  const { truth, results, all, draws } = golden.bootstrap;
  const matches = matchDetections(truth, results);
  const { map, map50 } = detectionFigures(matches);
  expect([map, map50]).toEqual(all.map((value) => expect.closeTo(value, 9) as unknown));
  for (const draw of draws) {
    const weights = Uint32Array.from(
      matches.imageIds,
      (id) => draw.images.filter((image) => image === id).length,
    );
    const figures = detectionFigures(matches, { weights });
    expect(figures).toMatchObject(close({ map: draw.map, map50: draw.map50 }, 9) as object);
  }
});

import { expect, test } from 'vitest';
import golden from '../../references/masks.json' with { type: 'json' };
import { maskArea, maskBox, maskOfPixels, unionOf, commonPixels } from './mask.ts';
import { polygonMask } from './polygon.ts';
import { readMask } from './read-mask.ts';
import { encodeCounts } from './run-lengths.ts';

test.each(golden.runLengths)('run lengths $counts', ({ size, counts, runs, area, box }) => {
  const mask = readMask({ size, counts }, undefined, 'segmentation');
  expect([...mask.runs]).toEqual(runs);
  expect(encodeCounts(runs)).toBe(counts);
  expect(maskArea(mask)).toBe(area);
  expect(maskBox(mask)).toEqual(box);
  expect(readMask({ size, counts: runs }, undefined, 'segmentation')).toEqual(mask);
});

test.each(golden.polygons)('polygon $counts', ({ polygon, size, counts, area }) => {
  const mask = polygonMask(polygon, size[0]!, size[1]!);
  expect(encodeCounts(mask.runs)).toBe(counts);
  expect(maskArea(mask)).toBe(area);
});

test('union and intersection agree with pixels', () => {
  const [one, other] = [
    polygonMask([1, 1, 9, 2, 5, 8], 10, 12),
    polygonMask([4, 1, 11, 9, 2, 9], 10, 12),
  ];
  const pixelsOf = ({ runs }: typeof one) =>
    [...runs].flatMap((run, i) => Array<number>(run).fill(i % 2));
  const [a, b] = [pixelsOf(one), pixelsOf(other)];
  expect(unionOf([one, other])).toEqual(
    maskOfPixels(
      a.map((value, i) => value | b[i]!),
      10,
      12,
    ),
  );
  expect(commonPixels(one, other)).toBe(a.filter((value, i) => value & b[i]!).length);
});

test.each([
  [{ size: [3, 3], counts: [4, 4] }, 's.counts must add up to 3 x 3 pixels, not 8.'],
  [
    { size: [3, 3], counts: [4, -1, 6] },
    's.counts must be run lengths, whole numbers from 0: number 2 does not fit.',
  ],
  [
    { size: [3, 3], counts: 'é' },
    's.counts is not a text of run lengths: character 1 does not fit.',
  ],
  [
    { size: [3, 3], counts: 'P' },
    's.counts is not a text of run lengths: character 2 does not fit.',
  ],
  [{ size: [3], counts: [9] }, 's.size must be [height, width], not [3].'],
  [{ size: [4, 3], counts: [12] }, 's.size must be that of the picture, [3, 3], not [4,3].'],
  [{ size: [3, 3] }, 's.counts must be a text or a list of run lengths.'],
  [[[0, 0, 1, 1]], 's[0] must have x and y of at least three corners.'],
  [[], 's must have a polygon.'],
  ['x', 's must be polygons or run lengths.'],
])('refused: %j', (segmentation, sentence) => {
  expect(() => readMask(segmentation, { height: 3, width: 3 }, 's')).toThrow(sentence);
});

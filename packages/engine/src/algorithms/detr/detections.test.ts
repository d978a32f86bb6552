import { describe, expect, it } from 'vitest';
import { readDetections } from './detections.ts';

const labels = { 0: 'apple', 1: 'bowl' };
/** Rows of logits (apple, bowl, no object) with a box each. */
const outputs = (rows: readonly (readonly [readonly number[], readonly number[]])[]) => ({
  logits: {
    shape: [1, rows.length, 3],
    data: Float32Array.from(rows.flatMap(([logits]) => logits)),
  },
  pred_boxes: {
    shape: [1, rows.length, 4],
    data: Float32Array.from(rows.flatMap(([, box]) => box)),
  },
});
const middle = [0.5, 0.5, 0.2, 0.4] as const;

describe('readDetections', () => {
  it('gives label, probability and box, the best first', () => {
    const [first, second, ...more] = readDetections(
      outputs([
        [
          [0, Math.log(3), -50],
          [0.25, 0.5, 0.5, 0.25],
        ],
        [[Math.log(9), 0, -50], middle],
      ]),
      labels,
      0.5,
    );
    expect(first).toMatchObject({ label: 'apple', classIndex: 0 });
    expect(first!.score).toBeCloseTo(0.9, 6);
    for (const [side, value] of Object.entries({ left: 0.4, top: 0.3, right: 0.6, bottom: 0.7 }))
      expect(first!.box[side as 'left']).toBeCloseTo(value, 6);
    expect(second).toMatchObject({ label: 'bowl' });
    expect(second!.score).toBeCloseTo(0.75, 6);
    expect(more).toEqual([]);
  });

  it('counts "no object" among the probabilities and never as a detection', () => {
    expect(readDetections(outputs([[[0, -50, 5], middle]]), labels, 0.001)).toMatchObject([
      { label: 'apple', score: expect.closeTo(1 / (1 + Math.exp(5)), 5) as number },
    ]);
    expect(readDetections(outputs([[[0, -50, 5], middle]]), labels, 0.5)).toEqual([]);
  });

  it('cuts boxes at the rim of the picture, and leaves out what lies beyond it, is empty or no number', () => {
    const sure = [9, 0, 0];
    const found = readDetections(
      outputs([
        [sure, [0, 0, 1, 1]],
        [sure, [2, 2, 0.1, 0.1]],
        [sure, [0.5, 0.5, 0, 0.2]],
        [sure, [NaN, 0.5, 0.1, 0.1]],
        [[NaN, 0, 0], middle],
      ]),
      labels,
      0.5,
    );
    expect(found).toMatchObject([{ box: { left: 0, top: 0, right: 0.5, bottom: 0.5 } }]);
  });

  it('names classes without a label by their number', () => {
    expect(readDetections(outputs([[[0, 9, 0], middle]]), {}, 0.5)).toMatchObject([
      { label: 'class 1' },
    ]);
  });

  it('refuses outputs that do not belong together', () => {
    const { logits } = outputs([[[0, 0, 0], middle]]);
    expect(() => readDetections({ logits }, labels, 0.5)).toThrow('pred_boxes is missing');
    expect(() =>
      readDetections(
        {
          logits,
          pred_boxes: outputs([
            [[], middle],
            [[], middle],
          ]).pred_boxes,
        },
        labels,
        0.5,
      ),
    ).toThrow('do not belong together');
  });
});

import { isObject } from '../../../text/json-fields.ts';
import { refuse } from '../../output-tensors.ts';
import type { Reading } from '../task-code.ts';
import type { BoxesFinding } from './finding.ts';
import { boxesOf } from './read.ts';
import { strongest } from './suppress.ts';

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** {objects: [{bbox, score, category}]}: pixels of the input, categories by name or number. */
export function readAnswer(
  answer: unknown,
  { descriptor, placement }: Pick<Reading, 'descriptor' | 'placement'>,
): BoxesFinding {
  const objects = isObject(answer) ? answer['objects'] : undefined;
  if (!Array.isArray(objects)) return refuse('the command did not answer {"objects": [..]}.');
  const { labels, thresholds } = descriptor;
  const candidates = (objects as readonly unknown[]).map((object, at) => {
    const { bbox, score, category } = isObject(object) ? object : {};
    const label = typeof category === 'string' ? labels?.indexOf(category) : category;
    const isBox = Array.isArray(bbox) && bbox.length === 4 && bbox.every(isNumber);
    if (!isBox || !isNumber(score) || !isNumber(label) || label < 0)
      return refuse(
        `the command answered an object ${at} without bbox [x, y, width, height], score and a category that the labels have.`,
      );
    const [left, top, width, height] = bbox as readonly number[] as [
      number,
      number,
      number,
      number,
    ];
    return { left, top, right: left + width, bottom: top + height, score, label, at };
  });
  const counted = candidates.filter(
    ({ score, left, right, top, bottom }) =>
      score > thresholds.score && right > left && bottom > top,
  );
  return boxesOf(strongest(counted, thresholds.most), { placement });
}

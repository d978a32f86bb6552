import type { Detection } from '../../../analysis/match-detections.ts';
import { drawDetections } from '../../overlay/draw-detections.ts';
import { className, type Located, type TaskCode, type View } from '../task-code.ts';
import { compareDetections, type DetectionComparison } from './compare.ts';
import type { BoxesFinding } from './finding.ts';
import type { DetectionKind } from './kinds.ts';
import { readAnswer } from './read-answer.ts';
import { observe } from './observe.ts';
import { READERS } from './read.ts';
import { namesOf, recognise, settingsOf } from './recognise.ts';
import { DRAWING_SCORE } from '../../thresholds.ts';

export const task: TaskCode<DetectionKind, BoxesFinding, DetectionComparison> = {
  recognise,
  namesOf,
  settingsOf,
  observe,
  read: (kind, reading) => READERS[kind](reading),
  readAnswer,
  compare: (camera, ideal, size, { descriptor }) =>
    compareDetections(
      detectionsOf(camera, descriptor),
      detectionsOf(ideal, descriptor),
      size,
      Math.max(DRAWING_SCORE, descriptor.thresholds.score),
    ),
  draw: (located, shown, { descriptor }) =>
    drawDetections(detectionsOf(located, descriptor), shown),
  list: ({ boxes }) => boxes.map(({ label, ...rest }) => ({ label, ...rest })),
  strongest: ({ boxes }) => boxes,
  count: ({ boxes }) => boxes.length,
};

/** Objects as shares of their picture, with the names of their classes. */
const detectionsOf = (
  { finding, picture: { rows, columns } }: Located<BoxesFinding>,
  descriptor: View['descriptor'],
): readonly Detection[] =>
  finding.boxes.map(({ box: [left, top, width, height], score, label }) => ({
    label: className(label, descriptor),
    classIndex: label,
    score,
    box: {
      left: left / columns,
      top: top / rows,
      right: (left + width) / columns,
      bottom: (top + height) / rows,
    },
  }));

import type { Tensor } from '../../../host.ts';
import { numbersOf, refuse, rowsOf } from '../../output-tensors.ts';
import { largest, softmax } from '../../scores.ts';
import type { Candidate } from './suppress.ts';

/** A box by its centre and its sides. */
export const centred = (
  [x, y, width, height]: readonly [number, number, number, number],
  rest: Pick<Candidate, 'score' | 'label' | 'at'>,
): Candidate => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
  ...rest,
});

/**
 * Boxes of DETR and RT-DETR: logits [1, queries, classes] and boxes [1, queries, 4], centre and
 * size. A box has its strongest class only.
 *
 * @param names of the logits and of the boxes.
 * @param hasNothing probabilities from a softmax whose last class is nothing, else from sigmoids.
 * @returns sides as shares of the input; scores that are no number stay in.
 * @throws SimulationError 'bad-model' for other outputs.
 * @see Carion et al., End-to-End Object Detection with Transformers, ECCV 2020, section 3; Zhao et
 * al., DETRs Beat YOLOs on Real-time Object Detection, CVPR 2024.
 */
export function transformerRows(
  outputs: Readonly<Record<string, Tensor>>,
  [logitsName, boxesName]: readonly string[],
  hasNothing: boolean,
): Candidate[] {
  const logits = rowsOf(numbersOf(outputs, logitsName));
  const boxes = rowsOf(numbersOf(outputs, boxesName));
  const classes = hasNothing ? logits.columns - 1 : logits.columns;
  if (boxes.rows !== logits.rows || boxes.columns !== 4 || classes < 1)
    refuse('its outputs of logits and boxes do not belong together.');
  return Array.from({ length: logits.rows }, (_, at) => {
    const row = logits.values.subarray(at * logits.columns, (at + 1) * logits.columns);
    const { label } = largest(classes, (one) => row[one]!);
    const score = (hasNothing ? softmax(row)[label] : 1 / (1 + Math.exp(-row[label]!))) ?? NaN;
    const [x, y, width, height] = boxes.values.subarray(at * 4, at * 4 + 4);
    return centred([x!, y!, width!, height!], { label, score, at });
  });
}

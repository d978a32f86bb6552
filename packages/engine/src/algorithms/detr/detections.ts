import type { Detection } from '../../analysis/match-detections.ts';
import type { Tensor } from '../../host.ts';
import { SimulationError } from '../../simulation-error.ts';
import { outputOf } from '../preprocessing.ts';

/**
 * Turns the outputs of DETR into detections. The outputs are `logits` [1, queries, classes + 1],
 * where the last class is 'no object', and `pred_boxes` [1, queries, 4], centre and size from 0 to
 * 1.
 *
 * @param labels names by class; a class without a name is called by its number.
 * @param threshold detections with a lower score are left out.
 * @returns detections by descending score.
 * @throws SimulationError 'bad-model' for other outputs.
 * @see Carion et al. 2020, section 3.
 */
export function readDetections(
  outputs: Readonly<Record<string, Tensor>>,
  labels: Readonly<Record<string, string>>,
  threshold: number,
): Detection[] {
  const {
    shape: [, queries = 0, classes = 0],
    data: logits,
  } = outputOf(outputs, 'logits', 3);
  const {
    shape: [, boxQueries, sides],
    data: boxes,
  } = outputOf(outputs, 'pred_boxes', 3);
  if (boxQueries !== queries || sides !== 4 || classes < 2)
    throw new SimulationError(
      'bad-model',
      'its outputs logits and pred_boxes do not belong together.',
    );
  const detections: Detection[] = [];
  for (let query = 0; query < queries; query += 1) {
    const row = logits.subarray(query * classes, (query + 1) * classes);
    const { classIndex, score } = mostLikely(row);
    const [x, y, width, height] = boxes.subarray(query * 4, query * 4 + 4) as unknown as readonly [
      number,
      number,
      number,
      number,
    ];
    // Written so that NaN is left out too.
    if (!(score >= threshold) || !(width > 0 && height > 0)) continue;
    const within = (value: number): number => Math.min(1, Math.max(0, value));
    const box = {
      left: within(x - width / 2),
      top: within(y - height / 2),
      right: within(x + width / 2),
      bottom: within(y + height / 2),
    };
    if (box.right > box.left && box.bottom > box.top)
      detections.push({
        label: labels[classIndex] ?? `class ${classIndex}`,
        classIndex,
        score,
        box,
      });
  }
  return detections.sort((one, other) => other.score - one.score);
}

/**
 * The most likely class, 'no object' aside, and its probability from a softmax over all classes.
 */
function mostLikely(logits: Float32Array): { readonly classIndex: number; readonly score: number } {
  const largest = logits.reduce((most, value) => Math.max(most, value), -Infinity);
  let [sum, classIndex] = [0, 0];
  for (let i = 0; i < logits.length; i += 1) {
    sum += Math.exp(logits[i]! - largest);
    if (i < logits.length - 1 && logits[i]! > logits[classIndex]!) classIndex = i;
  }
  return { classIndex, score: Math.exp(logits[classIndex]! - largest) / sum };
}

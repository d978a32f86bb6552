import type { Detection } from '../../analysis/match-detections.ts';
import type { Tensor } from '../../host.ts';
import { transformerRows } from '../../networks/tasks/detection/transformer-rows.ts';

/**
 * Turns the outputs of DETR, `logits` and `pred_boxes`, into detections.
 *
 * @param labels names by class; a class without a name is called by its number.
 * @param threshold detections with a lower score are left out.
 * @returns detections by descending score.
 * @throws SimulationError 'bad-model' for other outputs.
 */
export function readDetections(
  outputs: Readonly<Record<string, Tensor>>,
  labels: Readonly<Record<string, string>>,
  threshold: number,
): Detection[] {
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  return transformerRows(outputs, ['logits', 'pred_boxes'], true)
    .map(({ left, top, right, bottom, score, label }) => ({
      label: labels[label] ?? `class ${label}`,
      classIndex: label,
      score,
      box: { left: within(left), top: within(top), right: within(right), bottom: within(bottom) },
    }))
    .filter(({ score, box }) => score >= threshold && box.right > box.left && box.bottom > box.top)
    .sort((one, other) => other.score - one.score);
}

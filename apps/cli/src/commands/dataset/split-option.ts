import { LABEL_KINDS, type LabelKind } from '@lumenloom/datasets';
import { choiceOption } from '../../arguments.ts';

/** Which part of a data set is taken. */
export const splitOption = {
  value: 'NAME',
  says: 'The part of the data set, such as train, or all; without it val, else test, else all.',
} as const;

/** Which labels are read where a folder has several kinds. */
export const labelsOption = {
  value: LABEL_KINDS.join('|'),
  says: 'Labels of a folder with several kinds: boxes of VOC or its masks, boxes or key points of COCO; boxes without it.',
} as const;

/** @throws UsageError for another kind. */
export const readLabels = (value: string | undefined): LabelKind | undefined =>
  value === undefined ? undefined : choiceOption('labels', value, LABEL_KINDS, 'boxes');

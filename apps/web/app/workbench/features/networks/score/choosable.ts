import { ownName, type DatasetFile, type OwnFile } from '@lumenloom/contract';
import { TASK_NAMES, algorithms, taskNamed } from '@lumenloom/engine/catalogue';
import { EXAMPLE_NETWORK_LABEL } from '../../../model/own-names.ts';
import { MARKS } from './score-draft.ts';

/** A network or a data set that can be chosen. */
export interface Choosable {
  readonly value: string;
  readonly label: string;
  /** Why it cannot be used here. */
  readonly unusable?: string | undefined;
}

/** A data set, with what was said of its pictures when it was added. */
export interface ChoosableDataset
  extends Choosable, Pick<DatasetFile, 'images' | 'task' | 'hfov' | 'luminance' | 'classMap'> {}

/** The data set that comes with the program; the example fills in how wide and bright it is. */
const EXAMPLE: ChoosableDataset = {
  ...{ value: MARKS, label: 'example marks', images: 60, task: 'detection' },
  ...{ hfov: null, luminance: null, classMap: {} },
};

export const datasetsOf = (datasets: readonly DatasetFile[]): readonly ChoosableDataset[] => [
  EXAMPLE,
  ...datasets.map(({ id, name, ...about }) => ({ ...about, value: ownName(id), label: name })),
];

/** Whether findings on a data set have a scale of their own, which is fitted to the truth. */
export const isFitted = (dataset: ChoosableDataset | undefined): boolean =>
  TASK_NAMES.some((name) => name === dataset?.task && taskNamed(name).isFitted);

/** @param absent listed networks that cannot be used here, each with the reason. */
export const networksOf = (
  networks: readonly OwnFile[],
  absent: ReadonlyMap<string, string>,
): readonly Choosable[] => [
  { value: MARKS, label: EXAMPLE_NETWORK_LABEL },
  ...[
    { value: algorithms.detr.label, label: 'DETR, detects the 80 classes of COCO' },
    { value: algorithms.midasDptSmall.label, label: 'MiDaS DPT Small, relative depth' },
  ].map((one) => ({ ...one, unusable: absent.get(one.value) })),
  ...networks.map(({ id, name }) => ({ value: ownName(id), label: name })),
];

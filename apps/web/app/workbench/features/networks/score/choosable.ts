import { ownName, type DatasetFile, type OwnFile } from '@lumenloom/contract';
import { MARKS } from './score-draft.ts';

/** Pictures of the data set that comes with the program. */
const EXAMPLE_PICTURES = 60;

/** What can be scored, or on what. */
export interface Choosable {
  readonly value: string;
  readonly label: string;
  /** Of a data set. */
  readonly images?: number;
}

export const datasetsOf = (datasets: readonly DatasetFile[]): readonly Choosable[] => [
  { value: MARKS, label: 'example marks', images: EXAMPLE_PICTURES },
  ...datasets.map(({ id, name, images }) => ({ value: ownName(id), label: name, images })),
];

export const networksOf = (networks: readonly OwnFile[]): readonly Choosable[] => [
  { value: MARKS, label: 'marks, a detector of the example' },
  ...networks.map(({ id, name }) => ({ value: ownName(id), label: name })),
];

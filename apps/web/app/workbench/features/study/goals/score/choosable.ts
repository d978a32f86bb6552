import { ownName, type DatasetFile, type OwnFile } from '@lumenloom/contract';
import { TASK_NAMES, algorithms, taskNamed } from '@lumenloom/engine/catalogue';
import { absentNetworks } from '../../../../kit/absent-networks.ts';
import { EXAMPLE_NETWORK_LABEL } from '../../../../model/own-names.ts';
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
export const EXAMPLE: ChoosableDataset = {
  value: MARKS,
  label: 'example marks',
  images: 60,
  task: 'detection',
  hfov: null,
  luminance: null,
  classMap: {},
};

/** Whether findings on a data set have a scale of their own, which is fitted to the truth. */
export const isFitted = (dataset: ChoosableDataset | undefined): boolean =>
  TASK_NAMES.some((name) => name === dataset?.task && taskNamed(name).isFitted);

/** What there is to choose from. */
interface Found {
  readonly datasets: readonly DatasetFile[];
  readonly files: readonly OwnFile[];
  /** Listed networks that cannot be used here, each with the reason. */
  readonly absent: ReadonlyMap<string, string>;
}

/** Asks the server for data sets and networks; none where it refuses. */
export async function findChoosable(): Promise<Found> {
  const [{ listDatasets }, { listOwnFiles }] = await Promise.all([
    import('../../../../../api/datasets.ts'),
    import('../../../../../api/library.ts'),
  ]);
  const [own, absent] = await Promise.all([
    Promise.all([listDatasets(), listOwnFiles()]).then(
      ([{ datasets }, files]) => ({ datasets, files }),
      () => ({ datasets: [], files: [] }),
    ),
    absentNetworks(),
  ]);
  return { ...own, absent };
}

export const choosableOf = ({ datasets, files, absent }: Found) => ({
  datasets: [
    EXAMPLE,
    ...datasets.map(({ id, name, ...about }) => ({ ...about, value: ownName(id), label: name })),
  ] satisfies readonly ChoosableDataset[],
  networks: [
    { value: MARKS, label: EXAMPLE_NETWORK_LABEL },
    ...[
      { value: algorithms.detr.label, label: 'DETR, detects the 80 classes of COCO' },
      { value: algorithms.midasDptSmall.label, label: 'MiDaS DPT Small, relative depth' },
    ].map((one) => ({ ...one, unusable: absent.get(one.value) })),
    ...files.flatMap(({ id, name, kind }) =>
      kind === 'network' ? [{ value: ownName(id), label: name }] : [],
    ),
  ] satisfies readonly Choosable[],
});

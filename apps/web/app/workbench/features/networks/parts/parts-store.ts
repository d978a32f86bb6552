import type { ArrivedTrial, DatasetsAnswer } from '@lumenloom/contract';
import { listDatasets } from '../../../../api/datasets.ts';
import { endTrial, listOwnFiles } from '../../../../api/library.ts';
import { absentNetworks } from '../../../kit/absent-networks.ts';
import { noteNames } from '../../../model/own-names.ts';
import { writable, type Readable } from '../../../model/store.ts';
import type { Bench } from '../../../shell/bench/bench.ts';
import { createSendings } from './sendings.ts';
import type { Kept } from './use-kept.ts';

/** Id of the dialog. */
export const DIALOG = 'networks';

export type PartsTab = 'networks' | 'datasets';

/** The dialog of networks and data sets. */
export function createPartsStore({ show, signal }: Pick<Bench, 'show' | 'signal'>) {
  const tab = writable<PartsTab>('networks');
  /** What was dropped on the list of algorithms. */
  const dropped = writable<readonly File[]>([]);
  /** A network that has arrived to be tried and is in no library. */
  const draft = writable<ArrivedTrial | undefined>(undefined);
  /** Deletes the network that was not saved. */
  const discardDraft = async (): Promise<void> => {
    const left = draft.current();
    draft.set(undefined);
    if (left) await endTrial();
  };
  const datasets = writable<DatasetsAnswer | undefined>(undefined);
  /** Id of the data set that is shown. */
  const dataset = writable('');
  const refreshDatasets = async (): Promise<void> => {
    const answer = await listDatasets();
    if (!signal.aborted) datasets.set(answer);
  };
  const { sendings, add, leave } = createSendings(signal, async (id) => {
    dataset.set(id);
    await refreshDatasets();
  });
  /** Listed networks that no run here can use, each with the reason. */
  const absent = writable<ReadonlyMap<string, string>>(new Map());
  void absentNetworks().then(absent.set);
  return {
    tab,
    absent: absent as Readable<ReadonlyMap<string, string>>,
    dropped,
    draft,
    discardDraft,
    refreshNetworks: async (): Promise<void> => {
      const found = await listOwnFiles();
      if (!signal.aborted) noteNames(found);
    },
    kept: new Map() as Kept,
    datasets: datasets as Readable<DatasetsAnswer | undefined>,
    dataset,
    refreshDatasets,
    sendings,
    add,
    leave,
    close: (): void => {
      show({ modal: undefined });
      // Whoever is logged out by now has no draft to delete.
      discardDraft().catch(() => undefined);
    },
    show: (files: readonly File[] = []): void => {
      tab.set('networks');
      dropped.set(files);
      show({ modal: DIALOG });
    },
  };
}

export type PartsStore = ReturnType<typeof createPartsStore>;

/** What the dialog and its tabs are given. */
export interface PartsDialogProps {
  readonly store: PartsStore;
  readonly bench: Bench;
}

import { ListDialog } from '../../../kit/dialog/list-dialog.tsx';
import { Tabs } from '../../../kit/tabs/tabs.tsx';
import { useReadable } from '../../../model/store.ts';
import { DatasetsTab } from './datasets-tab.tsx';
import { NetworksTab } from './networks-tab.tsx';
import styles from './parts-dialog.module.css';
import type { PartsDialogProps, PartsTab } from './parts-store.ts';

const TABS: readonly { readonly id: PartsTab; readonly label: string }[] = [
  { id: 'networks', label: 'Networks' },
  { id: 'datasets', label: 'Data sets' },
];

/** Networks and data sets: added, looked at, tried and deleted. */
export function PartsDialog(props: PartsDialogProps) {
  const { store } = props;
  const tab = useReadable(store.tab);
  return (
    <ListDialog title="Networks and data sets" onClose={store.close}>
      <Tabs
        label="Parts"
        name="parts"
        tabs={TABS}
        tab={tab}
        onTab={store.tab.set}
        takesFocus
        rowClass={styles.tabs}
        panelClass={styles.panel}
      >
        {tab === 'datasets' ? <DatasetsTab {...props} /> : <NetworksTab {...props} />}
      </Tabs>
    </ListDialog>
  );
}

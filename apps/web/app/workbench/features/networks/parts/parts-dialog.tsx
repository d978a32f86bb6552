import { useEffect, useState } from 'react';
import { ModalFrame } from '../../../kit/dialog/modal-frame.tsx';
import { Tabs } from '../../../kit/tabs/tabs.tsx';
import { useReadable } from '../../../model/store.ts';
import { DatasetsTab } from './datasets-tab.tsx';
import { NetworksTab } from './networks-tab.tsx';
import styles from './parts-dialog.module.css';
import type { PartsDialogProps, PartsTab } from './parts-store.ts';

const MARGIN = 8;
const TABS: readonly { readonly id: PartsTab; readonly label: string }[] = [
  { id: 'networks', label: 'Networks' },
  { id: 'datasets', label: 'Data sets' },
];

/** Networks and data sets: added, looked at, tried and deleted. */
export function PartsDialog(props: PartsDialogProps) {
  const { store } = props;
  const tab = useReadable(store.tab);
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return (
    <ModalFrame
      // Keys belong to the dialog.
      onKeyDown={(event) => event.stopPropagation()}
      onClose={store.close}
      title="Networks and data sets"
      size={1100}
      xOffset={MARGIN}
      yOffset={MARGIN}
      returnFocus={false}
      closeOnClickOutside={false}
      bodyClass={styles.body}
      contentClass={styles.content}
    >
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
    </ModalFrame>
  );
}

import { useEffect, useState } from 'react';
import { useRoving } from '../../../../ui/roving/use-roving.ts';
import { ModalFrame } from '../../../kit/dialog/modal-frame.tsx';
import { useReadable } from '../../../model/store.ts';
import { DatasetsTab } from './datasets-tab.tsx';
import { NetworksTab } from './networks-tab.tsx';
import styles from './parts-dialog.module.css';
import type { PartsDialogProps, PartsTab } from './parts-store.ts';

const MARGIN = 8;
const TABS: readonly (readonly [PartsTab, string])[] = [
  ['networks', 'Networks'],
  ['datasets', 'Data sets'],
];

/** Networks and data sets: added, looked at, tried and deleted. */
export function PartsDialog(props: PartsDialogProps) {
  const { store } = props;
  const tab = useReadable(store.tab);
  const { row } = useRoving();
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
      <div className={styles.tabs} role="tablist" aria-label="Parts" {...row}>
        {TABS.map(([id, label]) => (
          <button
            key={id}
            id={`parts-${id}`}
            type="button"
            role="tab"
            aria-selected={id === tab}
            aria-controls="parts-panel"
            tabIndex={id === tab ? 0 : -1}
            data-stop
            data-autofocus={id === tab || undefined}
            onFocus={() => store.tab.set(id)}
            onClick={() => store.tab.set(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        id="parts-panel"
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`parts-${tab}`}
      >
        {tab === 'datasets' ? <DatasetsTab {...props} /> : <NetworksTab {...props} />}
      </div>
    </ModalFrame>
  );
}

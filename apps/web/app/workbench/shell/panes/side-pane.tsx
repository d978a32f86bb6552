import type { ReactNode } from 'react';
import { Tabs } from '../../kit/tabs/tabs.tsx';
import type { SideTab } from '../bench/registries.ts';
import styles from './side-pane.module.css';

interface SidePaneProps {
  /** The run that all of it is of; '' for none. */
  readonly line: string;
  readonly tabs: readonly SideTab[];
  /** Id of the tab that is shown. */
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly children: ReactNode;
}

/** What is read beside the picture, as tabs. */
export function SidePane({ line, tabs, tab, onTab, children }: SidePaneProps) {
  return (
    <div className={styles.pane}>
      <p className={styles.line} title={line}>
        {line}
      </p>
      <Tabs
        label="Beside the picture"
        name="side"
        tabs={tabs}
        tab={tab}
        onTab={onTab}
        rowClass={styles.tabs}
        panelClass={styles.panel}
      >
        {children}
      </Tabs>
    </div>
  );
}

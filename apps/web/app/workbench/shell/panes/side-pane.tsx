import type { ReactNode } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
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
  const { row } = useRoving();
  return (
    <div className={styles.pane}>
      <p className={styles.line} title={line}>
        {line}
      </p>
      <div className={styles.tabs} role="tablist" aria-label="Beside the picture" {...row}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            id={`${id}-heading`}
            type="button"
            role="tab"
            aria-selected={id === tab}
            aria-controls="side-panel"
            tabIndex={id === tab ? 0 : -1}
            data-stop
            onFocus={() => onTab(id)}
            onClick={() => onTab(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        id="side-panel"
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`${tab}-heading`}
      >
        {children}
      </div>
    </div>
  );
}

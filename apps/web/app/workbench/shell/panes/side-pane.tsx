import type { ReactNode } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import styles from './side-pane.module.css';

export const SIDE_TABS = ['log', 'measure', 'params', 'pixel', 'sweep'] as const;
export type SideTab = (typeof SIDE_TABS)[number];

const labels: Readonly<Record<SideTab, string>> = {
  log: 'Log',
  measure: 'Measure',
  params: 'Params',
  pixel: 'Pixel',
  sweep: 'Sweep',
};

interface SidePaneProps {
  /** Those that this deployment has. */
  readonly tabs: readonly SideTab[];
  readonly tab: SideTab;
  readonly onTab: (tab: SideTab) => void;
  readonly children: ReactNode;
}

/** What is read beside the picture, as tabs. */
export function SidePane({ tabs, tab, onTab, children }: SidePaneProps) {
  const { row } = useRoving();
  return (
    <div className={styles.pane}>
      <div className={styles.tabs} role="tablist" aria-label="Beside the picture" {...row}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`${name}-heading`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls="side-panel"
            tabIndex={name === tab ? 0 : -1}
            data-stop
            onFocus={() => onTab(name)}
            onClick={() => onTab(name)}
          >
            {labels[name]}
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

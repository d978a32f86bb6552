import type { ReactNode } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import styles from './tabs.module.css';

interface TabsProps<Id extends string> {
  /** The name of the row. */
  readonly label: string;
  /** Begins the id of the panel. */
  readonly name: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly tab: Id;
  readonly onTab: (tab: Id) => void;
  /** The tab that is shown has the focus when its dialog opens. */
  readonly takesFocus?: boolean;
  readonly rowClass: string | undefined;
  readonly panelClass: string | undefined;
  readonly children: ReactNode;
}

/** A row of tabs, which is one tab stop, and its panel; the focus shows a tab, as a press does. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, name, tabs, tab, onTab, takesFocus = false } = props;
  const { row } = useRoving();
  return (
    <>
      <div
        className={`${styles.row!} ${props.rowClass ?? ''}`}
        role="tablist"
        aria-label={label}
        {...row}
      >
        {tabs.map((one) => (
          <button
            key={one.id}
            id={`${one.id}-heading`}
            type="button"
            role="tab"
            aria-selected={one.id === tab}
            aria-controls={`${name}-panel`}
            tabIndex={one.id === tab ? 0 : -1}
            data-stop
            data-autofocus={(takesFocus && one.id === tab) || undefined}
            onFocus={() => onTab(one.id)}
            onClick={() => onTab(one.id)}
          >
            {one.label}
          </button>
        ))}
      </div>
      <div
        id={`${name}-panel`}
        className={props.panelClass}
        role="tabpanel"
        aria-labelledby={`${tab}-heading`}
      >
        {props.children}
      </div>
    </>
  );
}

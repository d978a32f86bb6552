import type { ReactNode } from 'react';
import styles from '../../kit/study/study-pane.module.css';
import type { Goal, Kind } from './goal.ts';
import type { ExperimentState } from './store.ts';

/** A goal: the earlier ones, what is wrong, and a draft or its progress. */
export const ExperimentList = <K extends Kind>({
  goal: { noun },
  state: { list, open, problem },
  onShow,
  children,
}: {
  readonly goal: Goal<K>;
  readonly state: ExperimentState<K>;
  /** Shows one by its id; '' begins a new one. */
  readonly onShow: (id: string) => void;
  readonly children: ReactNode;
}) => (
  <div className={styles.pane} tabIndex={0} role="group" aria-label={titled(noun)}>
    {list.length > 0 && (
      <label className={styles.row}>
        Show
        <select
          value={open?.status.id ?? ''}
          onChange={({ currentTarget: { value } }) => onShow(value)}
        >
          <option value="">a new {noun}</option>
          {list.map(({ id, name, state }) => (
            <option key={id} value={id}>
              {name}, {state}
            </option>
          ))}
        </select>
      </label>
    )}
    {problem !== '' && (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )}
    {children}
  </div>
);

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

import type { ReactNode } from 'react';
import styles from './goal-switch.module.css';

interface GoalSwitchProps {
  /** Name of the tab. */
  readonly name: string;
  readonly goals: readonly { readonly id: string; readonly label: string }[];
  /** Id of the goal that is shown. */
  readonly goal: string;
  readonly onGoal: (goal: string) => void;
  readonly children: ReactNode;
}

/** What is read beside the picture, below the goals of the tab where there are several. */
export function GoalSwitch({ name, goals, goal, onGoal, children }: GoalSwitchProps) {
  if (goals.length < 2) return children;
  return (
    <div className={styles.pane}>
      <div className={styles.goals} role="group" aria-label={`In the tab ${name}`}>
        {goals.map(({ id, label }) => (
          <button key={id} type="button" aria-pressed={id === goal} onClick={() => onGoal(id)}>
            {label}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

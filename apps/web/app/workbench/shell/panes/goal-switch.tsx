import type { ReactNode } from 'react';
import styles from './goal-switch.module.css';

interface GoalSwitchProps {
  readonly goals: readonly { readonly id: string; readonly label: string }[];
  /** Id of the goal that is shown. */
  readonly goal: string;
  readonly onGoal: (goal: string) => void;
  readonly children: ReactNode;
}

/** What is read beside the picture, below the goals of the tab Study where there are several. */
export function GoalSwitch({ goals, goal, onGoal, children }: GoalSwitchProps) {
  if (goals.length < 2) return children;
  return (
    <div className={styles.pane}>
      <div className={styles.goals} role="group" aria-label="Goal of the study">
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

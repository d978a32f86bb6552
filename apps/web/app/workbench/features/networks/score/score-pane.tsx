import { useEffect } from 'react';
import styles from '../../../kit/study/study-pane.module.css';
import { ScoreDraftForm, type ScorePaneProps } from './score-draft-form.tsx';
import { ScoreProgress } from './score-progress.tsx';

/** The goal Score: a draft with its cost, or a score with its progress. */
export function ScorePane({ scores, onShow, ...props }: ScorePaneProps) {
  const { list, open, problem, show, look } = scores;
  useEffect(look, [look]);
  return (
    <div className={styles.pane} tabIndex={0} role="group" aria-label="Score">
      {list.length > 0 && (
        <label className={styles.row}>
          Show
          <select
            value={open?.status.id ?? ''}
            onChange={({ currentTarget: { value } }) => {
              show(value);
              onShow(value !== '');
            }}
          >
            <option value="">a new score</option>
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
      {open ? (
        <ScoreProgress score={open} scores={scores} onShow={onShow} />
      ) : (
        <ScoreDraftForm {...props} scores={scores} onShow={onShow} />
      )}
    </div>
  );
}

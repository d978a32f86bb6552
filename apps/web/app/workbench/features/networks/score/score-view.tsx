import type { ReactNode } from 'react';
import type { OpenScore } from './score-store.ts';
import styles from './score-view.module.css';

interface ScoreViewProps {
  readonly score: OpenScore | undefined;
  /** The switch between the views of the picture area. */
  readonly views: ReactNode;
}

/** What a network finds through each camera, in place of the picture. */
export function ScoreView({ score, views }: ScoreViewProps) {
  return (
    <section className={styles.pane} aria-label="Results of the score">
      <header className={styles.header}>{views}</header>
      <p className={styles.empty}>
        {score
          ? 'The results come when all pictures have ended.'
          : 'Start a score in the tab Study, or show an earlier one there.'}
      </p>
    </section>
  );
}

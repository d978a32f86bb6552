import type { ReactNode } from 'react';
import styles from '../../kit/study/study-view.module.css';
import type { OpenStudy } from './study-store.ts';

interface StudyViewProps {
  readonly study: OpenStudy | undefined;
  readonly picked: number | undefined;
  readonly onPick: (run: number) => void;
  /** The switch between the views of the picture area. */
  readonly views: ReactNode;
}

/** Plots and table of a study in place of the picture; they fill while runs end. */
export function StudyView({ study, views }: StudyViewProps) {
  return (
    <section className={styles.pane} aria-label="Results of the study">
      <header className={styles.header}>{views}</header>
      {!study && (
        <p className={styles.empty}>
          Start a study in the tab Study, or show an earlier one there.
        </p>
      )}
    </section>
  );
}

import type { ReactNode } from 'react';
import styles from '../../kit/study/study-view.module.css';

/** Plots and tables in place of the picture, in the looks of report.html. */
export const ShownResults = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <div className={styles.plots} tabIndex={0} role="group" aria-label={`Plots of ${name}`}>
    {children}
  </div>
);

/** The area of the picture while results are shown there; a sentence while there are none. */
export const ResultsView = ({
  noun,
  tab,
  views,
  children,
}: {
  readonly noun: string;
  /** Where it is started. */
  readonly tab: string;
  /** The switch between the views of the picture area. */
  readonly views: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className={styles.pane} aria-label={`Results of the ${noun}`}>
    <header className={styles.header}>{views}</header>
    {children ?? (
      <p className={styles.empty}>
        Start a {noun} in the tab {tab}, or show an earlier one there.
      </p>
    )}
  </section>
);

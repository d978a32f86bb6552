import type { ReactNode } from 'react';
import styles from './page-section.module.css';

interface PageSectionProps {
  /** What it lies on; text and buttons follow. */
  readonly surface?: 'paper' | 'mist' | 'ink';
  /** Id of the heading that names it. */
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/** One message of a page: across the whole width, content 1200 px wide, the site's rhythm above and below. */
export function PageSection({ surface = 'paper', labelledBy, children }: PageSectionProps) {
  return (
    <section className={styles.section} data-surface={surface} aria-labelledby={labelledBy}>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

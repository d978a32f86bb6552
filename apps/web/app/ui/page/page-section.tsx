import type { ReactNode } from 'react';
import styles from './page-section.module.css';

interface PageSectionProps {
  /** Background; the colours of text and buttons follow from it. */
  readonly surface?: 'paper' | 'mist' | 'ink';
  /** Id of the heading that names it. */
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/**
 * Section of a page: background over the full width, content up to 1200 px wide, the same vertical
 * padding everywhere.
 */
export function PageSection({ surface = 'paper', labelledBy, children }: PageSectionProps) {
  return (
    <section className={styles.section} data-surface={surface} aria-labelledby={labelledBy}>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

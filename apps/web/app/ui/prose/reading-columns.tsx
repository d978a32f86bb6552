import type { ReactNode } from 'react';
import styles from './reading-columns.module.css';

interface ReadingColumnsProps {
  /** Sticky content beside the text; above it on narrow screens. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A long text, 60 to 72 characters wide, with content beside it. */
export function ReadingColumns({ aside, children }: ReadingColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>{aside}</div>
      <div className={styles.prose}>{children}</div>
    </div>
  );
}

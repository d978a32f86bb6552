import type { ReactNode } from 'react';
import styles from './reading-columns.module.css';

interface ReadingColumnsProps {
  /** What stays in view beside the text; above it where there is no room. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A text to be read from beginning to end, 60 to 72 characters wide. */
export function ReadingColumns({ aside, children }: ReadingColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>{aside}</div>
      <div className={styles.prose}>{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './card.module.css';

/** White card, as wide as a form. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

import type { ReactNode } from 'react';
import { SpectralHairline } from './spectral-hairline.tsx';
import styles from './page-title.module.css';

interface PageTitleProps {
  readonly title: ReactNode;
  /** A sentence or two: what the page is for. */
  readonly lead?: ReactNode;
  /** Small line above the title. */
  readonly above?: ReactNode;
}

/** The first thing on a page: its only h1, the spectrum as a hairline, a lead. */
export function PageTitle({ title, lead, above }: PageTitleProps) {
  return (
    <div className={styles.title}>
      {above && <p className={styles.above}>{above}</p>}
      <h1>{title}</h1>
      <SpectralHairline />
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}

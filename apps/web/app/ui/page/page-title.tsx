import type { ReactNode } from 'react';
import { SpectralHairline } from './spectral-hairline.tsx';
import styles from './page-title.module.css';

interface PageTitleProps {
  readonly title: ReactNode;
  /** One or two sentences about the purpose of the page. */
  readonly lead?: ReactNode;
  /** Small line above the title. */
  readonly above?: ReactNode;
}

/** Head of a page: its only h1, the spectral hairline and a lead. */
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

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { Mark } from '../mark/mark.tsx';
import { Card } from './card.tsx';
import styles from './card-page.module.css';

interface CardPageProps {
  readonly title: string;
  /** What to do here; shown under the title. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** A page for a single task: a white card, and the mark as a link to the home page instead of the navigation bar. */
export function CardPage({ title, lead, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <header>
        <Link to="/" className={styles.brand}>
          <Mark size={36} />
          {siteConfig.productName}
        </Link>
      </header>
      <main>
        <Card>
          <h1 className={styles.title}>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {children}
        </Card>
      </main>
    </div>
  );
}
